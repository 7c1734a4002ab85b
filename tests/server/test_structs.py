"""A server's first requests come at the same time, in several threads: none of them may crash it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# msgspec builds what it knows about a struct when it is first decoded, and crashes if another thread does so meanwhile.
DECODE = """
import sys, threading
from contextlib import suppress
from guanxi.server.parts import Parts
from guanxi.server.settings import Settings
from guanxi.server.structs import all_structs
import guanxi, msgspec

Parts(Settings(db=sys.argv[1]))
for name in guanxi.game_names():
    guanxi.game(name)
sys.setswitchinterval(1e-6)
barrier = threading.Barrier(4)

def decode():
    for struct in all_structs():
        barrier.wait()
        with suppress(msgspec.ValidationError, TypeError, NameError):
            msgspec.convert(dict.fromkeys(struct.__struct_fields__), struct)

threads = [threading.Thread(target=decode) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(all_structs()))
"""


def test_all_structs_can_be_decoded_by_several_threads_at_once(tmp_path: Path) -> None:
    command = (sys.executable, "-c", DECODE, str(tmp_path / "tables.db"))
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
