"""The order of decisions: people who look come first, guests take turns, and a crowd thinks shorter."""

from __future__ import annotations

from functools import partial

import pytest

from guanxi.server.bots.fair_queue import CHARITY, SHORTEST, FairQueue, Job, Urgency

WATCHED, PEOPLE, BOTS = Urgency


def job(guest: str, urgency: Urgency = PEOPLE, bot: str = "master") -> Job:
    return Job("han", bot, urgency, guest.split())


def order(*jobs: Job, only_quick: bool = False) -> list[Job]:
    """The order in which jobs are taken that have come in another."""
    queue = FairQueue(2)
    for one in jobs:
        queue.put(one)
    return list(iter(partial(queue.take, only_quick), None))


def test_people_who_look_come_first_and_bots_among_themselves_last() -> None:
    jobs = [job("a", BOTS), job("b", PEOPLE), job("c", WATCHED)]
    assert order(*jobs) == jobs[::-1]


def test_guests_take_turns_so_that_many_tables_delay_only_their_owner() -> None:
    *many, one = [*(job("many") for _ in range(5)), job("one")]
    assert order(*many, one) == [many[0], one, *many[1:]]


def test_a_table_waits_for_the_player_who_has_fewest_others() -> None:
    *many, shared, last = [*(job("many") for _ in range(3)), job("many friend"), job("many")]
    assert order(*many, shared, last) == [many[0], shared, *many[1:], last]


def test_nothing_waits_for_ever() -> None:
    """However many tables people look at, the least urgent one gets a worker now and then."""
    queue, patient = FairQueue(2), job("patient", BOTS)
    queue.put(patient)
    for number in range(2 * CHARITY):
        queue.put(job(f"guest {number}", WATCHED))
    assert [queue.take() is patient for _ in range(CHARITY)].count(True) == 1


def test_quick_decisions_have_a_lane_of_their_own() -> None:
    slow, quick = job("a"), job("b", bot="novice")
    assert order(slow, quick, only_quick=True) == [quick]
    assert order(quick, slow) == [slow, quick]


@pytest.mark.parametrize("bot", ["novice", "casual", "skilled", "greedy", "random"])
def test_bots_that_do_not_think_for_a_time_are_quick(bot: str) -> None:
    assert job("a", bot=bot).is_quick
    assert not job("a", bot="expert").is_quick


def test_a_job_that_was_taken_out_is_not_served() -> None:
    queue, gone = FairQueue(2), job("a")
    queue.put(gone)
    queue.put(job("b", bot="novice"))
    queue.remove(gone)
    assert len(queue) == 1
    assert queue.take() is not gone
    assert queue.take() is None


def test_who_waits_alone_gets_the_whole_time() -> None:
    (only,) = order(job("a"))
    assert (only.hurried, only.hurried_bot) == (None, "master")


def test_a_crowd_thinks_shorter_but_not_at_all_short() -> None:
    crowd = order(*(job(f"guest {number}") for number in range(1000)))
    assert (crowd[0].hurried, crowd[0].hurried_bot) == (SHORTEST, f"master:{SHORTEST}")
    times = [one.hurried or 0 for one in crowd[-20:-1]]
    assert times == sorted(times)
    assert crowd[-1].hurried is None


def test_a_guest_with_many_tables_takes_time_from_these() -> None:
    *many, one = [*(job("many") for _ in range(100)), job("one")]
    order(*many, one)
    assert many[0].hurried == SHORTEST
    assert one.hurried == pytest.approx(one.seconds / 1.5)


def test_a_quick_bot_is_never_hurried() -> None:
    assert [one.hurried for one in order(*(job("a", bot="skilled") for _ in range(9)))] == [None] * 9
