"""Programs as bots: the messages they get, whole games, and clear errors when they fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import guanxi
from guanxi.bots import bot, bot_names, end
from guanxi.bots import program as program_bot
from guanxi.bots.program import Process, Program, ProgramFailed
from guanxi.engine.sight import Sight
from guanxi.lab.match import BotFailed, match

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
HANAMIKOJI = guanxi.game("hanamikoji")
NOTES = """
import json, os, sys
with open(sys.argv[1], "a") as notes:
    print(json.dumps({"type": "started", "pid": os.getpid()}), file=notes, flush=True)
    for line in sys.stdin:
        print(line, end="", file=notes, flush=True)
        message = json.loads(line)
        if message["type"] == "decide":
            print(json.dumps({"move": message["legal"][0][sys.argv[2]], "stay": len(sys.argv) > 3}), flush=True)
"""
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


def program(folder: Path, source: str, *arguments: object) -> str:
    """The name of a bot that is a small Python program."""
    file = folder / "program.py"
    file.write_text(source)
    return f"program:{sys.executable} {file} {' '.join(map(str, arguments))}"


def play(name: str, rounds: int = 1, seed: int = 1) -> guanxi.Table:
    """Let a bot play a whole game against `random`."""
    table = HANAMIKOJI.table(seed=seed, rounds=rounds, first=0)
    bots = [bot(name, Random(seed)), bot("random", Random(-1 - seed))]
    while table.to_move:
        seat = table.to_move[0]
        table.play(seat, bots[seat].choose(table.sight(seat)))
    for player in bots:
        end(player, table.result)
    return table


def noted(file: Path) -> list[dict[str, Any]]:
    """The messages that a program got."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def as_json(record: msgspec.Struct | None) -> Any:
    """A struct as a program reads it."""
    return json.loads(msgspec.json.encode(record))


def runs(pid: int) -> bool:
    """Whether a process exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("by", ["number", "notation"])
def test_a_program_is_greeted_asked_and_told_the_end(tmp_path: Path, by: str) -> None:
    table = play(program(tmp_path, NOTES, tmp_path / "notes", by))
    _, hello, first, *_, last = noted(tmp_path / "notes")
    assert hello == {
        "type": "hello",
        "protocol": 2,
        "game": "hanamikoji",
        "seat": 0,
        "seats": 2,
        "options": {"rounds": 1, "first": 0, "cards": None},
        "seed": Random(1).getrandbits(53),
    }
    begun = HANAMIKOJI.table(seed=1, rounds=1, first=0)
    assert first["view"] == as_json(begun.view(0))
    assert first["view"]["game"] == "hanamikoji"
    assert first["legal"][0] == {
        "number": begun.sight(0).legal_numbers[0],
        "move": {"do": "secret", "card": "flute"},
        "notation": begun.legal_moves(0)[0].notation(),
        "touches": list(begun.legal_moves(0)[0].touches()),
    }
    assert len(first["legal"]) == len(begun.legal_moves(0))
    assert last == {"type": "over", "result": as_json(table.result)}
    own = [entry for entry in table.log.moves if entry.startswith("0 ")]
    assert own[0] == f"0 {first['legal'][0]['notation']}"
    assert len(own) == sum(line["type"] == "decide" for line in noted(tmp_path / "notes"))


def test_a_program_is_told_what_happened_since_its_last_decision(tmp_path: Path) -> None:
    table = play(program(tmp_path, NOTES, tmp_path / "notes", "number"), rounds=2)
    told = [line["events"] for line in noted(tmp_path / "notes") if line["type"] == "decide"]
    begun, *after = told
    assert [event["event"] for event in begun] == ["dealt", "drew"]
    assert begun[1]["item"] is not None
    assert all(events[0]["seat"] == 0 for events in after)  # its own move, and its consequences
    so_far = [event for events in told for event in events]
    assert so_far == [as_json(event) for event in table.events(0)][: len(so_far)]
    others = [event for event in so_far if event["event"] in ("drew", "secret") and event["seat"] == 1]
    assert len(others) > 2
    assert all(event["item"] is None for event in others)


def test_a_program_is_told_the_same_whatever_it_cannot_know(tmp_path: Path) -> None:
    table = HANAMIKOJI.table(seed=3, first=0)
    other = table.position.copy()
    other.reseed(1, 2, 3, 4)
    other.imagine(0)
    assert other.numbers() != table.position.numbers()
    told = []
    for position in (table.position, other):
        player = bot(program(tmp_path, NOTES, tmp_path / "notes", "number"), Random(1))
        player.choose(Sight(HANAMIKOJI, position, 0, table.options))
        end(player, None)
        told.append([line for line in noted(tmp_path / "notes") if line["type"] != "started"])
        (tmp_path / "notes").unlink()
    assert told[0] == told[1]
    assert [line["type"] for line in told[0]] == ["hello", "decide", "over"]


@pytest.mark.parametrize("stays", [True, False])
def test_a_program_may_stay_for_the_next_game(tmp_path: Path, stays: bool) -> None:
    name = program(tmp_path, NOTES, tmp_path / "notes", "number", *["stay"] * stays)
    for seed in range(3):
        play(name, seed=seed)
    lines = noted(tmp_path / "notes")
    assert sum(line["type"] == "hello" for line in lines) == 3
    pids = [line["pid"] for line in lines if line["type"] == "started"]
    assert len(pids) == (1 if stays else 3)
    assert [runs(pid) for pid in pids] == [stays] * len(pids)
    for process in Program._staying.pop(name.partition(":")[2].strip(), []):
        process.close()
    assert not any(runs(pid) for pid in pids)


def test_no_program_outlives_a_bot_that_is_forgotten(tmp_path: Path) -> None:
    player = bot(program(tmp_path, NOTES, tmp_path / "notes", "number"), Random(1))
    player.choose(HANAMIKOJI.table(first=0).sight(0))
    pid = noted(tmp_path / "notes")[0]["pid"]
    assert runs(pid)
    del player
    assert not runs(pid)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("raise SystemExit(3)", r"ended with code 3 before it answered\.$"),
        ("1 / 0", r"ended with code 1 before it answered\. It wrote to stderr: Traceback .*ZeroDivisionError"),
        (
            "print('hello', flush=True); input()",
            r"answered 'hello', which is not an answer\. Expected: {\"move\": \d+",
        ),
        ("print('{\"move\": true}', flush=True); input()", r"answered '{\"move\": true}', which is not an answer"),
        (
            "import sys; print('hm', file=sys.stderr); print('{\"move\": 9999}', flush=True); input()",
            r"answered '{\"move\": 9999}', which is not a legal move\. Legal: \d+ \(secret \w+\), .* …\. .*stderr: hm$",
        ),
        ('print(\'{"move": "resign"}\', flush=True)', r"which is not a legal move"),
        (
            'import sys; sys.stdout.buffer.write(b\'{"move": "\\xff"}\\n\')',
            'answered \'{"move": "\N{REPLACEMENT CHARACTER}"}\', which is not an answer',
        ),
        ("print('x' * 10**6)", r"answered 'x{200}', which is not an answer"),
    ],
    ids=["ends", "raises", "nonsense", "true", "illegal", "resigns", "no UTF-8", "endless line"],
)
def test_a_program_that_fails_is_told_what_would_be_right(tmp_path: Path, source: str, sentence: str) -> None:
    player = bot(program(tmp_path, source), Random(1))
    with pytest.raises(ProgramFailed, match=re.compile(sentence, re.DOTALL)):
        player.choose(HANAMIKOJI.table(seed=1, first=0).sight(0))


def test_an_answer_counts_even_if_the_program_has_exited(tmp_path: Path) -> None:
    process = Process(program(tmp_path, "print('hello')").removeprefix("program:"))
    process.running.wait()
    assert process.ask([{}, {}], 5.0) == b"hello\n"
    process.close()


@pytest.mark.parametrize(
    "source",
    [
        "import time; time.sleep(3600)",
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import sys; sys.stdin.read()'])",
    ],
    ids=["sleeps", "its child reads and says nothing"],
)
def test_a_program_that_never_answers_is_not_waited_for(tmp_path: Path, source: str) -> None:
    player = Program(Random(1), program(tmp_path, source).removeprefix("program:"), patience=0.3)
    begun = time.perf_counter()
    with pytest.raises(ProgramFailed, match=r"did not answer within 0\.3 seconds"):
        player.choose(HANAMIKOJI.table(first=0).sight(0))
    assert time.perf_counter() - begun < 600  # it was killed, not waited for


def test_the_reason_is_known_before_the_program_is_seen_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that kills a late program may be held up once it has done so."""
    told, kill = threading.Event(), program_bot._kill

    def held_up(running: subprocess.Popen[bytes]) -> None:
        kill(running)
        if threading.current_thread() is not threading.main_thread():
            told.wait(600)

    monkeypatch.setattr(program_bot, "_kill", held_up)
    player = Program(
        Random(1), program(tmp_path, "import time; time.sleep(3600)").removeprefix("program:"), patience=0.3
    )
    try:
        with pytest.raises(ProgramFailed, match="did not answer within"):
            player.choose(HANAMIKOJI.table(first=0).sight(0))
    finally:
        told.set()


@pytest.mark.parametrize("command", ["/nowhere/to/be/found", '"unclosed'])
def test_a_command_that_does_not_exist_is_named(command: str) -> None:
    with pytest.raises(ProgramFailed, match=r"cannot be started: No "):
        bot(f"program:{command}", Random(1)).choose(HANAMIKOJI.table(first=0).sight(0))


def test_a_match_ends_with_what_the_program_said(tmp_path: Path) -> None:
    name = program(tmp_path, "print('pass', flush=True); input()")
    with pytest.raises(
        BotFailed, match=r"in seat \d, at move \d+ of the game .* answered 'pass', which is not an answer"
    ):
        match(HANAMIKOJI, [name, "random"], games=2, jobs=1)


@pytest.mark.parametrize("example", ["python first.py", pytest.param("node first.mjs", marks=needs_node)])
def test_the_examples_play_better_than_random(example: str) -> None:
    runner, file = example.split()
    name = f"program:{sys.executable if runner == 'python' else runner} {EXAMPLES / file}"
    results = [play(name, rounds=30, seed=seed).result for seed in range(100)]
    assert sum(0 in result.winners for result in results if result) > 55


@pytest.mark.parametrize("game", guanxi.game_names())
@pytest.mark.parametrize("example", ["python first.py", pytest.param("node first.mjs", marks=needs_node)])
def test_the_examples_play_every_game(game: str, example: str) -> None:
    runner, file = example.split()
    found = guanxi.game(game)
    table = found.table(seed=1, **found.automatic)
    player = bot(f"program:{sys.executable if runner == 'python' else runner} {EXAMPLES / file}", Random(1))
    for _ in range(25):
        if table.over:
            break
        seat = table.to_move[0]
        table.play(seat, player.choose(table.sight(seat)))
    end(player, None)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("greedy:3", r"'greedy' takes no parameter: write 'greedy', not 'greedy:3'"),
        ("program", r"'program' needs a command"),
        ("program: ", r"'program' needs a command"),
        ("twin", r"'twin' needs the name of another bot, for example twin:greedy"),
        ("twin:deep", r"no bot 'deep'"),
        ("quick:deep", r"'quick' takes seconds to think, up to 600, or iterations: quick:0.5 or quick:iterations=200"),
        ("openspiel:many", r"needs a number of simulations: openspiel:1000, not 'many'"),
    ],
)
def test_an_invalid_parameter_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(guanxi.BadOption, match=sentence):
        bot(name, Random(1))


def test_programs_cannot_be_named_at_a_table() -> None:
    assert not {"program", "twin", "openspiel"} & set(bot_names())
