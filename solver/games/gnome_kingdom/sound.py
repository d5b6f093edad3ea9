"""What no game can come to: states that contradict themselves or the box, with the place and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solver.errors import GnomonError, did_you_mean
from solver.fault import Contradiction, Place
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.forest import HOME, impossible
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import STOCK
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import OPEN_CARDS, skills
from solver.games.gnome_kingdom.stage import Acting, Attempt, ChooseClan, Refill, Roll, Settle, Throw
from solver.games.gnome_kingdom.state import DICE, WAITING, State
from solver.games.gnome_kingdom.tiles import CROWN, LEVELS, Pile


def check_state(setting: Setting, state: State) -> None:
    """Refuse a state that no game can come to.

    Raises
    ------
    GnomonError
        the first contradiction: where it is, and why it cannot be

    Examples
    --------
    >>> from dataclasses import replace
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> start = State((Seat("leaf"), Seat("berry")))
    >>> check_state(Setting(2), start)
    >>> check_state(Setting(2), replace(start, seats=(Seat("leaf", place=(2, 1)), Seat("berry"))))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: player 0: the pawn stands on (2, 1), where no tile lies
    """
    for found in contradictions(setting, state):
        raise GnomonError(str(found))


def contradictions(setting: Setting, state: State, partly: bool = False) -> Iterator[Contradiction]:
    """Everything about a state that cannot be.

    Parameters
    ----------
    partly : whether other tiles lie in the forest than are told, so that it need not hang together nor fit the pile
    """
    if len(state.seats) != setting.players:
        yield Contradiction("seats", f"{len(state.seats)} players, the game is for {setting.players}", ("players",))
        return
    if not 0 <= state.turn < setting.players:
        yield Contradiction("turn", f"there is no player {state.turn} among {setting.players}", ("turn",))
        return
    for tile, said in impossible(state.forest, setting.tiles, partly):
        yield Contradiction("forest", said, ("forest", tile) if tile else ("forest",))
    if all(tile in setting.tiles for tile in state.forest.names):
        yield from _pile(setting, state, partly)
        yield from _pawns(setting, state)
    yield from _clans(state)
    yield from _dice(setting, state)
    yield from _resources(state)
    yield from _cards(setting, state)


def _pile(setting: Setting, state: State, partly: bool) -> Iterator[Contradiction]:
    begun = False
    for at, (part, whole) in enumerate(zip(state.pile.parts, Pile().parts, strict=True)):
        for level, number, most in zip(LEVELS, part, whole, strict=True):
            if not 0 <= number <= most:
                said = f"{number} of {level} in part {at + 1}; it is made with {most}"
                yield Contradiction("pile", said, ("pile",))
        if begun and part != whole:
            said = f"tiles of part {at + 1} are gone, and a part above it is not used up"
            yield Contradiction("pile", said, ("pile",))
        begun = begun or any(part)
    for level in LEVELS:
        placed = sum(setting.tiles[name].level == level for name in state.forest.names)
        left, made = state.pile.count(level), Pile().count(level)
        if placed + left > made or (placed + left < made and not partly):
            said = f"{placed} of level {level} in the forest and {left} in the pile are not {made}"
            yield Contradiction("pile", said, ("pile",))
    there = state.forest.place_of(CROWN)
    if state.finder is not None and not 0 <= state.finder < len(state.seats):
        yield Contradiction("crown", f"there is no player {state.finder} who could have found it", ("finder",))
    elif state.finder is None and there:
        yield Contradiction("crown", f"the crown lies on {there}, and nobody found it", ("forest", CROWN))
    elif state.finder is not None and not there:
        said = f"no crown lies in the forest, and player {state.finder} found it"
        yield Contradiction("crown", said, ("finder",))


def _clans(state: State) -> Iterator[Contradiction]:
    clans = [seat.clan for seat in state.seats]
    for at, clan in enumerate(clans):
        if not clan and isinstance(state.stage, ChooseClan):
            continue
        if clan not in CLANS:
            hint = did_you_mean(clan, CLANS) or f"known are {', '.join(CLANS)}"
            yield _of(at, f"there is no clan '{clan}'; {hint}", "clan")
        elif clans.count(clan) > 1:
            yield _of(at, f"another player has the {clan} clan too", "clan")


def _of(seat: int, said: str, *key: str | int) -> Contradiction:
    """What cannot be of a player."""
    return Contradiction(f"player {seat}", said, ("players", seat, *key))


def _pawns(setting: Setting, state: State) -> Iterator[Contradiction]:
    taken: dict[tuple[object, int], int] = {}
    for at, seat in enumerate(state.seats):
        tile = state.forest.at(seat.place)
        if tile is None:
            yield _of(at, f"the pawn stands on {seat.place}, where no tile lies", "at")
            continue
        if seat.place == HOME:
            own = CLANS.index(seat.clan) if seat.clan in CLANS else WAITING
            if seat.space not in (own, WAITING):
                where = f"space {seat.space + 1} of the start tile"
                yield _of(at, f"{where} is not the {seat.clan} clan's", "space")
            continue
        most = max(1, len(setting.tiles[tile].spaces))  # one on the crown, which has no spaces
        if not 0 <= seat.space < most:
            said = f"the tile {tile} has {most} spaces, there is no space {seat.space + 1}"
            yield _of(at, said, "space")
            continue
        other = taken.setdefault((seat.place, seat.space), at)
        if other != at:
            where = f"space {seat.space + 1} of {tile} on {seat.place}"
            yield _of(at, f"player {other} stands on {where} already", "space")
        if tile == CROWN and at != state.finder:
            yield _of(at, "only who found the crown can stand on it", "at")
    if isinstance(state.stage, Settle) and state.forest.at(state.stage.place) is None:
        yield Contradiction("stage", f"no tile lies on {state.stage.place}", ("new",))


def _dice(setting: Setting, state: State) -> Iterator[Contradiction]:
    places = list(_dice_places(state))
    for where, place, dice in places:
        for die in dice:
            if die.colour not in COLOURS:
                said = f"there is no {die.colour or 'colourless'} die in the game"
                yield Contradiction(where, said, place)
            if die.face not in range(1, 7):
                yield Contradiction(where, f"a die shows 1 to 6, not {die.face}", place)
        if dice != tuple(sorted(dice)):
            yield Contradiction(where, "its dice are not sorted by colour and face", place)
    if any(number < 0 for number in state.pool):
        yield Contradiction("pool", f"it cannot hold {min(state.pool)} dice of a colour", ("pool",))
    for at, colour in enumerate(COLOURS):
        counted = {where: sum(die.colour == colour for die in dice) for where, _, dice in places}
        counted["pool"] = state.pool[at]
        most = max(counted, key=lambda where: counted[where])
        counted["start player's mark"] = int(state.seats[0].clan == CLANS[at])
        if sum(counted.values()) > DICE[at]:
            said = ", ".join(f"{where} {number}" for where, number in counted.items() if number)
            written = {where: place for where, place, _ in places}.get(most, ("pool",))
            number = sum(counted.values())
            yield Contradiction("dice", f"{number} {colour} dice ({said}), the game has {DICE[at]}", written)
    if len(state.market) > setting.market:
        yield Contradiction("market", f"{len(state.market)} dice, it has room for {setting.market}", ("market",))
    if not 0 <= state.borrowed <= sum(DICE):
        yield Contradiction("borrowed", f"{state.borrowed} dice cannot be borrowed", ("borrowed",))
    if isinstance(state.stage, Refill | Roll) and sum(state.pool) > state.size:
        said = f"{sum(state.pool)} dice, and the pool token allows {state.size}"
        yield Contradiction("pool", said, ("pool",))
    if isinstance(state.stage, Attempt) and len(state.roll) > state.size + state.borrowed:
        more = f" and {state.borrowed} more are borrowed" if state.borrowed else ""
        said = f"{len(state.roll)} dice; the pool token allows {state.size}{more}"
        yield Contradiction("roll", said, ("roll",))


def _dice_places(state: State) -> Iterator[tuple[str, Place, Dice]]:
    yield "market", ("market",), state.market
    yield "roll", ("roll",), state.roll
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    if isinstance(stage, Acting):
        yield "hand", ("using", "hand"), tuple(sorted(die for die, _ in stage.hand))
    for at, seat in enumerate(state.seats):
        yield f"player {at}", ("players", at, "own"), seat.own


def _resources(state: State) -> Iterator[Contradiction]:
    for at, seat in enumerate(state.seats):
        if min(seat.bag) < 0:
            yield _of(at, f"{min(seat.bag)} of a resource is fewer than none", "resources")
    for place, (kind, left) in enumerate(zip(CLANS, state.resources(), strict=True)):
        if left < 0:
            most = max(range(len(state.seats)), key=lambda at: state.seats[at].bag[place])
            said = f"the players have {STOCK - left} {kind} tokens, the game has {STOCK}"
            yield Contradiction("resources", said, ("players", most, "resources", kind))


def _cards(setting: Setting, state: State) -> Iterator[Contradiction]:
    places: list[tuple[str, Place, tuple[str, ...]]] = [("open cards", ("open_cards",), state.open_cards)]
    for at, seat in enumerate(state.seats):
        places += [(f"player {at}", ("players", at, "skills"), seat.skills)]
        places += [(f"player {at}", ("players", at, "used"), seat.used)]
    times = Counter(card for *_, cards in places for card in cards)
    told: dict[str, list[str]] = {}
    for where, place, cards in places:
        for number, card in enumerate(cards):
            if card not in setting.skills:
                hint = did_you_mean(card, [*skills(), *setting.skills])
                said = f"there is no skill card '{card}'" + (f"; {hint}" if hint else "")
                yield Contradiction(where, said, (*place, number))
            told.setdefault(card, []).append(where)
            if len(told[card]) == times[card] > 1:
                both = " and ".join(dict.fromkeys(told[card]))
                said = f"the skill card {card} is there {times[card]} times, and it exists once"
                yield Contradiction(both, said, (*place, number))
    if len(state.open_cards) > OPEN_CARDS:
        said = f"{len(state.open_cards)} lie face up, there is room for {OPEN_CARDS}"
        yield Contradiction("open cards", said, ("open_cards",))
