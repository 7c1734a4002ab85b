"""`guanxi board`: valid and faulty files of all games, and files of no known kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import msgspec
import pytest

import guanxi
from guanxi.cli import main
from guanxi.commands.boards import find, kinds
from tests.engine.playing import play_absent

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.boards.files import Files

    Change = Callable[[dict[str, Any]], object]

SHIPPED = [
    "balkans_1807",
    "border_disputes",
    "initiatives",
    "leaders_1807",
    "leaders_1807_first",
    "seven_geishas",
    "ways_of_diplomacy",
    "yuan",
]


OPTIONS = [
    ("han", "board", "border_disputes"),
    ("white_lotus", "board", "yuan"),
    ("haiduci", "board", "balkans_1807"),
    ("haiduci", "cards", "initiatives"),
    ("haiduci", "leaders", "leaders_1807"),
]


def own(folder: Path, name: str, change: Change, file: str = "mine.json") -> str:
    """The path of a copy of a file with a change made to it."""
    document = json.loads(find(name)[1].read_text(encoding="utf-8"))
    change(document)
    (folder / file).write_text(json.dumps(document, indent=1), encoding="utf-8")
    return str(folder / file)


def text(folder: Path, written: str | bytes) -> str:
    """The path of a file with this text."""
    path = folder / "mine.json"
    path.write_bytes(written.encode() if isinstance(written, str) else written)
    return str(path)


def test_every_name_is_of_one_file_that_says_so_itself() -> None:
    names = [name for files in kinds() for name in files.names]
    assert sorted(names) == SHIPPED
    assert [files.load(name).name for files in kinds() for name in files.names] == names


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_files_are_valid(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", name]) == 0
    said = capsys.readouterr().out
    assert said.startswith("✓ ")
    assert f": a valid {find(name)[0].called} with " in said


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_file_can_be_shown(name: str, language: str, tmp_path: Path) -> None:
    target = tmp_path / "shown"
    assert main(["board", "show", name, "--language", language, "--out", str(target)]) == 0
    shown = target.read_text(encoding="utf-8")
    assert shown.startswith("<svg") == find(name)[0].is_drawn
    words = {
        "balkans_1807": {"en": "Transylvania", "fr": "Transylvanie", "it": "Transilvania"},
        "border_disputes": {"en": "Border Disputes", "fr": "Conflits Frontaliers", "it": "Confini Contesi"},
        "initiatives": {"en": "army + army", "fr": "armée + armée", "it": "esercito + esercito"},
        "leaders_1807": {"en": "Control the province: Wallachia", "fr": "Valachie", "it": "Valacchia"},
        "leaders_1807_first": {"en": "Control 3 territories of your own", "fr": "Contrôler 3", "it": "Controllare 3"},
        "seven_geishas": {"en": "the Lady in the Rain", "fr": "charme", "it": "ventaglio"},
        "ways_of_diplomacy": {"en": "Endless Palace", "fr": "Palais", "it": "Palazzo"},
        "yuan": {"en": "Yellow River", "fr": "La Chine des Yuan", "it": "Fiume Giallo"},
    }
    assert words[name][language] in shown


def test_a_picture_goes_to_this_folder_and_a_table_to_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["board", "show", "balkans_1807"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["balkans_1807.svg"]
    assert "Wrote a drawing of board.json to balkans_1807.svg" in capsys.readouterr().out
    assert main(["board", "show", "leaders_1807", "--language", "en"]) == 0
    assert "Karađorđe" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("border_disputes", lambda b: b["track"].pop(), "The track has 49 places."),
        ("yuan", lambda b: b["provinces"]["dadu"].update(zone="dark"), "9 provinces are dark. It should be 8"),
        ("balkans_1807", lambda b: b.update(begins="greece"), '"begins" names "greece", which is no province.'),
        ("initiatives", lambda c: c["combinations"].pop(0), "There is no combination for commerce and commerce."),
        ("leaders_1807", lambda n: n["leaders"]["serbia"].pop(), "serbia has 2 leaders. Each faction has 3."),
        ("seven_geishas", lambda c: c.update(hand=5), "A hand has 5 cards. It should be 6 to 8: the four actions"),
    ],
)
def test_faults_are_told_for_every_kind(
    name: str, change: Change, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = own(tmp_path, name, change)
    assert main(["board", "check", mine]) == 1
    assert f"✗ mine.json: {said}" in capsys.readouterr().out
    assert main(["board", "show", mine]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (
            "yuan",
            lambda b: b["provinces"]["dadu"].update(zone="grey"),
            'provinces → dadu → zone is "grey". It should be "light" or "dark".',
        ),
        (
            "yuan",
            lambda b: b["provinces"]["dadu"]["outline"].__setitem__(3, [1, "x"]),
            "provinces → dadu → outline → 4: Expected `int`, got `str`.",
        ),
        (
            "balkans_1807",
            lambda b: b["territories"]["vidin"].pop("at"),
            "territories → vidin: Object missing required field `at`. The fields are: name, province, at, near",
        ),
        ("border_disputes", lambda b: b["roads"].__setitem__(2, ["a"]), "roads → 3: Expected `array`"),
        ("border_disputes", lambda b: b["roads"].__setitem__(2, ["a", 7]), "roads → 3 → 2: Expected `str`, got `int`."),
        (
            "initiatives",
            lambda c: c.update(colour="red"),
            "the file: Object contains unknown field `colour`. The fields are: guanxi, name",
        ),
    ],
)
def test_a_wrong_form_is_told_with_its_place(
    name: str, change: Change, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "check", own(tmp_path, name, change)]) == 2
    assert f"mine.json is not a {find(name)[0].called}: {said}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{}", 'mine.json does not name its kind in a field "guanxi". It can be:'),
        ("[1]", "mine.json does not name its kind"),
        ('{"guanxi": 3}', "mine.json does not name its kind"),
        ('{"guanxi": "han board 2"}', 'mine.json names an unknown kind, "han board 2"'),
        (
            '{\n "guanxi": "han board 1",\n oops}',
            "mine.json is not valid JSON: object keys must be strings, in line 3, column 2.",
        ),
        ('{"guanxi": "han board 1"', "mine.json is not valid JSON: it ends too early."),
        ("", "mine.json is not valid JSON: it ends too early."),
        (b"\xff\xfe{", "mine.json is not valid JSON: "),
    ],
)
def test_a_file_of_an_unknown_kind_is_refused(
    written: str | bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("check", "show"):
        assert main(["board", command, text(tmp_path, written)]) == 2
        wrong = capsys.readouterr().err
        assert said in wrong
        assert wrong.count("\n") == 1


def test_the_error_for_a_file_without_a_kind_lists_all_kinds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["board", "check", text(tmp_path, "{}")])
    said = capsys.readouterr().err
    assert all(f'"{files.kind}" for a {files.called}' in said for files in kinds())


@pytest.mark.parametrize("name", ["nowhere.json", "x" * 5000, "a\0b", "."])
def test_an_unknown_name_lists_the_known_ones(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", name]) == 2
    said = capsys.readouterr().err
    assert all(known in said for known in SHIPPED)


def test_a_name_with_a_slip_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "copy", "border_dispute", "mine.json"]) == 2
    assert "Did you mean 'border_disputes'?" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    wrong = own(tmp_path, "yuan", lambda board: board["provinces"]["dadu"].update(zone="dark"))
    assert main(["board", "check", str(broken), "nowhere.json", wrong, "balkans_1807"]) == 2
    said = capsys.readouterr()
    assert "✗ mine.json: 9 provinces are dark." in said.out
    assert "✓ board.json: a valid board of Haiduci" in said.out
    assert "broken.json is not valid JSON: it ends too early." in said.err
    assert 'There is no file "nowhere.json".' in said.err


@pytest.mark.parametrize("arguments", [["board"], ["board", "--help"], ["board", "check", "--help"]])
def test_the_help_names_all_files(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert all(known in said for known in SHIPPED)


def test_a_check_without_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check"]) == 2
    assert "Name a file to check" in capsys.readouterr().err


def test_a_file_cannot_control_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = own(tmp_path, "yuan", lambda b: b["provinces"]["dadu"].update(name="\x1b[2J", at=[1, 1]))
    assert main(["board", "check", mine]) == 1
    assert "\x1b" not in capsys.readouterr().out


def bosnia(document: dict[str, Any]) -> None:
    """Russia becomes Bosnia, in a map or among leaders."""
    changed = json.loads(json.dumps(document).replace('"russia"', '"bosnia"').replace("(russia", "(bosnia"))
    document.clear()
    document.update(changed)


def test_files_named_together_are_checked_against_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leaders = own(tmp_path, "leaders_1807", bosnia, "leaders.json")
    board = own(tmp_path, "balkans_1807", bosnia, "board.json")
    assert main(["board", "check", leaders]) == 1
    assert '"bosnia" is no faction of the board balkans_1807.' in capsys.readouterr().out
    assert main(["board", "check", board, leaders]) == 0
    table = guanxi.game("haiduci").table(4, seed=1, board=board, leaders=leaders)
    while not table.over:
        play_absent(table)


@pytest.mark.parametrize(("game", "option", "name"), OPTIONS)
def test_a_game_can_use_a_file_of_the_players_own(
    game: str, option: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ["match", game, "--bots", "random", "--seats", "4", "--games", "4", "--jobs", "1", "--option"]
    mine = own(tmp_path, name, lambda file: file.update(name="mine"))
    assert main([*match, f"{option}={mine}"]) == 0
    assert main([*match, f"{option}={name}"]) == 0
    capsys.readouterr()
    wrong = own(tmp_path, name, lambda file: file.pop("name"))
    assert main([*match, f"{option}={wrong}"]) == 2
    assert f"mine.json is not a {find(name)[0].called}: the file: Object missing" in capsys.readouterr().err
    assert main([*match, f"{option}={tmp_path}"]) == 2
    assert name in capsys.readouterr().err


def test_each_fault_has_its_line_when_a_table_is_made(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    mine = own(tmp_path, "leaders_1807", lambda n: (n["leaders"]["serbia"].pop(), n["leaders"]["russia"].pop()))
    for command in (["match", "haiduci", "--seats", "4"], ["play", "haiduci", "--seats", "4"]):
        assert main([*command, "--option", f"leaders={mine}"]) == 2
        lines = capfd.readouterr().err.splitlines()
        assert ["serbia has 2 leaders" in lines[0], "russia has 2 leaders" in lines[1], len(lines)] == [True, True, 2]


def test_an_error_lists_the_first_faults_and_how_to_list_the_rest(tmp_path: Path) -> None:
    def spoil(board: dict[str, Any]) -> None:
        for province in board["provinces"].values():
            province["near"].append("rome")

    mine = own(tmp_path, "yuan", spoil)
    with pytest.raises(guanxi.BadOption) as wrong:
        guanxi.game("white_lotus").table(4, board=mine)
    lines = str(wrong.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == f"mine.json: 19 more faults are listed by: guanxi board check {mine}"


@pytest.mark.parametrize("files", list(kinds()), ids=lambda files: files.kind)
def test_files_name_the_schema_by_which_editors_complete_them(files: Files[Any]) -> None:
    schema = json.loads(files.schema_file.read_bytes())
    update = f"guanxi board schema {files.names[0]} --out {files.schema_file}"
    assert schema == files.json_schema(), f"The form of files has changed: {update}"
    checked = jsonschema_rs.validator_for(schema)
    for path in files.shipped.values():
        document = json.loads(path.read_bytes())
        assert (path.parent / document["$schema"]).resolve() == files.schema_file
        checked.validate(document)
        assert not checked.is_valid({**document, "nmae": "x"})
        assert not checked.is_valid({name: value for name, value in document.items() if name != "name"})


def test_the_schema_that_a_file_names_is_no_part_of_it(tmp_path: Path) -> None:
    (files,) = guanxi.game("han").files
    document = json.loads(files.find("border_disputes").read_bytes())
    del document["$schema"]
    (tmp_path / "mine.json").write_text(json.dumps(document), encoding="utf-8")
    mine, shipped = files.read(tmp_path / "mine.json"), files.load("border_disputes")
    assert msgspec.json.encode(mine) == msgspec.json.encode(shipped)


def test_a_schema_is_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "schema", "leaders_1807"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["title"] == "A set of leaders of Haiduci"
    assert main(["board", "schema", "leaders_1807", "--out", str(tmp_path / "leaders.json")]) == 0
    assert (tmp_path / "leaders.json").read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(("game", "option", "name"), OPTIONS)
def test_the_log_of_a_game_holds_the_players_own_file(game: str, option: str, name: str, tmp_path: Path) -> None:
    mine = own(tmp_path, name, lambda file: file.update(name="mine"))
    table = guanxi.game(game).table(4, seed=1, **{option: mine})
    for _ in range(20):
        play_absent(table)
    log = table.log.to_json()
    Path(mine).unlink()
    (*_, again) = guanxi.replay(log)
    assert again.position == table.position
    assert json.loads(log)["options"][option]["name"] == "mine"


def test_a_file_may_be_given_itself_and_is_checked() -> None:
    game = guanxi.game("white_lotus")
    files = find("yuan")[0]
    file = json.loads(files.find("yuan").read_bytes())
    assert game.table(4, board=file).view().board == "yuan"  # type: ignore[attr-defined]
    file["provinces"].pop("dadu")
    with pytest.raises(guanxi.BadOption, match=r"board: There are 38 provinces\. The White Lotus has 39\."):
        game.table(4, board=file)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_copy_is_a_file_of_ones_own(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.json"
    assert main(["board", "copy", name, str(mine)]) == 0
    document = json.loads(mine.read_text(encoding="utf-8"))
    shipped = json.loads(find(name)[1].read_text(encoding="utf-8"))
    assert document == {key: part for key, part in shipped.items() if key != "$schema"} | {"name": "mine"}
    assert main(["board", "check", str(mine)]) == 0
    assert main(["board", "copy", name, str(mine)]) != 0
    assert "is there already" in capsys.readouterr().err
