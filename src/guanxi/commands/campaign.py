"""`guanxi campaign`: how often bots reach the goals of a campaign."""

from __future__ import annotations

from typing import Annotated

import guanxi
from guanxi.commands import Repeated
from guanxi.engine.errors import BadOption


def campaign(
    game: str,
    /,
    *,
    bot: Annotated[tuple[str, ...], Repeated] = ("expert:iterations=400", "novice"),
    games: int = 20,
    step: Annotated[tuple[str, ...], Repeated] = (),
    seed: str = "campaign",
) -> None:
    """Measure how often bots reach the goals of a game's campaign.

    Each bot takes the learner's seat at every step, against the step's own bots. What the learner has not seen is dealt
    anew in every game, as it is for people.

    **Examples**

    `guanxi campaign hanamikoji --bot expert:iterations=400 --bot novice --games 20`

    `guanxi campaign han --step alliances --bot skilled`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bot
        A bot in the learner's seat; can be repeated.
    games
        The number of games of each bot at each step.
    step
        The id of a step; can be repeated. By default all of them.
    seed
        The seed of all random numbers.
    """
    from guanxi.lab.campaign import reached
    from guanxi.learning.campaign import campaign as campaign_of

    played = guanxi.game(game)
    found = campaign_of(played)
    if found is None:
        raise BadOption(f"{game} has no campaign.")
    if games < 1:
        raise BadOption(f"A measurement takes at least one game, not {games}.")
    known = [one.id for one in found.steps]
    for name in step:
        if name not in known:
            raise BadOption(f"{game} has no step {name!r}. Steps: {', '.join(known)}.")
    wide = max(len(one.id) for one in found.steps)
    for one in found.steps:
        if step and one.id not in step:
            continue
        for name in bot:
            print(f"{one.id:{wide}}  {name:24} {reached(played, one, name, games, seed)}", flush=True)
