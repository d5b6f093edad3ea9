"""The chance to solve the task as the table stands in a whole game: what bears on it, and from where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from solver.dice import Die, Face, Pool, Rolled, pool_of
from solver.distribution import Odds
from solver.errors import GnomonError, TooBigError, WordsError
from solver.games.gnome_kingdom.chance.layers import MOST_ENTRIES, Progress
from solver.games.gnome_kingdom.chance.plain import Question
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, power, within
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import lending
from solver.games.gnome_kingdom.state import State
from solver.manipulation import Barter, Gain, Recolour, Reroll, Shift, Table

Reach = Literal["none", "near", "far", "all"]
"""Which dice may be swapped with: none; those of the market and of players in front; those, and by a Mushroom Expert
all others too; all."""

REACHES: tuple[Reach, ...] = get_args(Reach)

LEAF = RESOURCES.index("leaf")

BRINGING = tuple(TOKENS.index(ability) for ability in ("gatherer", "master-gatherer", "negotiator"))
"""The abilities that bring resources."""

NOT_BROUGHT = "no resources are gathered or traded in the attempt"
BROUGHT_FIRST = "resources are gathered or traded once in the attempt, before all else"
"""What is left out where few resources and abilities are used."""

MOST_ROLLS = 500_000
"""So many different rolls of one number of dice are looked at, so that an answer does not take long."""


@dataclass(frozen=True, slots=True)
class Around:
    """Where the dice lie that are neither in the roll nor in the supply.

    Parameters
    ----------
    near : those that any swap of the player on turn reaches
    far : those that only a Mushroom Expert reaches
    gone : those that no swap reaches
    """

    near: Dice
    far: Dice
    gone: Dice


def around(state: State, reach: Reach) -> Around:
    """Where the dice lie, for a player whose swaps reach so far.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("leaf", own=(Rolled("red", 1),)), Seat("berry")), market=(Rolled("blue", 5),))
    >>> around(state, "near").near, len(around(state, "near").gone), len(around(state, "none").gone)
    ((Rolled(colour='blue', face=5),), 2, 3)
    """
    row = state.mover.place[0]
    mark = Rolled(COLOURS[CLANS.index(state.seats[0].clan)], 1)
    ahead = [die for seat in state.seats if seat.place[0] > row for die in seat.own]
    rest = [die for seat in state.seats if seat.place[0] <= row for die in seat.own]
    match reach:
        case "none":
            return Around((), (), (mark, *state.market, *ahead, *rest))
        case "near":
            return Around((*state.market, *ahead), (), (mark, *rest))
        case "far":
            return Around((*state.market, *ahead), tuple(rest), (mark,))
    return Around((*state.market, *ahead, *rest), (), (mark,))


def bag_of_state(setting: Setting, state: State) -> Bag:
    """What the player on turn can use: resources, and how many cards of each ability; one Negotiator at most."""
    seat = state.mover
    abilities = [setting.skills[card].ability for card in seat.skills]
    numbers = {one: abilities.count(one) for one in TOKENS[len(RESOURCES) :]}
    numbers["negotiator"] = min(1, numbers["negotiator"])
    return (*seat.bag, *numbers.values())


def standing_of(setting: Setting, state: State, pools: Sequence[Pool] = (), effort: int = MOST_ENTRIES) -> Standing:
    """The chances of a task; without exchanges, or with fewer leaves, where they are too much: see `Standing`."""
    leaves = state.mover.bag[LEAF]
    for exchange, idle in ((True, 0), *((False, idle) for idle in range(leaves))):
        try:
            return Standing(setting, state, pools, exchange=exchange, idle=idle, effort=effort)
        except TooBigError:
            pass
    return Standing(setting, state, pools, exchange=False, idle=leaves, effort=effort)


class Standing:
    """The chances of one task, for all that can become of a table in this attempt.

    Parameters
    ----------
    setting, state : the game, and the table before the roll or after it
    pools : what may be rolled, before the roll; all of one size
    hand : dice of the roll that an ability in use has named
    starts : tables from which the attempt may go on, where that is not the table itself
    exchange : whether two resources may be given for one
    idle : how many leaves are not used
    most_used : how many resources and abilities are used at most, and none that brings resources; None for all
    effort : how much may be reckoned
    progress : called with a few words now and then

    Raises
    ------
    GnomonError
        if there is no task
    WordsError
        for a ruling with which chances are not computed
    TooBigError
        for more different rolls than can be answered

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import setting_of, state_of
    >>> player = "{clan: leaf, resources: {acorn: 1}}"
    >>> position = read(f"{{game: gnome-kingdom, task: three-of-a-kind, players: [{player}], roll: r3 r3 b5}}")
    >>> state = state_of(position)
    >>> Standing(setting_of(position), state).chance(state)
    Odds(91/216)
    """

    def __init__(
        self,
        setting: Setting,
        state: State,
        pools: Sequence[Pool] = (),
        hand: Dice = (),
        starts: Sequence[State] = (),
        exchange: bool = True,
        idle: int = 0,
        most_used: int | None = None,
        effort: int = MOST_ENTRIES,
        progress: Progress = None,
    ) -> None:
        task = setting.task(state)
        if task is None:
            raise GnomonError("turn: there is no task on the crown; ask for worth")
        self.setting, self.state, self.idle, self.most_used = setting, state, idle, most_used
        self.bags = list(dict.fromkeys(map(self.bag_of, starts or [state])))
        self.reach = max((_reach(state, bag) for bag in self.bags), key=REACHES.index)
        rules = setting.rules
        self.question = Question(
            task,
            rules.readings,
            state.mover.clan,
            exchange,
            loops=rules.dice_loop == "yes",
            partners=tuple(dict.fromkeys(seat.bag for at, seat in enumerate(state.seats) if at != state.turn)),
        )
        there = around(state, self.reach)
        rolled = pools or [_pool_of((*state.roll, *hand))]
        self.turn = Turn(
            self.question,
            rolled,
            there.near,
            self.bags,
            there.far,
            there.gone,
            MOST_ROLLS,
            lending(state.stage),
            most_used,
            effort,
            progress,
        )
        borrows = lending(state.stage) or any(len(self.turn.uses(bag).moves) > 1 for bag in self.bags)
        if rules.borrowed_colour == "drawn" and borrows:
            raise WordsError("objective: with borrowed_colour=drawn the chance to solve with leaves is not computed")

    def bag_of(self, state: State) -> Bag:
        """What the player on turn has by then, and may use."""
        bag = list(bag_of_state(self.setting, state))
        bag[LEAF] = max(0, bag[LEAF] - self.idle)
        if self.most_used is not None:
            bag = [0 if place in BRINGING else n for place, n in enumerate(bag)]
        return within(tuple(bag), tuple(map(int.__add__, state.resources(), bag)))

    def around(self, state: State) -> Around:
        """Where the dice lie by then."""
        return around(state, self.reach)

    def table(self, state: State) -> Table:
        """The table for manipulations, with the dice near at hand as those elsewhere."""
        return Table(state.roll, tuple(zip(COLOURS, state.supply(), strict=True)), self.around(state).near)

    def chance(self, state: State) -> Odds:
        """The chance from a roll, with all that the player on turn has by then."""
        return self.turn.of_table(self.table(state), self.bag_of(state), self.around(state).far)

    @property
    def simplified(self) -> tuple[str, ...]:
        """What the chances leave out, in words; nothing where they are exact."""
        found = [] if self.question.exchange else ["two resources are never given for one, which makes too many rolls"]
        if self.idle:
            found.append(f"{self.idle} of the leaves {'is' if self.idle == 1 else 'are'} not used, for the same reason")
        if self.most_used is not None:
            said = "one is" if self.most_used == 1 else f"{self.most_used} are"
            found.append(f"of the resources and abilities no more than {said} used, which is soon reckoned")
            if any(bag_of_state(self.setting, self.state)[place] for place in BRINGING):
                found.append(NOT_BROUGHT)
        seat = self.state.mover
        changes = [
            place for place in self.turn.useful if isinstance(self.question.does(place), Reroll | Shift | Recolour)
        ]
        if seat.own and self.reach in ("far", "all") and changes:
            found.append("own dice are changed only once they have been swapped into the roll")
        cards = [self.setting.skills[card].ability for card in seat.skills]
        if cards.count("negotiator") > 1:
            found.append("one Negotiator is used at most")
        return tuple(found)

    def before(self, pool: Pool) -> Odds:
        """The chance before a pool is rolled."""
        return self.turn.odds(pool, self.bags[0])

    def looks(self, dice: Dice, hand: tuple[tuple[Rolled, int], ...] = ()) -> tuple[object, ...]:
        """What of a roll the task can tell apart, with the dice in hand and how often each may still be changed."""
        classes = self.turn.classes
        found: list[tuple[int, list[Face], list[tuple[Face, int]]]] = [(group, [], []) for group in classes.groups]
        for die in dice:
            found[classes.of(die.colour)][1].append(die.face)
        for die, left in hand:
            found[classes.of(die.colour)][2].append((die.face, left))
        return tuple(sorted((group, tuple(sorted(there)), tuple(sorted(named))) for group, there, named in found))


def _reach(state: State, bag: Bag) -> Reach:
    tokens = dict(zip(TOKENS, bag, strict=False))
    more = any(n and isinstance(power(token).does, Gain | Barter) for token, n in tokens.items() if token not in CLANS)
    if not (tokens["mushroom"] or tokens["mushroom-expert"] or more or sum(bag[: len(RESOURCES)]) > 1):
        return "none"
    if state.mover.clan == "mushroom":
        return "all"
    return "far" if tokens["mushroom-expert"] else "near"


def _pool_of(dice: Dice) -> Pool:
    return pool_of(Die(die.colour) for die in dice)


def pool_of_counts(numbers: Sequence[int]) -> Pool:
    """The pool with so many dice of each colour, in the order of the clans.

    >>> str(pool_of_counts((2, 0, 0, 0, 1)))
    '1 blue, 2 red'
    """
    return Pool({Die(colour): number for colour, number in zip(COLOURS, numbers, strict=True) if number})
