"""A club's Thursday evening, from the invitation to the printed standings: see `make evening`.

    python -m tests.evening [--guests 24] [--rounds 4] [--out build/evening]

A host starts `guanxi serve`, makes a club and shows its QR code.  Guests come by the link: some in real browsers,
phones and laptops, the others over HTTP with the requests of a browser.  Most play a Swiss of Hanamikoji, four a table
of The White Lotus.  One guest does not come to the first round, one leaves and comes back, and the server is killed in
the middle of the second round.  At the end the standings are printed.  The folder has pictures of every step, and a
report.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests.evening.browsers import DEVICES, Person
from tests.evening.guests import Crowd
from tests.evening.house import House
from tests.evening.names import NAMES
from tests.evening.steps import invitation, join_club, make_club, make_tournament
from tests.web.playing import moves_made

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.evening.guests import Guest

AT_LOTUS = 4
MARGIN = {"top": "15mm", "bottom": "15mm", "left": "15mm", "right": "15mm"}  # as browsers print by default
EVENING = 3600.0  # seconds that it may take
CLUB, TITLE, LOTUS = "Thursday Club", "Thursday evening", "The White Lotus"


class Evening:
    """The house, the guests, and what is noted about them."""

    def __init__(self, out: Path, guests: int, rounds: int) -> None:
        self.out, self.rounds = out, rounds
        self.notes: list[str] = []
        self.house = House(Path(tempfile.mkdtemp(prefix="guanxi-evening-")))
        self.names = list(islice(cycle(NAMES), guests))
        self.begun = time.monotonic()
        self.crowd = Crowd(self.house.address)

    def note(self, what: str) -> None:
        """Keep what has happened, and when."""
        line = f"{time.monotonic() - self.begun:6.0f} s  {what}"
        self.notes.append(line)
        print(line, flush=True)

    def report(self, people: list[Person]) -> None:
        """Write down what happened, and what should not have."""
        errors = [f"{person.name}: {error}" for person in people for error in person.errors]
        counts = [f"{number:6}  {what}" for what, number in sorted(self.crowd.counts.items())]
        (self.out / "report.txt").write_text(
            "\n".join([*self.notes, "", *counts, "", *errors]) + "\n", encoding="utf-8"
        )
        print("\n".join([*counts, *errors]))


def play_until(
    people: list[Person], done: Callable[[], bool], said: str, meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Let the people in browsers click at their tables until something is so."""
    deadline = time.monotonic() + EVENING
    while not done():
        assert time.monotonic() < deadline, said
        acted = [person.tick() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(100)


def evening(all_: Evening, people: list[Person]) -> None:
    """The whole evening."""
    host, *others = people
    make_club(host.page, CLUB, host.name, ("Hanamikoji", LOTUS))
    host.picture("club-new", whole=True)
    link = invitation(host.page)
    host.picture("invitation")
    host.page.pdf(path=all_.out / "invitation.pdf", format="A4", margin=MARGIN)  # type: ignore[arg-type]
    all_.note("the club is made, and its invitation is on the screen")

    guests = all_.crowd.guests(all_.names[len(people) :])
    for person in others:
        person.page.goto(link)
        person.page.get_by_role("button", name=person.words["clubs.join"]).wait_for()
        person.picture("invited")
        words = {"name": person.words["new.name"], "join": person.words["clubs.join"]}
        join_club(person.page, link, person.name, words)
        person.page.get_by_role("heading", name=CLUB, level=1).wait_for()
        person.picture("joined")
    all_.crowd.together([guest.join(link) for guest in guests])
    all_.note(f"{len(all_.names)} members are in the club")

    host.page.get_by_role("link", name="Back to the club").click()
    host.page.get_by_text(f"{len(all_.names)} members").first.wait_for()
    host.picture("club-full", whole=True)
    begun = time.monotonic()
    tournament = make_tournament(host.page, TITLE, all_.rounds)
    all_.note(f"the tournament is made in {time.monotonic() - begun:.1f} s of clicking")
    host.picture("tournament-new", whole=True)
    for person in others:
        entry = person.page.get_by_role("link", name=TITLE)
        entry.wait_for()
        person.picture("club-with-tournament")
        entry.click()
        person.page.wait_for_url("**/tournament/*")
        person.page.get_by_role("button", name=person.words["tournament.enter"]).wait_for()
        person.picture("tournament-open")
        person.press("tournament.enter")
        person.page.get_by_text(person.words["tournament.entered"]).wait_for()
        person.picture("tournament-entered")
    lotus, swiss = guests[: AT_LOTUS - 1], guests[AT_LOTUS - 1 :]
    late, present = swiss[0], swiss[1:]
    all_.crowd.together([guest.enter(tournament) for guest in swiss])
    all_.note(f"{len(people) + len(swiss)} players are in the tournament")

    club = link_of(host, CLUB)
    white_lotus(all_, others[-1], lotus, club, tournament)
    host.page.get_by_role("button", name="Begin the tournament").wait_for()
    host.page.wait_for_timeout(3500)
    host.picture("tournament-full", whole=True)
    host.press("tournament.start")
    players = [host, *others[:-1]]
    competing = [all_.crowd.spawn(guest.compete(tournament)) for guest in present]
    run(all_, players, others[-1], late, tournament)
    for one in competing:
        one.result(60)


def link_of(host: Person, name: str) -> str:
    """The id of the club, from the tournament's page."""
    path = host.page.get_by_role("link", name=name).get_attribute("href")
    assert path
    return path.rsplit("/", 1)[1]


def white_lotus(all_: Evening, person: Person, guests: list[Guest], club: str, tournament: str) -> None:
    """One who would rather play The White Lotus leaves the tournament, and sets up a table for members."""
    page = person.page
    person.press("tournament.withdraw")
    page.get_by_role("link", name=CLUB).click()
    page.get_by_role("heading", name=CLUB, level=1).wait_for()
    page.get_by_role("button", name=LOTUS).click()
    form = page.get_by_role("dialog")
    form.get_by_role("combobox", name=person.words["players"]).select_option(str(AT_LOTUS))
    person.picture("lotus-new")
    form.get_by_role("button", name=person.words["tables.sit"]).click()
    page.wait_for_url("**/table/*")
    page.get_by_role("heading", name=person.words["waiting.title"]).wait_for()
    person.picture("lotus-waiting")
    sitting = [all_.crowd.spawn(guest.sit_down(club)) for guest in guests]
    tables = {one.result(120) for one in sitting}
    assert tables == {page.url.rsplit("/", 1)[1]}, "they sit at different tables"
    page.locator(".board [data-flip]").first.wait_for()
    person.picture("lotus")
    person.by_keyboard = True
    for guest in guests:
        all_.crowd.spawn(guest.play(next(iter(tables))))
    all_.note("a table of The White Lotus is being played")


def run(all_: Evening, players: list[Person], at_lotus: Person, late: Guest, tournament: str) -> None:
    """The rounds: an absent player, one who leaves and comes back, and a server that dies."""
    host, leaving = players[0], players[2]
    everybody = [*players, at_lotus]

    def page() -> Any:
        return host.page.request.get(f"/api/tournaments/{tournament}").json()

    play_until(everybody, lambda: all(person.at_a_table for person in players), "the games did not open by themselves")
    all_.note("the games of the first round have opened by themselves")
    for person in players:
        person.picture("round-1")
    # The host has a game, too, and looks at the tournament after it.
    play_until(everybody, lambda: not host.at_a_table, "the host's game did not end")
    host.page.get_by_role("heading", name=TITLE).wait_for()
    host.picture("round-1-standings", whole=True)
    host.page.get_by_text(f"{late.name} has not come yet.").wait_for()
    host.page.get_by_role("button", name="Let a bot play").click()
    all_.note(f"a bot plays for {late.name}, who has not come")
    play_until(everybody, lambda: page()["resumes"] or page()["round"] > 1, "the first round did not end")
    all_.note("the first round is over")
    play_until(everybody, lambda: not leaving.at_a_table, "somebody looks at a result for ever")
    leaving.press("tournament.withdraw")
    leaving.page.get_by_role("button", name=leaving.words["tournament.come-back"]).wait_for()
    leaving.picture("left")
    host.picture("pause")
    skip_the_pause(host)
    play_until(everybody, lambda: in_the_middle(page(), 2), "nobody plays")
    all_.house.kill()
    host.page.wait_for_timeout(4000)
    for person in everybody:
        person.picture("server-gone")
    seconds = all_.house.start()
    all_.note(f"the server was killed in the second round, and answers again {seconds:.1f} s after its start")
    leaving.press("tournament.come-back")
    play_until(everybody, lambda: page()["resumes"] or page()["round"] > 2, "the second round did not end")
    all_.note("the second round is over")
    for number in range(3, all_.rounds + 1):
        skip_the_pause(host)
        play_until(everybody, lambda number=number: page()["round"] == number, "a round did not begin")  # type: ignore[misc]
        host.picture(f"round-{number}", whole=True)
        play_until(everybody, lambda number=number: has_moved_on(page(), number), "a round did not end")  # type: ignore[misc]
        all_.note(f"round {number} is over")
    play_until(everybody, lambda: not any(person.at_a_table for person in players), "somebody is still at a table")
    for person in players:
        person.page.goto(f"/tournament/{tournament}")
        person.page.locator("#summary").wait_for()
        person.picture("final", whole=True)
    host.page.pdf(path=all_.out / "standings.pdf", format="A4", margin=MARGIN)  # type: ignore[arg-type]
    at_lotus.picture("lotus-late")
    moves = moves_made(at_lotus.page)
    assert moves > 2 * AT_LOTUS, f"only {moves} moves were made at the table of {LOTUS}"
    all_.note(f"{moves} moves have been made at the table of {LOTUS}")
    all_.note("the standings are printed")


def skip_the_pause(host: Person) -> None:
    """Begin the next round at once; it may begin by itself just then."""
    with suppress(PlaywrightError):
        host.page.get_by_role("button", name=host.words["tournament.start-round"]).click(timeout=2000)


def has_moved_on(page: Any, number: int) -> bool:
    """Is a round over?"""
    return bool(page["resumes"] or page["state"] == "over" or page["round"] > number)


def in_the_middle(page: Any, number: int) -> bool:
    """Is a round being played in which some games have begun?"""
    games = page["played"][0]["games"] if page["round"] == number else []
    return any(game["moves"] > 3 and not game["over"] for game in games)


def main() -> None:
    """Run the evening, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.evening")
    parser.add_argument("--guests", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--browsers", type=int, default=len(DEVICES))
    parser.add_argument("--out", type=Path, default=Path("build/evening"))
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    all_ = Evening(wanted.out, wanted.guests, wanted.rounds)
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    people: list[Person] = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            named = zip(all_.names, DEVICES[: wanted.browsers], strict=False)
            people = [Person(browser, all_.house.address, name, device, wanted.out) for name, device in named]
            try:
                evening(all_, people)
            except BaseException:
                for person in people:
                    person.picture("at-the-end")
                raise
            browser.close()
    finally:
        all_.report(people)
        all_.crowd.__exit__()
        all_.house.stop()


if __name__ == "__main__":
    main()
