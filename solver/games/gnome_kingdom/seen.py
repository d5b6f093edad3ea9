"""Positions and states: what is written down as the state of a whole game, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import cast

from solver.errors import GnomonError
from solver.games import task_of
from solver.games.gnome_kingdom.filling import with_dice, without
from solver.games.gnome_kingdom.forest import HOME, Forest, Hex
from solver.games.gnome_kingdom.inline import dice_of, text_of
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.position import Position, UsingEntry
from solver.games.gnome_kingdom.powers import ABILITIES, power
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import OPEN_CARDS, Skill, skills
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    GiveBack,
    Move,
    Negotiate,
    Refill,
    Settle,
    Stage,
    Take,
)
from solver.games.gnome_kingdom.stage import Roll as RollStage
from solver.games.gnome_kingdom.state import WAITING, Counts, Seat, State
from solver.games.gnome_kingdom.tiles import CROWN, LEVELS, OWN, START, Level, Part, Pile, Tile, tiles
from solver.games.gnome_kingdom.turn import counts
from solver.manipulation import Borrow, OfDice, Reroll

UNTOLD, AHEAD = "task", "ahead"
"""The tile whose task stands in the position in its notation, and the one of rivals ahead, where no forest is told."""

MADE = "it is 3 of level I, then 2 of I, 3 of II and 1 of III, then 2 of II, 4 of III and the crown"

MOST_MARKET = 7
"""The dice that a marketplace of five players has, which is assumed; how many there are with three is not known."""

SIMPLE: Mapping[str, Stage] = {"attempt": Attempt(), "move": Move(), "bonus": Bonus(), "after": Aftermath()}


def setting_of(position: Position) -> Setting:
    """What a position is played with: the players, the rules, and the tiles and cards, one's own ones too."""
    players = max(2, len(position.players))
    room = {1: MOST_MARKET, 2: 4}.get(len(position.players), MOST_MARKET)
    market = max(players + 2, min(room, len(position.market.split())))
    return Setting(players, position.readings, (), market, _tiles(position), _skills(position))


def _tiles(position: Position) -> Mapping[str, Tile]:
    known = dict(tiles())
    for name, entry in position.my_tiles.items():
        task = task_of(position.game, entry.task)
        known[name] = Tile(name, entry.level, task, tuple(entry.spaces), entry.grows or 0, OWN)
    if position.task is not None:
        here = known.get(position.task)
        if here is None:
            task = task_of(position.game, position.task if "[" in position.task else "[any]")
            here = Tile(UNTOLD, "I", task, (), 0, OWN)
        if here.name != START:  # of level I, so that the pile is right whatever has become of it
            known[here.name] = replace(here, level="I")
        if any(player.at == AHEAD for player in position.players):
            known[AHEAD] = Tile(AHEAD, "I", None, CLANS, 0, OWN)
    return known


def held_cards(position: Position) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The cards of each player that can still be used, and those face down; each given by its ability is one more.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> held_cards(read("{game: gnome-kingdom, players: [{clan: acorn, skills: [gatherer, gatherer]}]}"))
    [(('gatherer', 'gatherer-no-2'), ())]
    """
    written = {*position.open_cards, *position.my_skills, *_told(position)}
    held = set[str]()

    def names(cards: Sequence[str]) -> Iterator[str]:
        for name in cards:
            if name in held and name in ABILITIES and name not in position.my_skills:
                others = (f"{name}-no-{number}" for number in count(2))
                name = next(other for other in others if other not in written | held)
            held.add(name)
            yield name

    return [(tuple(names(player.skills)), tuple(names(player.used))) for player in position.players]


def _told(position: Position) -> list[str]:
    """The cards of the players as they stand in a position."""
    return [name for player in position.players for name in (*player.skills, *player.used)]


def _skills(position: Position) -> Mapping[str, Skill]:
    mine = {}
    held = [name for cards in held_cards(position) for name in (*cards[0], *cards[1])]
    for name, ability in zip(held, _told(position), strict=True):
        if ability in ABILITIES:  # some card with this ability; what it cost no longer matters
            mine[name] = Skill(name, ability, task_of(position.game, "[any]"), 0, OWN)
    for name, entry in position.my_skills.items():
        mine[name] = Skill(name, entry.ability, task_of(position.game, entry.cost), entry.points, OWN)
    return Known(mine, None if len(position.open_cards) >= OPEN_CARDS else (*position.open_cards, *held))


class Known(Mapping[str, Skill]):
    """One's own skill cards, and those of the catalogue, which are read when they are asked for.

    Parameters
    ----------
    mine : one's own
    told : the cards that are in play, if no others are: then all are known, but only these are listed

    Examples
    --------
    >>> len(Known({})), "deceiver-1" in Known({}, ()), list(Known({}, ("deceiver-1", "deceiver-9")))
    (47, True, ['deceiver-1'])
    """

    def __init__(self, mine: Mapping[str, Skill], told: Sequence[str] | None = None) -> None:
        self.mine, self.told = mine, told

    def __getitem__(self, name: str) -> Skill:
        return self.mine[name] if name in self.mine else skills()[name]

    def __iter__(self) -> Iterator[str]:
        if self.told is None:
            return iter({**skills(), **self.mine})
        return (name for name in dict.fromkeys(self.told) if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def state_of(position: Position, setting: Setting | None = None, pile: Pile | None = None) -> State:
    """The state that a position is, with the defaults for what it does not tell.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> state = state_of(read("{game: gnome-kingdom, task: sunrise, players: [{clan: acorn}], roll: r3 r4}"))
    >>> state.stage, state.forest.at(state.mover.place), len(state.seats)
    (Attempt(), 'sunrise', 2)
    """
    setting = setting or setting_of(position)
    forest = _forest(position)
    seats = _seats(position, setting, forest)
    pool: Counts = counts_of(position.pool)
    roll = dice_of(position.roll)
    finder = position.finder
    if finder is None:
        there = forest.place_of(CROWN)
        finder = next((at for at, seat in enumerate(seats) if there and seat.place == there), None)
    state = State(
        seats,
        forest=forest,
        pile=pile or pile_of(position, setting),
        open_cards=tuple(position.open_cards),
        market=dice_of(position.market),
        pool=pool,
        roll=roll,
        size=pool_size(position),
        turn=min(position.turn, len(seats) - 1),
        turns=position.turns,
        borrowed=position.borrowed,
        finder=finder,
    )
    return state.but(stage=_stage(position, state))


def counts_of(pool: str) -> Counts:
    """How many dice of each colour a pool has.

    >>> counts_of("2 red, 1 blue")
    (2, 0, 0, 0, 1)
    """
    words = [item.split() for item in pool.split(",") if item]
    return counts([colour for number, colour in words for _ in range(int(number))])


def pool_size(position: Position) -> int:
    """How many dice the pool token allows; if it is not told, as many as are there, and at least the first two."""
    if position.pool_size is not None:
        return position.pool_size
    hand = len(position.using.hand) if position.using and position.using.on == "roll" else 0
    there = len(position.roll.split()) + hand - position.borrowed
    return max(2, there, sum(counts_of(position.pool)))


def _forest(position: Position) -> Forest:
    placed = [(place, name) for name, place in position.forest.items()]
    if START not in position.forest:
        placed.append((HOME, START))
    if position.task is not None:
        here, ahead = _untold(position)
        if here != HOME:
            placed.append((here, UNTOLD if "[" in position.task else position.task))
        if any(player.at == AHEAD for player in position.players):
            placed.append((ahead, AHEAD))
    return Forest(tuple(sorted(placed)))


def _untold(position: Position) -> tuple[Hex, Hex]:
    """Where the player on turn and those ahead stand when the forest is not told."""
    return (HOME, (1, 0)) if position.task == START else ((1, 0), (2, 0))


def pile_of(position: Position, setting: Setting) -> Pile:
    """What is left in the pile: what is told, or what the tiles in the forest leave.

    Raises
    ------
    GnomonError
        if these tiles cannot have been turned over so far
    """
    if position.pile is not None:
        told = position.pile
        left = {"I": told.I, "II": told.II, "III": told.III, "crown": told.crown}
        try:
            return pile_after({level: Pile().count(level) - left[level] for level in LEVELS})
        except GnomonError:
            raise GnomonError(f"this cannot be what is left of the pile: {MADE}") from None
    names = [name for place, name in _forest(position).placed if place != HOME]
    try:
        return pile_after(Counter(setting.tiles[name].level for name in names if name in setting.tiles))
    except GnomonError as error:
        hint = "where only a part of the forest is told, 'pile' tells what is left in it"
        raise GnomonError(f"{error}; {hint}") from None


def pile_after(gone: Mapping[Level, int]) -> Pile:
    """The pile once so many tiles of each level have been turned over, which tells which parts they came from.

    Raises
    ------
    GnomonError
        if no tiles that come first are such

    Examples
    --------
    >>> pile_after({"I": 3, "II": 1}).parts
    ((0, 0, 0, 0), (2, 2, 1, 0), (0, 2, 4, 1))
    """
    left, parts = dict(gone), list[Part]()
    for part in Pile().parts:
        over = min(sum(left.values()), sum(part))
        taken = {level: min(left.get(level, 0), most) for level, most in zip(LEVELS, part, strict=True)}
        if sum(taken.values()) < over or min(taken.values()) < 0:
            words = " and ".join(f"{n} of level {level}" for level, n in gone.items() if n)
            raise GnomonError(f"no pile begins with {words}: {MADE}")
        numbers = [most - taken[level] for level, most in zip(LEVELS, part, strict=True)]
        parts.append((numbers[0], numbers[1], numbers[2], numbers[3]))
        left = {level: n - taken.get(level, 0) for level, n in left.items()}
    if any(left.values()):
        raise GnomonError(f"there are {sum(gone.values())} tiles, more than any pile has: {MADE}")
    return Pile(tuple(parts))


def _seats(position: Position, setting: Setting, forest: Forest) -> tuple[Seat, ...]:
    here, ahead = _untold(position)
    seats, held = [], held_cards(position)
    for at, player in enumerate(position.players):
        place: Hex = {"start": HOME, "ahead": ahead}[player.at] if isinstance(player.at, str) else player.at
        if position.task is not None and at == position.turn:
            place = here
        seats.append(
            Seat(
                player.clan,
                place,
                -1,
                player.resources.counts,
                dice_of(player.own),
                tuple(sorted(held[at][0])),
                tuple(sorted(held[at][1])),
            )
        )
    for at, player in enumerate(position.players):
        if player.space is not None:
            seats[at] = replace(seats[at], space=max(-1, space_of(seats[at], player.space, forest, setting)))
    for at, seat in enumerate(seats):
        if seat.space < 0:
            taken = {other.space for other in seats if other.place == seat.place}
            free = next(space for space in range(len(taken) + 1) if space not in taken)
            seats[at] = replace(seat, space=CLANS.index(seat.clan) if seat.place == HOME else free)
    if len(seats) == 1:  # somebody else is there, who makes no difference
        other = next(clan for clan in CLANS if clan != seats[0].clan)
        seats.append(Seat(other, HOME, CLANS.index(other)))
    return tuple(seats)


def space_of(seat: Seat, said: str | int, forest: Forest, setting: Setting) -> int:
    """The space of a tile that is told by its resource or its number; -1 if there is none."""
    if seat.place == HOME:
        return {"waiting": WAITING, seat.clan: CLANS.index(seat.clan)}.get(str(said), -1)
    tile = setting.tiles.get(forest.at(seat.place) or "")
    shown = tile.spaces if tile else ()
    if isinstance(said, int):
        return said - 1
    return shown.index(said) if said in shown else -1


def _stage(position: Position, state: State) -> Stage:
    phase = position.decides
    if phase in SIMPLE:
        return SIMPLE[phase]
    if phase == "refill":
        left = min(state.size - sum(state.pool), sum(state.supply()))
        return Refill(left) if left > 0 else RollStage()
    if phase == "take":
        return Take(position.take or 0, position.fewer, position.after)
    if phase == "trade":
        return Negotiate(position.trade or 0, position.after)
    if phase == "settle":
        place = position.new or HOME
        return Settle(place, place[0] > state.mover.place[0])
    if phase == "return":
        return GiveBack(min(state.borrowed, len(state.roll)), position.again)
    using = position.using or UsingEntry(what="acorn")
    does = power(using.what, state.mover.clan, position.readings.dice_loop == "yes").does
    hand = tuple((dice_of(die)[0], left) for die, left in using.hand)
    fresh = dice_named(cast(OfDice, does)) - len(hand) - (1 if isinstance(does, Borrow) else 0)
    return Acting(cast(OfDice, does), using.on, hand, fresh, position.after)


def dice_named(does: OfDice) -> int:
    """How many dice an ability may be used on."""
    return does.dice if isinstance(does, Reroll | Borrow) else 1


def kept(position: Position) -> Position:
    """The position after a die has been kept that it names: the die is among the own dice, no longer in the roll."""
    if not position.keep:
        return position
    (die,) = dice_of(position.keep)
    own = with_dice(dice_of(position.mover.own), die)
    players = list(position.players)
    players[position.turn] = position.mover.model_copy(update={"own": text_of(own)})
    roll = text_of(without(dice_of(position.roll), die))
    return position.model_copy(update={"players": players, "roll": roll, "keep": "", "phase": "move"})
