"""Reviews of finished games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import guanxi
from guanxi.bots.evaluation import compare, evaluate
from guanxi.bots.review import Choice, Decision, Review, accounts, course, review, turning_points
from guanxi.bots.search_bot import SearchSettings
from guanxi.cli import main
from guanxi.engine.errors import BadLog
from guanxi.engine.log import history_of
from guanxi.engine.text import phrase

RECORDED = Path(__file__).parent.parent / "recorded"
QUICK = SearchSettings(iterations=24)
CLOSELY = SearchSettings(iterations=300)


def recorded(name: str) -> guanxi.Log:
    return guanxi.Log.from_json((RECORDED / f"{name}.json").read_bytes())


def looked_at(name: str, settings: SearchSettings = QUICK) -> Review:
    log = recorded(name)
    return review(log, guanxi.game(log.game, log.rules), settings)


@pytest.mark.parametrize("name", ["hanamikoji-charm", "hanamikoji-draw", "hanamikoji-undo", "haiduci-four-claim"])
def test_skill_and_luck_add_up_to_the_result(name: str) -> None:
    found = looked_at(name, SearchSettings(iterations=8))
    log = recorded(name)
    assert log.result
    for way in course(found.decisions, found.end):
        assert sum(way) == pytest.approx(1)
    for player in found.players:
        assert player.start + player.skill + player.others + player.luck == pytest.approx(player.end)
        assert player.start == found.decisions[0].chances[player.seat]
        winners = log.result.winners
        assert player.end == pytest.approx(1 / len(winners) if player.seat in winners else 0)
    assert sum(player.luck for player in found.players) == pytest.approx(0)


def test_the_same_log_has_the_same_review() -> None:
    assert looked_at("hanamikoji-charm") == looked_at("hanamikoji-charm")


def test_an_interrupted_review_resumes() -> None:
    log = recorded("hanamikoji-charm")
    whole = looked_at("hanamikoji-charm")
    seen: list[tuple[int, int]] = []
    rest = review(
        log,
        guanxi.game(log.game),
        QUICK,
        lambda made, count: seen.append((made.move, count)),
        whole.decisions[:9],
    )
    assert rest == whole
    assert seen == [(10, 12), (11, 12), (12, 12)]


def test_moves_that_were_taken_back_are_not_reviewed() -> None:
    log = recorded("hanamikoji-undo")
    assert any(entry.startswith("undo") for entry in log.moves)
    found = looked_at("hanamikoji-undo", SearchSettings(iterations=4))
    assert [f"{made.seat} {made.played.notation}" for made in found.decisions] == list(history_of(log.moves))


def test_a_game_that_is_not_over_is_refused() -> None:
    table = guanxi.game("hanamikoji").table(seed=7)
    with pytest.raises(BadLog, match="not over"):
        review(table.log, table.game, QUICK)


def test_the_last_choice_of_a_lost_game_is_a_blunder() -> None:
    """Taking the bowl loses at once; with the umbrella the game would have continued."""
    found = looked_at("hanamikoji-charm", CLOSELY)
    last = found.decisions[-1]
    assert (last.played.notation, last.best.notation) == ("take bowl", "take umbrella")
    assert last.loss > 0.2
    assert found.turns[-1].move == last.move
    assert found.turns[-1].kind == "mistake"
    assert found.players[last.seat].mistakes >= 1


def test_a_loss_of_one_player_is_a_gain_of_the_others() -> None:
    table = guanxi.game("hanamikoji").table(seed=7)
    sight = table.sight(table.to_move[0])
    effect = compare(sight, sight.legal_numbers[0], sight.legal_numbers[-1], QUICK, Random(1))
    assert sum(effect) == pytest.approx(0)
    assert effect != [0, 0]


def test_a_position_can_be_evaluated_for_a_seat_that_waits() -> None:
    """A waiting seat has chances, but no best move."""
    table = guanxi.game("hanamikoji").table(seed=7)
    waiting = 1 - table.to_move[0]
    found = evaluate(table.sight(waiting), QUICK, 24, Random(1))
    assert found.best is None
    assert sum(found.chances) == pytest.approx(1)


def made(move: int, seat: int, first: float, effect: float = 0.0) -> Decision:
    """A decision of a made-up two-player game: the first player's chance before it, and its effect on that player."""
    word = Choice("x", phrase("x"))
    return Decision(move, seat, [first, 1 - first], [first, 1 - first], word, word, [effect, -effect])


def test_a_game_by_hand() -> None:
    """The first player throws 20 points away, draws badly, and is given 10 points."""
    game = [made(1, 0, 0.5, -0.2), made(2, 1, 0.3, 0.1), made(3, 0, 0.3)]
    first, second = (
        [account.start, account.skill, account.others, account.luck, account.end, account.mistakes]
        for account in accounts(game, [1.0, 0.0])
    )
    assert first == pytest.approx([0.5, -0.2, 0.1, 0.6, 1.0, 1])
    assert second == pytest.approx([0.5, -0.1, 0.2, -0.6, 0.0, 1])


def test_turning_points_are_the_largest_swings_in_the_order_of_the_game() -> None:
    game = [made(1, 0, 0.5, -0.2), made(2, 1, 0.3), made(3, 0, 0.35), made(4, 1, 0.6)]
    game += [made(move, 0, 0.55) for move in range(5, 13)]
    found = turning_points(game, [1.0, 0.0])
    assert [(turn.move, turn.kind) for turn in found] == [(1, "mistake"), (3, "luck"), (12, "luck")]
    assert len(turning_points(game[:4], [1.0, 0.0])) == 1


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(RECORDED / "hanamikoji-charm.json"), "--iterations", "16"]) == 0
    head, first, second, *turns = capsys.readouterr().out.splitlines()
    assert head.split()[:1] == ["start"]
    assert (len(first.split()), len(second.split())) == (6, 6) or "Player" in first
    assert any(line.startswith("Move 12, ") for line in turns)


def test_the_command_refuses_a_game_that_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(guanxi.game("hanamikoji").table(seed=7).log.to_json())
    assert main(["review", str(file)]) == 2
    assert "not over" in capsys.readouterr().err
