"""Haiduci: what combinations do.  Each step of a combination is cut into decisions of one pawn, place or haiduc.

`begin_pair` and `end_pair` enclose the steps of two cards; `cancel` discards both without effect.  A step is begun by
`begin_step`; `settled` tells whether it asks for anything more, `add_choices` lists what may be chosen and `choose`
carries one choice out.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.haiduci.rules.material import (
    AGREED,
    AGREEMENT_DONE,
    CANCELLED,
    CAPTURE,
    CAPTURE_MOVE,
    CAPTURES,
    CATCHING,
    CAUGHT,
    CHOSE_PROVINCE,
    CONFERENCE,
    CONFERENCE_HELD,
    CONTROL,
    CONVENED,
    DECLARE,
    DONE,
    EMERGE,
    EMERGE_MOVE,
    EMERGENCE,
    EMERGING,
    FACTIONS,
    FIRST_RULES,
    HAIDUC,
    HAIDUC_CAPTURED,
    HAIDUC_EMERGED,
    HAIDUCI,
    HUNTING,
    INSIDE,
    KEEP_MOVE,
    LEADING,
    PLACE,
    PLACE_MOVE,
    PLACED,
    PLACING,
    PROGRAM,
    PROVINCE_MOVE,
    REMOVE,
    REMOVE_MOVE,
    REMOVED,
    REMOVING,
    RULING,
    SPREAD,
    SPREADING,
    TERRITORIES,
    WHERE,
    Material,
)
from guanxi.games.haiduci.rules.scoring import rival, rival_strength

WHOLE_PROVINCE = 31  # a bit for each of five territories
ALL_FACTIONS = 63


def put_pawn(p: Material, faction: int, territory: int) -> None:
    """A pawn from the supply onto a territory (Material)."""
    p.supply[faction] -= 1
    p.pawns[territory][faction] += 1
    p.strength[territory // INSIDE][faction] += 1
    p.present[faction] |= 1 << territory


def take_pawn(p: Material, faction: int, territory: int) -> None:
    """A pawn back to its supply (Material)."""
    p.supply[faction] += 1
    p.pawns[territory][faction] -= 1
    p.strength[territory // INSIDE][faction] -= 1
    if p.pawns[territory][faction] == 0:
        p.present[faction] &= ~(1 << territory)


def reach(p: Material, faction: int) -> int:
    """Where a faction may place a pawn: with presence or next to one, else on its capital (Place; as bits)."""
    if p.present[faction] == 0:
        return 1 << p.board.capital[faction]
    places = p.present[faction]
    for territory in range(TERRITORIES):
        if p.present[faction] & (1 << territory):
            places |= p.board.near[territory]
    return places


def occupied(p: Material) -> int:
    """The territories with a pawn of anybody, as bits."""
    places = 0
    for faction in range(FACTIONS):
        places |= p.present[faction]
    return places


def inside(province: int) -> int:
    """The territories of a province, as bits."""
    return WHOLE_PROVINCE << (province * INSIDE)


def begin_pair(p: Material, faction: int) -> None:
    """Two cards make one agreement (Agreements)."""
    second = p.box[faction][1]
    if second >= HAIDUC:
        p.haiduc = second - HAIDUC
    tell_pair(p, AGREED, faction)


def moment_of(p: Material, pair: int) -> int:
    """The kind of moment to show when a pair of cards (its first step in the table) is carried out (Combinations)."""
    for step in range(pair, pair + PROGRAM):
        if p.board.step[step] == CONFERENCE:
            return CONFERENCE_HELD
        if p.board.step[step] == EMERGE:
            return HAIDUC_EMERGED
        if p.board.step[step] == CAPTURE:
            return HAIDUC_CAPTURED
    return AGREEMENT_DONE


def end_pair(p: Material, faction: int) -> None:
    """Used cards to the discards, but a haiduc is on the board or captured by now (Agreements)."""
    second = p.box[faction][1]
    p.discards[p.box[faction][0]] += 1
    if second < HAIDUC:
        p.discards[second] += 1
    p.agreed[p.seat_of[faction]] += 1
    p.agreed[p.partner[faction]] += 1
    clear_boxes(p, faction)
    p.slot = 0
    p.influenced = NOBODY


def cancel(p: Material, faction: int) -> None:
    """A pair that comes after a conference has no effect and gives no cards (International conference)."""
    tell_pair(p, CANCELLED, faction)
    p.discards[p.box[faction][0]] += 1
    p.discards[p.box[faction][1]] += 1
    clear_boxes(p, faction)


def clear_boxes(p: Material, faction: int) -> None:
    """Both boxes of a faction are empty again (Agreements)."""
    p.box[faction][0] = NOBODY
    p.box[faction][1] = NOBODY
    p.partner[faction] = NOBODY


def tell_pair(p: Material, event: int, faction: int) -> None:
    """What happens to the two cards of a faction's boxes (Agreements)."""
    p.tell(event, p.seat_of[faction], p.partner[faction], faction, p.box[faction][0], p.box[faction][1])


def begin_step(p: Material, seat: int, what: int, amount: int) -> None:
    """One player's step of a combination begins (Combinations)."""
    p.actor = seat
    p.todo = amount
    p.task = DONE
    if what == PLACE:
        p.task = PLACING
    elif what == REMOVE:
        p.task = REMOVING
    elif what == DECLARE:
        begin_leading(p, seat, NOBODY, inside(p.faction[seat]))
    elif what == CONTROL:
        p.task = RULING
        p.target = p.faction[seat]
    elif what == SPREAD:
        p.task = WHERE if p.influenced == NOBODY else SPREADING
        p.marked = 0
    elif what == EMERGE:
        p.task = EMERGING
    elif what == CAPTURE:
        p.task = HUNTING
    elif what == CONFERENCE:
        p.conference = 1
        p.tell(CONVENED, seat)


def begin_leading(p: Material, seat: int, territory: int, others: int) -> None:
    """Become majority in a territory, then in others (bits) (Become majority)."""
    p.actor = seat
    p.task = LEADING
    p.target = territory
    p.todo = others


def settled(p: Material) -> int:
    """1 once the step asks for nothing more: all is done, or no more can be (Words)."""
    faction = p.faction[p.actor]
    if p.task in (PLACING, SPREADING):
        return p.todo == 0 or p.supply[faction] == 0
    if p.task == REMOVING:
        return p.todo == 0 or not any_other(p, faction)
    if p.task == RULING:
        return not can_rule(p, faction)
    if p.task == LEADING:
        while not can_lead(p, faction, p.target) and p.todo and not is_short(p, faction):
            next_to_lead(p, faction)
        if can_lead(p, faction, p.target):
            return 0
        p.target = NOBODY
        if can_lead_any(p, faction):
            return 0
        if p.hunting:
            p.hunting = 0
            p.task = CATCHING
            return 0
        return 1
    return p.task == DONE


def any_other(p: Material, faction: int) -> int:
    """1 if a pawn of another faction is on the board (Remove)."""
    for other in range(FACTIONS):
        if other != faction and p.present[other]:
            return 1
    return 0


def can_lead(p: Material, faction: int, territory: int) -> int:
    """1 if a territory is still to be led; without pawns there and in supply it never can be (Become majority)."""
    if territory == NOBODY:
        return 0
    own = p.pawns[territory][faction]
    return own <= rival(p, territory, faction) and own + p.supply[faction] > 0


def is_short(p: Material, faction: int) -> int:
    """1 if the supply cannot win all that is left: the player chooses which (Declaration of independence)."""
    if p.rules == FIRST_RULES:
        return 0
    pawns = 0
    for territory in range(faction * INSIDE, faction * INSIDE + INSIDE):
        if p.todo & (1 << territory):
            pawns += max(0, rival(p, territory, faction) + 1 - p.pawns[territory][faction])
    return pawns > p.supply[faction]


def can_lead_any(p: Material, faction: int) -> int:
    """1 if one of the territories that are left can still be led (Declaration of independence)."""
    for territory in range(TERRITORIES):
        if p.todo & (1 << territory) and can_lead(p, faction, territory):
            return 1
    return 0


def next_to_lead(p: Material, faction: int) -> None:
    """The next territory to become majority in; an empty one takes a pawn at once (Declaration of independence)."""
    p.target = 0
    while not p.todo & (1 << p.target):
        p.target += 1
    p.todo &= ~(1 << p.target)
    if not occupied(p) & (1 << p.target) and p.supply[faction]:
        place_pawn(p, p.target)


def can_rule(p: Material, faction: int) -> int:
    """1 if the province is still to be controlled, and can be (Majority control)."""
    own = p.strength[p.target][faction]
    return own <= rival_strength(p, p.target, faction) and own + p.supply[faction] > 0


def add_choices(p: Material, moves: Moves) -> None:
    """What may be chosen in the present step (Combinations)."""
    faction = p.faction[p.actor]
    if p.task == PLACING:
        add_places(PLACE_MOVE, reach(p, faction), moves)
    elif p.task == REMOVING:
        for territory in range(TERRITORIES):
            add_removals(p, territory, others(faction), moves)
    elif p.task == LEADING:
        add_leading(p, faction, moves)
    elif p.task == RULING:
        add_ruling(p, faction, moves)
    elif p.task == WHERE:
        for province in range(FACTIONS):
            moves.add(PROVINCE_MOVE + province)
    elif p.task == SPREADING:
        add_places(PLACE_MOVE, inside(p.influenced) & ~p.marked, moves)
    elif p.task == CATCHING:
        for haiduc in range(HAIDUCI):
            if p.place[haiduc] != NOBODY and haiduc != p.haiduc:
                moves.add(CAPTURE_MOVE + haiduc)
    else:
        add_emergence(p, moves)


def add_places(base: int, places: int, moves: Moves) -> None:
    """A move for each territory (bits)."""
    for territory in range(TERRITORIES):
        if places & (1 << territory):
            moves.add(base + territory)


def add_removals(p: Material, territory: int, factions: int, moves: Moves) -> None:
    """A pawn of each of these factions (bits) that is in a territory (Remove)."""
    for faction in range(FACTIONS):
        if factions & (1 << faction) and p.pawns[territory][faction]:
            moves.add(REMOVE_MOVE + territory * FACTIONS + faction)


def others(faction: int) -> int:
    """All factions but one, as bits."""
    return ALL_FACTIONS & ~(1 << faction)


def in_the_way(p: Material, faction: int, territory: int) -> int:
    """The factions with no fewer pawns in a territory, as bits: only theirs may go (Become majority)."""
    return others(faction) if p.rules == FIRST_RULES else no_fewer(p.pawns[territory], faction)


def in_the_way_of_rule(p: Material, faction: int, province: int) -> int:
    """The factions with no fewer pawns in a province, as bits: only theirs may go (Majority control)."""
    return others(faction) if p.rules == FIRST_RULES else no_fewer(p.strength[province], faction)


def no_fewer(row: list[int], faction: int) -> int:
    """The other factions with at least as many pawns in a row that counts them for each faction, as bits."""
    factions = 0
    for other in range(FACTIONS):
        factions |= (row[other] >= row[faction]) << other
    return factions & ~(1 << faction)


def add_leading(p: Material, faction: int, moves: Moves) -> None:
    """Add a pawn or remove one in the way, in the territory to be led or any of several (Become majority)."""
    places = p.todo if p.target == NOBODY else 1 << p.target
    for territory in range(TERRITORIES):
        if places & (1 << territory) and can_lead(p, faction, territory):
            if p.supply[faction]:
                moves.add(PLACE_MOVE + territory)
            add_removals(p, territory, in_the_way(p, faction, territory), moves)


def add_ruling(p: Material, faction: int, moves: Moves) -> None:
    """Add where somebody is, or on the capital of an empty province; or remove others' (Majority control)."""
    if p.supply[faction]:
        places = occupied(p) & inside(p.target)
        add_places(PLACE_MOVE, places if places else 1 << p.board.capital[p.target], moves)
    for territory in range(p.target * INSIDE, p.target * INSIDE + INSIDE):
        add_removals(p, territory, in_the_way_of_rule(p, faction, p.target), moves)


def add_emergence(p: Material, moves: Moves) -> None:
    """Territories of both players' provinces but no capital; a captor may keep it instead (Emergence, Capture)."""
    if p.task == HUNTING:
        moves.add(KEEP_MOVE)
    if p.task == EMERGING or any_on_board(p):
        owner = p.faction[(p.start + p.turn) % p.seats]
        places = inside(owner) | inside(p.faction[p.actor])
        for faction in range(FACTIONS):
            places &= ~(1 << p.board.capital[faction])
        add_places(EMERGE_MOVE, places, moves)


def any_on_board(p: Material) -> int:
    """1 if a haiduc is on the board."""
    for haiduc in range(HAIDUCI):
        if p.place[haiduc] != NOBODY:
            return 1
    return 0


def choose(p: Material, move: int) -> None:
    """Carry out one choice of the present step (Combinations)."""
    if move >= CAPTURE_MOVE:
        catch(p, move - CAPTURE_MOVE)
        p.task = DONE
    elif move == KEEP_MOVE:
        catch(p, p.haiduc)
        p.task = DONE
    elif move >= EMERGE_MOVE:
        p.hunting = 1 if p.task == HUNTING else 0
        emerge(p, move - EMERGE_MOVE)
    elif move >= PROVINCE_MOVE:
        p.influenced = move - PROVINCE_MOVE
        p.task = SPREADING
        p.tell(CHOSE_PROVINCE, p.actor, p.influenced)
    elif move >= REMOVE_MOVE:
        remove_pawn(p, (move - REMOVE_MOVE) // FACTIONS, (move - REMOVE_MOVE) % FACTIONS)
    else:
        place_pawn(p, move - PLACE_MOVE)
    if p.task in (PLACING, REMOVING, SPREADING) and move < PROVINCE_MOVE:
        p.todo -= 1


def place_pawn(p: Material, territory: int) -> None:
    """The acting player adds a pawn (Place)."""
    put_pawn(p, p.faction[p.actor], territory)
    p.marked |= 1 << territory
    p.tell(PLACED, p.actor, p.faction[p.actor], territory, 1)


def remove_pawn(p: Material, territory: int, faction: int) -> None:
    """The acting player removes another's pawn (Remove)."""
    take_pawn(p, faction, territory)
    p.tell(REMOVED, p.actor, faction, territory)


def emerge(p: Material, territory: int) -> None:
    """The haiduc appears, and the player who played it becomes majority there (Emergence)."""
    p.place[p.haiduc] = territory
    p.maker[p.haiduc] = p.actor
    p.tell(EMERGENCE, p.actor, p.haiduc, territory)
    begin_leading(p, p.actor, territory, 0)


def catch(p: Material, haiduc: int) -> None:
    """A haiduc becomes a player's captive; with the sixth the game ends after this season (Capture, End)."""
    p.tell(CAUGHT, p.actor, haiduc, p.place[haiduc])
    p.place[haiduc] = NOBODY
    p.maker[haiduc] = NOBODY
    p.captor[haiduc] = p.actor
    free = 0
    for other in range(HAIDUCI):
        free += p.captor[other] == NOBODY
    if free == 0 and p.ending == 0:
        p.ending = CAPTURES
