"""Build the package: rules and search are compiled where there is a C compiler, and work as they are where not.

With GUANXI_CHECKED=1 they are compiled for `make nightly`, into a folder of their own: slower, and an index outside its
row or table ends the process with the line of the source.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

sys.path.insert(0, str(Path(__file__).parent))
from derive import DIRECTIVES, derive_all

CHECKED = bool(os.environ.get("GUANXI_CHECKED"))
DERIVED = Path("build/checked/derived" if CHECKED else "build/derived")
SANITIZE = ["-fsanitize=bounds,shift,null", "-fno-sanitize-recover=all"]
FLAGS = ["-O3", "-Wno-unused-const-variable"] if os.name == "posix" else []
if CHECKED:
    FLAGS = ["-O1", "-g0", *SANITIZE]
    DIRECTIVES = {**DIRECTIVES, "boundscheck": True, "initializedcheck": True, "nonecheck": True}

sources = [
    Extension(name, [str(path)], extra_compile_args=FLAGS, extra_link_args=SANITIZE if CHECKED else [])
    for name, path in derive_all(DERIVED).items()
]
extensions = cythonize(
    sources, compiler_directives=DIRECTIVES, include_path=[str(DERIVED)], emit_linenums=CHECKED, quiet=True
)
for extension in extensions:
    # Set only now: cythonize makes new extensions and drops this.
    extension.optional = not CHECKED
setup(ext_modules=extensions)
