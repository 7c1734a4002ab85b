"""Versions of a game side by side: paired differences, saved games, and what the report says about them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import guanxi
from guanxi.cli import main
from guanxi.engine.errors import BadOption
from guanxi.lab.estimates import Impact, Ratio
from guanxi.lab.report import report
from guanxi.lab.results import Results
from guanxi.lab.shares import difference, extremes, fair_share, with_interval
from guanxi.lab.study import Study, StudyPlan, play
from guanxi.lab.variations import all_variations, variations
from guanxi.lab.version_report import Change, conclusion, strongest_first, verdicts, version_sections

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.lab.match_plan import GameId
    from guanxi.lab.recording import RecordedGame

HANAMIKOJI, HAN = guanxi.game("hanamikoji"), guanxi.game("han")


def impact(wins: list[float]) -> Impact:
    """A seat at tables of two that won these games, a deal each."""
    found = Impact()
    for deal, won in enumerate(wins):
        found.add([((1, 0), (won, 1 - won), (0, 0))], deal)
    return found


def plan(label: str = "as asked", **options: object) -> StudyPlan:
    return StudyPlan(HANAMIKOJI, ["random"], 1, {"rounds": 1, **options}, seats=2, label=label)


def studied(games: list[list[RecordedGame]], label: str) -> Study:
    study = Study(plan(label), compared=True)
    for deal in games:
        study.add(deal)
    return study


def test_shared_luck_is_removed_from_a_difference() -> None:
    random = Random(1)
    luck = [random.random() < 0.5 for _ in range(200)]
    one = impact([float(won) for won in luck])
    # In every tenth deal, whatever its luck, the other version makes a loss of a win.
    other = impact([1.0 if number % 10 == 0 else float(won) for number, won in enumerate(luck)])
    alone = [fair_share(version.share, 2) for version in (one, other)]
    assert alone[0]
    assert alone[1]
    assert alone[0].high > alone[1].low  # their intervals overlap
    found = difference(one, other, (2, 2))
    assert found
    assert found.value == pytest.approx(alone[1].value - alone[0].value)
    assert found.differs(0.0)


def test_a_version_does_not_differ_from_itself() -> None:
    wins = [float(number % 3 == 0) for number in range(60)]
    found = difference(impact(wins), impact(wins), (2, 2))
    assert found
    assert (found.value, found.error) == (0, 0)
    assert not found.differs(0.0)
    assert difference(impact(wins), Impact(), (2, 2)) is None


def test_chance_is_rarely_taken_for_a_difference() -> None:
    random = Random(2)
    wrong = 0
    for _ in range(300):
        one, other = (impact([float(random.random() < 0.4) for _ in range(60)]) for _ in range(2))
        found = difference(one, other, (2, 2))
        assert found
        wrong += found.differs(0.0)
    assert wrong <= 12  # 1 % of them is expected


def test_shares_in_units_of_the_fair_share() -> None:
    ratio = Ratio()
    for number in range(100):
        ratio.add(float(number % 4 == 0), 1)
    found = fair_share(ratio, 4)
    assert found
    assert found.value == 1
    assert with_interval(found) == "1.00 (0.7–1.4)"
    assert with_interval(fair_share(Ratio(), 4)) == "–"
    assert extremes([found, found._replace(value=2.0, low=1.7)], (0.6, 1.6)) == "1.00–2.00, 1 outside (1 surely)"


def test_the_report_says_what_differs_surely() -> None:
    games = list(play(plan(), 60, 1))
    spoiled = [[replace(one, shares=(1.0, 0.0)) for one in deal] for deal in games]
    studies = [studied(games, "standard"), studied(spoiled, "candidate")]
    (section,) = version_sections(studies)
    told = [finding.sentence for finding in section.findings]
    (seats,) = [sentence for sentence in told if sentence.startswith("Seat: ")]
    assert seats.startswith("Seat: with candidate surely different: seat 0 (")
    assert "→ 2.00) and seat 1 (" in seats
    page = report(studies, "", 60)
    assert "Whom a version helps" in page
    assert ", surely</td>" in page
    (same,) = version_sections([studies[0], studied(games, "twin")])
    assert [one.sentence for one in same.findings] == ["No version surely changes the share of anybody or anything."]
    assert version_sections(studies[:1]) == []


def test_the_report_says_for_each_version_who_is_too_strong() -> None:
    games = list(play(plan(), 3, 1))
    studies = [studied(games, "standard"), studied(games, "candidate")]
    strong, fair = (
        impact([float(number % 10 > 0) for number in range(200)]),
        impact([number % 2 for number in range(200)]),
    )
    told = verdicts(
        "Leader", studies, [{"Karađorđe": strong, "Mahmud II": fair}, {"Karađorđe": fair, "Mahmud II": fair}]
    )
    assert [finding.sentence for finding in told] == [
        "Leader, standard: more than a fair share: Karađorđe (90%); the rest could be chance.",
        "Leader, candidate: neither differs by more than chance would explain.",
    ]


def test_a_comparison_comes_first_in_the_report() -> None:
    games = list(play(plan(), 30, 1))
    page = report([studied(games, "standard"), studied(games, "candidate")], "", 30)
    assert page.index("Whom a version helps") < page.index("How long games take")
    changes = [change_of(share) for share in (0.3, 0.7, 0.5)]
    assert strongest_first(changes) == [changes[1], changes[2], changes[0]]


def change_of(share: float) -> Change:
    """A thing with this share before and after."""
    found = fair_share(impact([float(number < 10 * share) for number in range(10)]).share, 2)
    assert found
    return Change("fan", "candidate", found, found, found)


def test_what_is_not_sure_yet_is_said_with_the_games_it_needs() -> None:
    random = Random(1)
    one, other = (impact([float(random.random() < chance) for _ in range(50)]) for chance in (0.4, 0.6))
    by = difference(one, other, (2, 2))
    before, after = fair_share(one.share, 2), fair_share(other.share, 2)
    assert by
    assert before
    assert after
    change = Change("fan", "candidate", before, after, by)
    assert not by.differs(0.0)
    told = conclusion([change], [], 50)
    assert told.startswith("no difference that chance would not explain; closest to one is fan with candidate (")
    needed = int(told.partition("about ")[2].partition(" ")[0].replace(",", ""))
    assert needed == pytest.approx(50 * by.times_more(0.0), rel=0.4)
    assert conclusion([change._replace(by=by._replace(value=0.0))], [], 50).endswith("would not explain.")


def test_saved_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list(Results(tmp_path, plan()).play(4, 1))
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes() + b'[[{"deal": 4')  # a line that was being written
    more = list(Results(tmp_path, plan()).play(6, 1))
    assert more[:4] == first
    assert [deal[0].deal for deal in more] == list(range(6))
    monkeypatch.setattr(StudyPlan, "play", None)
    assert list(Results(tmp_path, plan()).play(6, 1)) == more
    assert list(Results(tmp_path, plan()).play(2, 1)) == more[:2]
    assert Results(tmp_path, plan(first=1)).file != file
    file.write_bytes(b"{}\n")
    with pytest.raises(BadOption, match="Remove it"):
        Results(tmp_path, plan())


def test_a_changed_file_is_another_version(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    board.write_bytes(guanxi.game("han").files[0].find("border_disputes").read_bytes())
    names = set()
    for _ in range(2):
        planned = StudyPlan(HAN, ["random"], 1, {"board": str(board)}, seats=3)
        names.add(Results(tmp_path / "played", planned).file.name)
        board.write_bytes(board.read_bytes() + b"\n")
    assert len(names) == 2


def test_the_command_compares_and_plays_the_standard_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["lab", "hanamikoji", "--bots", "random", "--games", "3", "--option", "rounds=1"]
    files = ["--out", str(tmp_path / "report.html"), "--results", str(tmp_path / "played")]
    assert main([*command, "--compare", "first=0", *files]) == 0
    assert "No version surely changes" in capsys.readouterr().out
    played = []
    play_one = StudyPlan.play

    def noted(self: StudyPlan, place: GameId) -> RecordedGame:
        played.append(self.label)
        return play_one(self, place)

    monkeypatch.setattr(StudyPlan, "play", noted)
    assert main([*command, "--compare", "first=0,1", *files]) == 0
    assert played == ["first 1"] * 3


def test_one_version_may_have_several_changes() -> None:
    (one,) = variations(HAN, "board=ways_of_diplomacy+variant=true", 3, {"first": 1})
    assert one.label == "board ways_of_diplomacy, variant yes"
    assert one.options == {"board": "ways_of_diplomacy", "variant": True, "first": 1}
    assert len(all_variations(HAN, 3, {}, ["players=4+variant=true"])) == 2
    with pytest.raises(BadOption, match=r"name=value\+name=value"):
        variations(HAN, "board+variant=true", 3, {})
