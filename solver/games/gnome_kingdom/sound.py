"""What no game can come to: states that contradict themselves or the box are refused with the place and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solver.errors import GnomonError, did_you_mean
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.forest import HOME, check_forest
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import STOCK
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.stage import Acting, ChooseClan, Settle, Throw
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
    if len(state.seats) != setting.players:
        raise GnomonError(f"seats: {len(state.seats)} players, the game is for {setting.players}")
    if not 0 <= state.turn < setting.players:
        raise GnomonError(f"turn: there is no player {state.turn} among {setting.players}")
    check_forest(state.forest, setting.tiles)
    _check_pile(setting, state)
    _check_clans(state)
    _check_pawns(setting, state)
    _check_dice(setting, state)
    _check_resources(state)
    _check_cards(setting, state)


def _check_pile(setting: Setting, state: State) -> None:
    begun = False
    for at, (part, whole) in enumerate(zip(state.pile.parts, Pile().parts, strict=True)):
        for level, number, most in zip(LEVELS, part, whole, strict=True):
            if not 0 <= number <= most:
                raise GnomonError(f"pile: {number} of {level} in part {at + 1}; it is made with {most}")
        if begun and part != whole:
            raise GnomonError(f"pile: tiles of part {at + 1} are gone, and a part above it is not used up")
        begun = begun or any(part)
    for level in LEVELS:
        placed = sum(setting.tiles[name].level == level for name in state.forest.names)
        left, made = state.pile.count(level), Pile().count(level)
        if placed + left != made:
            raise GnomonError(f"pile: {placed} of level {level} in the forest and {left} in the pile are not {made}")
    if (state.finder is None) != (state.forest.place_of(CROWN) is None):
        found = "nobody found it" if state.finder is None else f"player {state.finder} found it"
        raise GnomonError(f"crown: it lies on {state.forest.place_of(CROWN)}, and {found}")
    if state.finder is not None and not 0 <= state.finder < len(state.seats):
        raise GnomonError(f"crown: there is no player {state.finder} who could have found it")


def _check_clans(state: State) -> None:
    for at, seat in enumerate(state.seats):
        if not seat.clan and isinstance(state.stage, ChooseClan):
            continue
        if seat.clan not in CLANS:
            hint = did_you_mean(seat.clan, CLANS) or f"known are {', '.join(CLANS)}"
            raise GnomonError(f"player {at}: there is no clan '{seat.clan}'; {hint}")
        if [other.clan for other in state.seats].count(seat.clan) > 1:
            raise GnomonError(f"player {at}: another player has the {seat.clan} clan too")


def _check_pawns(setting: Setting, state: State) -> None:
    taken: dict[tuple[object, int], int] = {}
    for at, seat in enumerate(state.seats):
        tile = state.forest.at(seat.place)
        if tile is None:
            raise GnomonError(f"player {at}: the pawn stands on {seat.place}, where no tile lies")
        if seat.place == HOME:
            own = CLANS.index(seat.clan) if seat.clan else WAITING
            if seat.space not in (own, WAITING):
                where = f"space {seat.space + 1} of the start tile"
                raise GnomonError(f"player {at}: {where} is not the {seat.clan} clan's")
            continue
        most = 1 if tile == CROWN else len(setting.tiles[tile].spaces)
        if not 0 <= seat.space < most:
            raise GnomonError(f"player {at}: the tile {tile} has {most} spaces, there is no space {seat.space + 1}")
        other = taken.setdefault((seat.place, seat.space), at)
        if other != at:
            where = f"space {seat.space + 1} of {tile} on {seat.place}"
            raise GnomonError(f"player {at}: player {other} stands on {where} already")
        if tile == CROWN and at != state.finder:
            raise GnomonError(f"player {at}: only who found the crown can stand on it")
    if isinstance(state.stage, Settle) and state.forest.at(state.stage.place) is None:
        raise GnomonError(f"stage: no tile lies on {state.stage.place}")


def _check_dice(setting: Setting, state: State) -> None:
    places = list(_dice_places(state))
    letters = set(COLOURS)
    for where, dice in places:
        for die in dice:
            if die.colour not in letters:
                raise GnomonError(f"{where}: there is no {die.colour or 'colourless'} die in the game")
            if die.face not in range(1, 7):
                raise GnomonError(f"{where}: a die shows 1 to 6, not {die.face}")
        if dice != tuple(sorted(dice)):
            raise GnomonError(f"{where}: its dice are not sorted by colour and face")
    if any(number < 0 for number in state.pool):
        raise GnomonError(f"pool: it cannot hold {min(state.pool)} dice of a colour")
    for at, colour in enumerate(COLOURS):
        counted = {where: sum(die.colour == colour for die in dice) for where, dice in places}
        counted["pool"] = state.pool[at]
        counted["start player's mark"] = int(state.seats[0].clan == CLANS[at])
        if sum(counted.values()) > DICE[at]:
            said = ", ".join(f"{where} {number}" for where, number in counted.items() if number)
            raise GnomonError(f"dice: {sum(counted.values())} {colour} dice ({said}), the game has {DICE[at]}")
    if len(state.market) > setting.market:
        raise GnomonError(f"market: {len(state.market)} dice, it has room for {setting.market}")
    if not 0 <= state.borrowed <= sum(DICE):
        raise GnomonError(f"borrowed: {state.borrowed} dice cannot be borrowed")


def _dice_places(state: State) -> Iterator[tuple[str, Dice]]:
    yield "market", state.market
    yield "roll", state.roll
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    if isinstance(stage, Acting):
        yield "hand", tuple(sorted(die for die, _ in stage.hand))
    for at, seat in enumerate(state.seats):
        yield f"player {at}", seat.own


def _check_resources(state: State) -> None:
    for at, seat in enumerate(state.seats):
        if min(seat.bag) < 0:
            raise GnomonError(f"player {at}: {min(seat.bag)} of a resource is fewer than none")
    for kind, left in zip(CLANS, state.resources(), strict=True):
        if left < 0:
            raise GnomonError(f"resources: the players have {STOCK - left} {kind}s, the game has {STOCK}")


def _check_cards(setting: Setting, state: State) -> None:
    places = [("open cards", state.open_cards)]
    places += [(f"player {at}", (*seat.skills, *seat.used)) for at, seat in enumerate(state.seats)]
    for where, cards in places:
        for card in cards:
            if card not in setting.skills:
                hint = did_you_mean(card, setting.skills)
                raise GnomonError(f"{where}: there is no skill card '{card}'" + (f"; {hint}" if hint else ""))
    for card, number in Counter(card for _, cards in places for card in cards).items():
        if number > 1:
            where = " and ".join(dict.fromkeys(where for where, cards in places if card in cards))
            raise GnomonError(f"{where}: the skill card {card} is there {number} times, and it exists once")
    if len(state.open_cards) > OPEN_CARDS:
        raise GnomonError(f"open cards: {len(state.open_cards)} lie face up, there is room for {OPEN_CARDS}")
