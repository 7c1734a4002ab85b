"""Build the package: rules and search are compiled where there is a C compiler, and work as they are where not."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent))
from derive import DIRECTIVES, derive_all

DERIVED = Path("build/derived")
FLAGS = ["-O3", "-Wno-unused-const-variable"] if os.name == "posix" else []

sources = [Extension(name, [str(path)], extra_compile_args=FLAGS) for name, path in derive_all(DERIVED).items()]
extensions = cythonize(sources, compiler_directives=DIRECTIVES, include_path=[str(DERIVED)], quiet=True)
for extension in extensions:
    # Set only now: cythonize makes new extensions and drops this.
    extension.optional = True
setup(ext_modules=extensions)
