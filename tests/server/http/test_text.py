"""Every refusal has its sentence, and there is none that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

import guanxi.server
from guanxi.server.chat.chat import PHRASES
from guanxi.server.http.errors import TEXT

FOLDER = Path(guanxi.server.__path__[0])


def test_what_is_said_and_what_there_is_to_say() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    refused = set(re.findall(r'ApiError\(\s*\d+, "([\w-]+)"', source)) | set(re.findall(r'40[45]: "([\w-]+)"', source))
    said = {f"error.{name}" for name in refused} | set(
        re.findall(r'phrase\("((?:prompt|notice|page)\.[\w-]+)"', source)
    )
    said |= set(PHRASES)
    assert said == set(TEXT.texts("en"))
