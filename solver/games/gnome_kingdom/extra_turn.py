"""Another turn for five resources: what it brings against what is paid, valued by itself."""

from __future__ import annotations

from solver.errors import TooBigError
from solver.format import decimal, fraction
from solver.games.gnome_kingdom.action import AnotherTurn
from solver.games.gnome_kingdom.gain.values import TurnValues
from solver.games.gnome_kingdom.objectives import Objective
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Aftermath, GiveBack
from solver.games.gnome_kingdom.state import State, bag_of
from solver.games.gnome_kingdom.turn import EXTRA_TURN, more_turns
from solver.games.gnome_kingdom.words import bag_text
from solver.games.gnome_kingdom.worth import Worth

REACH = 20_000_000
"""How much is reckoned for the points of another turn."""


def cheapest(state: State, worth: Worth) -> tuple[str, ...]:
    """The five resources of the player on turn that are worth least.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("acorn", bag=(1, 1, 2, 2, 1)), Seat("leaf")))
    >>> cheapest(state, Worth())
    ('mushroom', 'leaf', 'berry', 'berry', 'pebble')
    """
    seat = state.mover
    there = [kind for kind, number in enumerate(seat.bag) for _ in range(number)]
    chosen = sorted(there, key=lambda kind: worth.resource(kind, seat.clan))[:EXTRA_TURN]
    return tuple(CLANS[kind] for kind in sorted(chosen))


def extra_turn(setting: Setting, state: State, objective: Objective, worth: Worth | None = None) -> str:
    """What another turn is worth with the resources that are held now; empty where it cannot be paid.

    By `worth` it is the worth of a turn against that of the cheapest five resources. By `points` it is, once the
    attempt is over, the crown points of a turn that begins now, paid with these five and played for points; before that
    nobody knows what will be left.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("acorn", bag=(1, 1, 2, 2, 1)), Seat("leaf")), Aftermath(), turns=1)
    >>> extra_turn(Setting(2), state, "worth")
    'another turn, not reckoned above: worth 1.10, for 1 mushroom, 1 leaf, 2 berry, 1 pebble worth 1.12'
    >>> extra_turn(Setting(2), state.with_mover(bag=(0, 4, 0, 0, 0)), "worth")
    ''
    """
    worth = worth or Worth()
    if sum(state.mover.bag) < EXTRA_TURN or not more_turns(setting, state):
        return ""
    pays = cheapest(state, worth)
    named = bag_text(bag_of(*pays))
    if objective == "worth":
        price = sum(worth.resource(CLANS.index(kind), state.mover.clan) for kind in pays)
        return f"another turn, not reckoned above: worth {_told(worth.turn)}, for {named} worth {_told(price)}"
    if not isinstance(state.stage, Aftermath):
        return "another turn for five resources is not reckoned; ask with 'phase: after' what it brings"
    game = GnomeKingdom(setting=setting)
    begun = game.apply(state, AnotherTurn(pays))
    if isinstance(begun.stage, GiveBack):
        begun = game.apply(begun, game.legal_actions(begun)[0])
    try:
        turn = TurnValues(setting, begun, "points", limit=REACH, last=REACH)
    except TooBigError:
        return "another turn for five resources is not reckoned: what it brings is too much to answer"
    value = turn.value()
    exact = f" ({fraction(value)})" if value.denominator > 1 else ""
    points = f"{decimal(value, 2)} crown points{exact}"
    taken = "" if turn.kind == "exact" else f"; taken for granted: {'; '.join(turn.assumptions)}"
    return f"another turn that begins now, not reckoned above: {points} on the average, for {named}{taken}"


def _told(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"
