"""Steps of a game of The White Lotus in the browser: claims, bids in secret, bargains, moments, the final scoring."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.playing import RESULT, box, confirm_button, join, state

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

    Seen = dict[str, Any]

PATIENCE = 60.0  # five bots may have a lot to settle among themselves
LONGEST_GAME = 300.0
LATE = 8  # so many provinces are left when the end is near
STILL = {"reduced_motion": "reduce"}  # glows that breathe keep a slow machine busy
# A moment passes: what is said and what is shown must be looked at together.
LOOK = """([said, place]) => !document.querySelector('.dock').innerText.includes(said) ? []
    : [...document.querySelectorAll(place)].map((thing) => {
        const { right, bottom } = thing.getBoundingClientRect();
        const fits = right <= innerWidth && bottom <= document.querySelector('.dock').getBoundingClientRect().top;
        return { kind: thing.className, label: thing.ariaLabel ?? thing.innerText, fits };
    })"""
LETTERS = "The letters are opened."
LETTER = ".board .panel .letter"
CLICKED = 16  # so many decisions, at least, are made by clicks before the game is hurried to its end


def new_table(page: Page, players: int, friends: int = 0, bot: str = "greedy", **options: str | bool) -> None:
    """Set up a table by the panel: friends sit next to the host, bots on the other seats."""
    box(page, "The White Lotus").get_by_role("button", name="Set up a table", exact=False).last.click()
    page.get_by_role("combobox", name="Players").select_option(str(players))
    for seat in range(players - 1):
        page.get_by_label("Opponent").nth(seat).select_option("friend" if seat < friends else f"bot:{bot}")
    page.get_by_text("Options").click()
    for name, value in options.items():
        field = page.get_by_label(name.replace("_", " "), exact=False)
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.select_option(value)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")


def pair(open_page: OpenPage) -> tuple[Page, Page]:
    """Two people in two browsers and a bot, with negotiation; the first is the emperor."""
    alex = open_page(**STILL)
    new_table(alex, 3, 1, Negotiation=True, First_emperor="Me")
    bea = open_page(alex.get_by_label("Link for seat 2").input_value(), **STILL)
    join(bea)
    return alex, bea


def until(what: Callable[[], Any], said: str) -> Any:
    """Wait for something to be so."""
    deadline = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < deadline, said
        time.sleep(0.04)
    return found


def step(page: Page) -> str:
    """What the table is at."""
    return str(state(page)["view"]["step"])


def asked(page: Page) -> bool:
    """Does the table wait for this page's player?"""
    shown = state(page)
    return shown["seat"] in shown["to_move"]


def pick(page: Page, name: str | re.Pattern[str]) -> None:
    """Click something on the board by its name, and confirm."""
    choose(page, page.locator(".board").get_by_role("button", name=name).first)


def choose(page: Page, thing: Locator) -> None:
    """Click something on the board, and confirm if it is asked for; done when the move stands."""
    made = state(page)["length"]
    thing.click()
    confirm(page, made)


def confirm(page: Page, made: int) -> None:
    """Wait until a move stands after so many; important ones wait for a confirmation."""

    def stands() -> bool:
        if state(page)["length"] > made:
            return True
        button = confirm_button(page).first
        with suppress(PlaywrightTimeout):
            if button.is_visible():
                button.click(timeout=1000)
        return False

    until(stands, "the move was not accepted")


def go_on(page: Page) -> None:
    """Leave the moments inside moves that are being shown."""
    while skip_a_moment(page):
        pass


def skip_a_moment(page: Page) -> bool:
    """Leave a moment inside a move, if one is shown."""
    onward = page.get_by_role("button", name="Continue", exact=True)
    if not onward.count():
        return False
    with suppress(PlaywrightTimeout):
        onward.click(timeout=1000)
    return True


def seen_at(page: Page, said: str, place: str) -> list[Seen]:
    """The things at a place of the board while this is said below it, else nothing; looked at all at once."""
    found: list[Seen] = page.evaluate(LOOK, [said, place])
    return found


def glowing_things(page: Page) -> Locator:
    """All that can be clicked: the middle of a province, or a button."""
    return page.locator(".board .place.touchable .halo, .board button.touchable:not(.chosen)")


def decide(page: Page, random: Random) -> bool:
    """One decision by clicks, if one is asked of the player; offers are passed on, so that the game goes on."""
    go_on(page)
    if not asked(page):
        return False
    things = glowing_things(page)
    with suppress(PlaywrightTimeout):
        things.first.wait_for(timeout=3000)
        pass_on = page.locator(".board").get_by_role("button", name="Pass", exact=True)
        choose(page, pass_on if pass_on.count() else things.nth(random.randrange(things.count())))
        return True
    return False


def hurry(*pages: Page) -> None:
    """Play on to the end without clicking; the players come back to see the last year."""
    random = Random(1)
    table = pages[0].url
    address = f"/api/tables/{table.rsplit('/', 1)[1]}"
    for page in pages:
        page.goto("/nowhere")
    deadline = time.monotonic() + LONGEST_GAME
    while not (shown := pages[0].request.get(address).json())["over"]:
        assert time.monotonic() < deadline, "the game did not end"
        if pages[0].url != table and sum(each["owner"] is None for each in shown["view"]["provinces"]) < LATE:
            for page in pages:
                page.goto(table)
        asked_now = [page for seat, page in enumerate(pages) if seat in shown["to_move"]]
        for page in asked_now:
            make_a_move(page, address, page.request.get(address).json() if page != pages[0] else shown, random)
        if not asked_now:
            time.sleep(0.02)


def make_a_move(page: Page, address: str, shown: Any, random: Random, wanted: Collection[str] = ()) -> None:
    """Any move, or one of those wanted; but no offers this year: they would take long."""
    if shown["legal"]:
        offered = [offer["notation"] for offer in shown["legal"] if not wanted or offer["notation"] in wanted]
        move = "silent" if shown["view"]["step"] == "offers" else random.choice(offered)
        wish = {"seat": shown["seat"], "move": move, "length": shown["length"], "id": str(random.random())}
        page.request.post(f"{address}/moves", data=wish)


def pass_on_offers(alex: Page, bea: Page, random: Random) -> int:
    """Nobody makes an offer before the claims; how many decisions that took."""
    made = 0
    while step(alex) != "claims":
        made += decide(alex, random) + decide(bea, random)
    return made


def claim_the_same(alex: Page, bea: Page) -> int:
    """Both put their three cubes on the same provinces; how many decisions that took."""
    made = 0
    while step(alex) == "claims":
        for page in (alex, bea):
            if asked(page) and step(page) == "claims":
                go_on(page)
                glowing_things(page).first.wait_for()
                choose(page, glowing_things(page).first)
                made += 1
    return made


def bargain(alex: Page, bea: Page) -> int:
    """Alex offers Bea three influence for one combat by three clicks; she wants four, and he agrees.

    Returns how many decisions that took: the offer with its four terms and the answer, twice, and a pass.
    """
    until(lambda: asked(alex) and step(alex) == "offers", "Alex is not asked for an offer")
    before = [(each["influence"], each["combat"]) for each in state(alex)["view"]["players"][:2]]
    go_on(alex)
    alex.locator(".board").get_by_role("button", name="Make Bea an offer").click()
    form = alex.get_by_role("dialog", name="Your offer")
    form.get_by_role("button", name="3 influence for 1 combat").click()
    form.get_by_role("button", name="Send", exact=True).click()
    until(lambda: asked(bea) and step(bea) == "reply", "Bea is not asked for an answer")
    bea.get_by_role("listitem").filter(has_text="Player 1 offers you 3 influence for 1 combat.").wait_for()
    bea.locator(".board").get_by_role("button", name="Counter-offer").click()
    counter = bea.get_by_role("dialog", name="Counter-offer")
    assert counter.get_by_label("Combat I give", exact=True).input_value() == "1"
    counter.get_by_role("button", name="Influence I want: One more").click()
    counter.get_by_label("A sentence with it").fill("Four, and I stay out of it.")
    bea.reload()
    assert counter.get_by_label("A sentence with it").input_value() == "Four, and I stay out of it."
    counter.get_by_role("button", name="Send", exact=True).click()
    # Her offer goes out by itself as soon as it is her turn to speak.
    until(lambda: asked(alex) and step(alex) == "offers", "Alex may not speak again")
    pick(alex, "Pass")
    until(lambda: asked(alex) and step(alex) == "reply", "the counter-offer was not sent")
    alex.get_by_role("listitem").filter(has_text="Bea offers you 1 combat for 4 influence.").wait_for()
    pick(alex, "Accept the offer")
    after = [(each["influence"], each["combat"]) for each in state(bea)["view"]["players"][:2]]
    assert after == [(before[0][0] - 4, before[0][1] + 1), (before[1][0] + 4, before[1][1] - 1)]
    hear_in_private(alex, bea)
    return 6 + 1 + 6


def hear_in_private(alex: Page, bea: Page) -> None:
    """Alex has got the sentence with Bea's offer, and answers in private; nobody else reads either."""
    alex.get_by_role("button", name=re.compile("^Log, moves and rules")).click()
    alex.get_by_role("tab", name=re.compile("Chat")).click()
    lines = alex.get_by_role("log", name="Chat")
    lines.get_by_text("Four, and I stay out of it.").wait_for()
    alex.get_by_label("Who reads it").select_option(label="Only Bea reads it")
    alex.get_by_label("Write to the table").fill("We have a deal.")
    alex.get_by_role("button", name="Send", exact=True).click()
    lines.get_by_text("We have a deal.").wait_for()
    chat = f"/api/tables/{alex.url.rsplit('/', 1)[1]}/chat"
    assert [line["to"] for line in bea.request.get(chat).json()["lines"]] == [0, 1]
    alex.get_by_role("button", name="Close", exact=True).click()


def pick_amount(page: Page, name: str) -> None:
    """Choose an amount of some kind: by its button, or step by step from nothing."""
    amounts = page.locator(".board .usual")
    nothing = amounts.get_by_role("button", name=re.sub(r"\d+", "0", name), exact=True)
    nothing.wait_for()
    made = state(page)["length"]
    button = amounts.get_by_role("button", name=name, exact=True)
    if button.count():
        button.click()
    else:
        nothing.click()
        for _ in range(int(re.findall(r"\d+", name)[0])):
            page.get_by_role("button", name="One more").click()
    confirm(page, made)


def bid(page: Page, points: int) -> int:
    """Seal a bid: a target, where there is a choice, and an amount; how many decisions that took."""
    against = page.locator(".board").get_by_role("button", name=re.compile("^Bid against"))
    amount = page.locator(".board .usual button")
    against.or_(amount).first.wait_for()
    made = 0
    if against.count():
        choose(page, against.first)
        made = 1
    pick_amount(page, f"Play {points} influence")
    return made + 1


def all_but_one_sealed(page: Page) -> tuple[Any, str]:
    """All that a page knows and shows of a conflict in which only its own player has not chosen."""
    others = len(state(page)["view"]["conflict"]["present"]) - 1
    panel = page.locator(".board .panel")
    until(lambda: len(state(page)["view"]["ready"]) == others, "a bid is missing")
    until(lambda: panel.locator(".sealed").count() == others, "a sealed bid is not shown")
    shown = state(page)
    return (shown["view"], shown["prompt"], shown["legal"]), str(panel.evaluate("panel => panel.innerHTML"))


def bid_in_secret(alex: Page, bea: Page, random: Random) -> int:
    """Alex bids, and changes the bid, before Bea bids: nothing of it reaches Bea until both are in."""
    made = 0
    while step(alex) != "conflict" or not (asked(alex) and asked(bea)):
        made += decide(alex, random) + decide(bea, random)
        assert step(alex) != "over", "there was no conflict"
    for page in (alex, bea):
        go_on(page)
    made += bid(alex, 3)
    alex.locator(".dock").get_by_text("you can still change it").wait_for()
    before = all_but_one_sealed(bea)
    made += bid(alex, 1)
    bea.wait_for_timeout(300)
    assert all_but_one_sealed(bea) == before
    present = len(state(bea)["view"]["conflict"]["present"])
    made += bid(bea, 0)
    see_the_letters(present, alex, bea)
    bids = [line["event"] for line in state(alex)["events"] if line["event"]["event"] == "played"]
    assert {bid["influence"] for bid in bids if bid["seat"] == 0} == {1}
    return made


def see_the_letters(present: int, *pages: Page) -> None:
    """On all pages all letters of a conflict lie open together, before anybody has to leave."""
    seen: dict[Page, list[Seen]] = {}

    def all_have_seen() -> bool:
        seen.update({page: things for page in pages if (things := seen_at(page, LETTERS, LETTER))})
        return len(seen) == len(pages)

    until(all_have_seen, "the letters were not opened")
    for things in seen.values():
        assert [thing["kind"].split()[1] for thing in things] == ["open"] * present
        assert sum(thing["label"].startswith("Player 1 bids 1 influence against") for thing in things) == 1


def see_the_final_scoring(page: Page) -> None:
    """Source by source, with what counts lit on the map; then the rest is skipped."""
    until(lambda: not skip_a_moment(page) and page.locator(".board h3").count(), "the points were not counted")
    for source in ("palaces", "other provinces"):
        page.locator(".board h3").get_by_text(source).wait_for()
        page.locator(".board .place.lit").first.wait_for()
        assert page.locator(RESULT).count() == 0
    page.get_by_role("button", name="Skip").click()
    page.locator(RESULT).wait_for()
    page.get_by_role("button", name="View the table").click()
    page.get_by_role("button", name="Show the final scoring again").click()
    page.locator(".board .place.lit").first.wait_for()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Result").click()


def until_seen(page: Page, said: str, place: str, random: Random) -> list[Seen]:
    """Play on, without clicking, until a moment is shown; who is asked leads a rebellion."""
    address = f"/api/tables/{page.url.rsplit('/', 1)[1]}"
    deadline = time.monotonic() + LONGEST_GAME
    while not (seen := seen_at(page, said, place)):
        assert time.monotonic() < deadline, f"never seen: {said}"
        skip_a_moment(page)
        shown = page.request.get(address).json()
        make_a_move(page, address, shown, random, {"lead yes"} if shown["view"]["step"] == "rising" else set())
    return seen
