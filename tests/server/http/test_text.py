"""Every refusal has its text, and every text is used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import guanxi.server
from guanxi.engine.manners import Manner
from guanxi.server.bots.remarks import VARIANTS, Occasion
from guanxi.server.chat.lines import PHRASES
from guanxi.server.http.errors import TEXT

FOLDER = Path(guanxi.server.__path__[0])


def test_the_texts_are_those_that_the_server_uses() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    refusals = {
        *re.findall(r'(?:(?:Api|Table)Error\(\s*\w+|super\(\).__init__\(500), "([\w-]+)"', source),
        *re.findall(r'\bunavailable\("([\w-]+)"', source),
        *re.findall(r'40[45]: "([\w-]+)"', source),
    }
    phrases = re.findall(r'phrase\("((?:prompt|notice|page)\.[\w-]+)"', source)
    remarks = {
        f"remark.{manner}.{occasion}.{number + 1}"
        for manner in get_args(Manner)
        for occasion in get_args(Occasion)
        for number in range(VARIANTS)
    }
    assert {f"error.{name}" for name in refusals} | {*phrases, *PHRASES, *remarks} == set(TEXT.texts("en"))
