"""A table of what helps in Companion Quest: what a companion, or a snack, adds to a turn and to the chase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from solver.distribution import Odds, Points
from solver.game import Kind
from solver.games.companion_quest.abilities import ability_text
from solver.games.companion_quest.board import example, table
from solver.games.companion_quest.content import box
from solver.games.companion_quest.outcomes import able_outcomes, with_first_turn
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import Seat
from solver.games.companion_quest.tables_cards import told

NOTHING, SNACK = "nothing", "a snack"


@dataclass(frozen=True, slots=True)
class HelpRow:
    """What something adds to the first turn of the chase that `board` tells of, and to its end.

    Parameters
    ----------
    help : a companion that is awake when the turn begins; a snack, beside a resting companion; or nothing
    wakes_on : the colour of the dice that wake it again
    does : its abilities
    provenance : how far the card is the publisher's
    solved : problems solved in the turn, two or more being two, on average
    steps : spaces that the hat goes on, on average
    win : the chance to win the chase, all later turns being without help
    gain : what that is more than without help; shown in percent points
    """

    help: str
    wakes_on: str
    does: str
    provenance: str
    solved: Fraction
    steps: Fraction
    win: Odds
    gain: Points
    kind: Kind = "abstraction"
    rulings: tuple[str, ...] = ("order", "high_low", "take_back", "wake_whose", "meter_order")


def companions(
    rules: Rules | None = None, progress: Callable[[int, int], None] | None = None, names: tuple[str, ...] = ()
) -> Iterator[HelpRow]:
    """Yield what each companion adds, the starters first, and before them nothing and a snack.

    Turns are played for the smallest gap; the chase is the example of `solver.games.companion_quest.board`, in which
    the wilderness is empty and both gnomes are used up.

    Parameters
    ----------
    progress : called with the number of rows that are done and to be done
    names : which companions; all if not given

    Examples
    --------
    >>> nothing, snack, newt = companions(names=("rain-newt",))
    >>> nothing.gain, str(newt.solved), newt.does
    (Points(0, 1), '209/216', '+1')
    """
    rules = rules or Rules()
    cards = box().companions
    wanted = names or tuple(sorted(cards, key=lambda name: not cards[name].starter))
    seat = table(rules).mover
    given: dict[str, Seat] = {
        NOTHING: seat,
        SNACK: replace(seat, snacks=1, resting=(SLEEPER,)),
        **{name: replace(seat, awake=(name,)) for name in wanted},
    }
    chase = example(rules)
    plain = chase.win()
    for done, (name, one) in enumerate(given.items(), 1):
        yield _row(rules, name, one, plain)
        if progress is not None:
            progress(done, len(given))


SLEEPER = "pond-frog"
"""The resting companion beside a snack."""


def _row(rules: Rules, name: str, seat: Seat, plain: Fraction) -> HelpRow:
    state = table(rules)
    found = able_outcomes(Setting(2, rules=rules), state.but(seats=(seat, *state.seats[1:])))
    win = with_first_turn(example(rules), found)
    card = box().companions.get(name)
    return HelpRow(
        help=f"{SNACK}, with {SLEEPER} at rest" if name == SNACK else name,
        wakes_on=card.wake if card else "",
        does=", or ".join(map(ability_text, card.abilities)) if card else "",
        provenance=told(name, "companions") if card else "",
        solved=sum((outcome.solved * share for outcome, share in found.items()), Fraction(0)),
        steps=sum((outcome.steps * share for outcome, share in found.items()), Fraction(0)),
        win=Odds(win),
        gain=Points(win - plain),
    )


TABLES: Mapping[str, Any] = {"companions": companions}
