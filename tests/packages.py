"""What is published can be installed and played: see `make nightly`.

    python -m tests.packages

The sources are packed, with the browser client in them; then a wheel is built from them without Node, and one without a
C compiler.  Each wheel's name says whether it is compiled, and a server started from it answers with the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILER_TOOLS = ("cc", "gcc", "as", "ld", "ar")
ASK = """
import sys
from starlette.testclient import TestClient
import guanxi
from guanxi.server.app import make_app
from guanxi.server.settings import Settings
assert guanxi.__file__.startswith(sys.argv[1]), guanxi.__file__
with TestClient(make_app(Settings(db=sys.argv[1] + "/tables.db", workers=1))) as client:
    assert client.get("/").status_code == 200
"""


def main() -> None:
    """Build and try all packages in a temporary folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = pack(folder)
        print(f"packed {sources.name}", flush=True)
        tools = folder / "tools"
        tools.mkdir()
        for tool in COMPILER_TOOLS:
            if found := shutil.which(tool):
                (tools / tool).symlink_to(found)
        for compiled in (True, False):
            environment = {**os.environ, "PATH": str(tools)} | ({} if compiled else {"CC": "no-compiler"})
            wheel = build_wheel(sources, folder / f"compiled-{compiled}", environment)
            assert wheel.name.endswith("-py3-none-any.whl") is not compiled, wheel.name
            try_out(wheel, compiled)
            print(f"tried {wheel.name}", flush=True)


def pack(folder: Path) -> Path:
    """The sources as they are published, made in a copy of the project."""
    copy = folder / "project"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for path in listed.stdout.rstrip("\0").split("\0"):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, copy / path)
    subprocess.run([sys.executable, "setup.py", "-q", "sdist"], cwd=copy, check=True, capture_output=True)
    (packed,) = (copy / "dist").iterdir()
    return packed


def build_wheel(sources: Path, folder: Path, environment: dict[str, str]) -> Path:
    """A wheel, built from packed sources."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*command, str(sources)], env=environment, check=True)
    (wheel,) = folder.iterdir()
    return wheel


def try_out(wheel: Path, compiled: bool) -> None:
    """Unpack a wheel and start a server from it."""
    folder = wheel.with_suffix("")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    assert bool(list(folder.rglob("*.so"))) is compiled
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    subprocess.run([sys.executable, "-P", "-c", ASK, str(folder)], cwd=folder.parent, env=environment, check=True)


if __name__ == "__main__":
    main()
