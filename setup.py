"""Build the package: rules and search are compiled where there is a C compiler, and work as they are where not.

The browser client is built where there is npm; a package to be published must have it.  A package without a compiled
module is for every platform, and its name says so.

With GUANXI_CHECKED=1 they are compiled for `make nightly`, into a folder of their own: slower, and an index outside its
row or table ends the process with the line of the source.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import SetupError

sys.path.insert(0, str(Path(__file__).parent))
import native
from derive import DIRECTIVES, derive_all

CHECKED = bool(os.environ.get("GUANXI_CHECKED"))
DERIVED = Path("build/checked/derived" if CHECKED else "build/derived")
SANITIZE = ["-fsanitize=bounds,shift,null", "-fno-sanitize-recover=all"]
FLAGS = ["-O3", "-g0", "-Wno-unused-const-variable"] if os.name == "posix" else []
if CHECKED:
    FLAGS = ["-O1", "-g0", *SANITIZE]
    DIRECTIVES = {**DIRECTIVES, "boundscheck": True, "initializedcheck": True, "nonecheck": True}

CLIENT = Path("src/guanxi/server/static/index.html")


def build_client() -> str | None:
    """Build the browser client if its sources are here; returns what prevented it."""
    if not Path("web").exists():
        return None
    npm = shutil.which("npm")
    if npm is None:
        return "the browser client needs Node 20 or newer, with npm"
    try:
        for command in (("install", "--no-save", "--no-audit", "--no-fund"), ("run", "build")):
            subprocess.run([npm, *command], cwd="web", check=True)
    except subprocess.CalledProcessError as wrong:
        return f"the browser client could not be built: {wrong}"
    return None


class Package(build_py):
    """The Python modules, with the browser client if it can be built; an editable package has the one `make` builds."""

    def run(self) -> None:
        problem = None if self.editable_mode else build_client()
        if problem and not CLIENT.exists():
            self.warn(f"{problem}. The package is built without it.")
        super().run()


class Source(sdist):
    """The sources to be published, which contain the built client: whoever installs them needs no Node."""

    def run(self) -> None:
        if problem := build_client():
            raise SetupError(problem)
        super().run()


def can_compile() -> bool:
    """Whether there is a C compiler that works."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if compiler is None:  # Windows knows by other means; a module that fails there is left out
        return True
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("int main(void) { return 0; }")
        try:
            subprocess.run([*shlex.split(compiler), "-c", source.name], cwd=folder, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


def compiled_modules() -> list[Extension]:
    """The modules that are compiled."""
    sources = [
        Extension(name, [str(path)], extra_compile_args=FLAGS, extra_link_args=SANITIZE if CHECKED else [])
        for name, path in (derive_all(DERIVED) | native.derive_all(DERIVED)).items()
    ]
    extensions = cythonize(
        sources, compiler_directives=DIRECTIVES, include_path=[str(DERIVED)], emit_linenums=CHECKED, quiet=True
    )
    for extension in extensions:
        # Set only now: cythonize makes new extensions and drops this.
        extension.optional = not CHECKED
    return list(extensions)


setup(
    ext_modules=compiled_modules() if can_compile() else [],
    cmdclass={"build_py": Package, "sdist": Source},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
