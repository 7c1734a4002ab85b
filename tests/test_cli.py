"""The command line as people use it: good input, bad input, help."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import guanxi
from guanxi.cli import main
from guanxi.doctor import Module, modules

COMMANDS = (
    "play",
    "games",
    "rules",
    "match",
    "lab",
    "train",
    "exploit",
    "dataset",
    "replay",
    "verify",
    "backup",
    "doctor",
    "serve",
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The file of a finished game."""
    assert main(["match", "hanamikoji", "--games", "2", "--logs", str(tmp_path / "logs"), "--json"]) == 0
    return tmp_path / "logs" / "hanamikoji-0-0.json"


TIME_LIMIT = 300  # seconds for a command; generous, because the machine may be busy


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a command that must fail; returns its error, which is one line without a traceback."""
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("guanxi: ")
    assert said.err.count("\n") == 1
    assert len(said.err) > len("guanxi: x")
    return said.err


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a subprocess."""
    command = [sys.executable, "-m", "guanxi", *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == guanxi.__version__


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--help"]):
        assert main(arguments) == 0
        said = capsys.readouterr().out
        assert all(command in said for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert "Example" in said
    assert f"guanxi {command}" in said.split("Example")[1]


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "hanamikoji  (2 players)" in capsys.readouterr().out


def test_match_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "hanamikoji", "--bots", "greedy,random", "--games", "4", "--seed", "7"]) == 0
    said = capsys.readouterr()
    assert "greedy" in said.out
    assert "4 games of hanamikoji (2 deals), seed 7" in said.out
    assert said.err == ""


def test_match_as_json_is_only_json_and_always_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "hanamikoji", "--bots", "random", "--seats", "2", "--games", "6", "--json"]
    results = []
    for more in (["--jobs", "1"], ["--jobs", "2"]):
        assert main([*arguments, *more, "--option", "rounds=2", "--option", "first=1"]) == 0
        results.append(json.loads(capsys.readouterr().out))
    assert results[0]["options"] == {"rounds": 2, "first": 1}
    assert [bot["bot"] for bot in results[0]["bots"]] == ["random 1", "random 2"]
    assert results[0]["bots"][0]["win_rate"] == results[1]["bots"][0]["win_rate"]
    assert results[0]["decisions"] == results[1]["decisions"]


def test_match_refuses_invalid_arguments(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "There is no game 'chess'. Available games: " in refused(capsys, "match", "chess")
    assert "There is no bot 'deep'" in refused(capsys, "match", "hanamikoji", "--bots", "greedy,deep")
    assert "not 3" in refused(capsys, "match", "hanamikoji", "--seats", "3")
    assert "3 bots were named for 2 seats" in refused(
        capsys, "match", "hanamikoji", "--bots", "random,random,random", "--seats", "2"
    )
    assert "name=value" in refused(capsys, "match", "hanamikoji", "--option", "rounds")
    assert "no option 'seats'" in refused(capsys, "match", "hanamikoji", "--option", "seats=2")
    assert "rounds" in refused(capsys, "match", "hanamikoji", "--option", "rounds=many")
    assert "at least one game" in refused(capsys, "match", "hanamikoji", "--games", "0")
    assert "--games" in refused(capsys, "match", "hanamikoji", "--games", "many")
    assert "GAME" in refused(capsys, "match")
    assert "is not empty" in refused(capsys, "match", "hanamikoji", "--logs", tmp_path)
    assert "File exists" in refused(capsys, "match", "hanamikoji", "--logs", tmp_path / "file")
    assert "--nonsense" in refused(capsys, "match", "hanamikoji", "--nonsense")


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "conquer" in refused(capsys, "conquer")


def test_a_wrong_name_gets_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean 'hanamikoji'?" in refused(capsys, "match", "hanamikoi")
    assert "Did you mean 'greedy'?" in refused(capsys, "match", "hanamikoji", "--bots", "Greedi,random")
    assert "Did you mean 'rounds'?" in refused(capsys, "match", "hanamikoji", "--option", "round=3")
    assert "Did you mean 'border_disputes'?" in refused(capsys, "match", "han", "--option", "board=border_dispute")
    assert 'Did you mean "match"?' in refused(capsys, "mtach")
    assert "Did you mean --games?" in refused(capsys, "match", "hanamikoji", "--gmaes", "3")
    assert "Did you mean" not in refused(capsys, "match", "chess")


def test_shells_complete_commands_and_options(tmp_path: Path) -> None:
    done = run("--install-completion", "--shell", "bash", HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    written = "".join(file.read_text() for file in tmp_path.rglob("*") if file.is_file())
    assert all(command in written for command in COMMANDS)
    assert "--observations" in written


def test_replay(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["replay", str(log), "--language", "en"]) == 0
    whole = capsys.readouterr().out
    assert whole.startswith("Hanamikoji – greedy, random\n")
    assert "wins the game." in whole
    assert main(["replay", str(log), "--language", "it", "--to", "1", "--seat", "0"]) == 0
    story = capsys.readouterr().out
    assert "greedy pesca: " in story
    assert "   2  " not in story


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_that_cannot_be_read_are_named(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no file" in refused(capsys, command, tmp_path / "nothing.json")
    assert "is a directory" in refused(capsys, command, tmp_path)


def test_replay_refuses_files_that_are_not_logs(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, document in {
        "binary": bytes(range(256)),
        "empty": b"",
        "half": log.read_bytes()[:300],
        "list": b"[1, 2]",
        "other": b'{"game": "chess"}',
        "changed": log.read_bytes().replace(b"random", b"nobody"),
    }.items():
        file = tmp_path / name
        file.write_bytes(document)
        assert str(file) in refused(capsys, "replay", file)
    assert "There is no entry 999" in refused(capsys, "replay", log, "--to", "999")
    assert "There is no seat 5" in refused(capsys, "replay", log, "--seat", "5")
    assert "--language" in refused(capsys, "replay", log, "--language", "tlh")


def test_a_log_cannot_control_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.json"
    file.write_text(guanxi.game("hanamikoji").table(seed=1, names=["\x1b[2J", "Bo"]).log.to_json())
    assert main(["replay", str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_verify(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["verify", str(log)]) == 0
    assert capsys.readouterr().out.count("✓") == 6
    log.write_bytes(log.read_bytes().replace(b"random", b"nobody"))
    assert main(["verify", str(log)]) == 1
    assert "✗ digest" in capsys.readouterr().out


def test_verify_reports_files_that_are_not_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.json").write_bytes(b"\xff\xfe")
    assert main(["verify", str(tmp_path / "log.json")]) == 1
    assert "✗ document" in capsys.readouterr().out


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor"])
    said = capsys.readouterr().out
    assert code == (0 if all(module.current for module in modules()) else 1)
    assert guanxi.__version__ in said
    assert "guanxi.games.hanamikoji.rules.rules: " in said
    assert "decisions per second" in said
    assert "Browser  " in said
    assert "Games    are saved in " in said


def test_the_doctor_looks_at_all_modules_that_are_compiled() -> None:
    import derive

    assert {module.name for module in modules()} == set(derive.modules())


def test_the_doctor_sees_a_module_compiled_from_another_source() -> None:
    stale = Module(name="rules", compiled=True, present=True, current=False)
    assert "a different version of the source" in stale.status()
    plain = run("doctor", GUANXI_PLAIN="1")
    assert plain.returncode == 0
    assert "plain: " in plain.stdout


def test_play_refuses_a_game_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "chess", "--new"]) == 2
    assert "chess" in capfd.readouterr().err


def test_output_that_nobody_reads_is_no_error(log: Path) -> None:
    command = f'"{sys.executable}" -c "from guanxi.cli import main; main()" replay "{log}" | true'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    assert done.stderr == ""


def test_a_terminal_without_our_letters_is_no_error(log: Path) -> None:
    done = run("verify", str(log), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.startswith("? document")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_match_ends_quietly(jobs: str, tmp_path: Path) -> None:
    program = "import sys; from guanxi.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "match", "hanamikoji", "--games", "1000000", "--jobs", jobs]
    command += ["--logs", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while len(list(tmp_path.iterdir())) < 5 and running.poll() is None:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=TIME_LIMIT)
    assert running.returncode == 130
    assert (out, err.strip()) == (b"", b"")


def test_the_command_line_starts_quickly() -> None:
    program = "import sys, guanxi.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    for slow in ("rich.progress", "guanxi.lab.match", "guanxi.terminal.play", "guanxi.games.hanamikoji", "babel"):
        assert slow not in done.stdout.split()
