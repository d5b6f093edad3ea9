"""Set a table of Quest for the Old Ones and play on it in words: `table.do("play forest")`, `table.come(4)`.

Cards are named as they are printed or as files write them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from solver.deck import Deck
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones import combat
from solver.games.old_ones.cards import Encounter, Folk, find
from solver.games.old_ones.play import Quest
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Draw, Fighting, Travel
from solver.games.old_ones.state import Seat, State
from solver.games.old_ones.tribe import tribe_of


def names(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(find(card).name for card in cards)


def seat(
    folk: str = "WR",
    tokens: int = 20,
    characters: Iterable[str] = (),
    *,
    hand: Iterable[str] = (),
    lands: Iterable[str] = (),
    **more: Any,
) -> Seat:
    """A player with this tribe, hand and lands."""
    return Seat(tribe_of(folk, tokens, characters), tuple(sorted(names(hand))), names(lands), **more)


class Table:
    """A game under way. What is illegal or impossible fails the test."""

    def __init__(
        self,
        *seats: Seat,
        deck: Iterable[str] = (),
        top: Iterable[str] = (),
        discard: Iterable[str] = (),
        stage: Any = None,
        rules: Rules | None = None,
        **more: Any,
    ) -> None:
        everyone = [one if one.tribe.tokens or one.tribe.members else replace(one, out=True) for one in seats]
        self.quest = Quest(len(seats), rules or Rules(), tuple(cast(Folk, one.tribe.folk) for one in everyone))
        self.state = State(
            tuple(everyone),
            Deck.of(names(deck), names(top)),
            stage or Draw(1),
            tuple(sorted(names(discard))),
            peeked=(0,) * len(seats),
            **more,
        )
        # as the game itself does, after every step
        self.state = self.quest._settle(self.state)

    @property
    def player(self) -> int:
        return self.quest.current_player(self.state)

    @property
    def stage(self) -> str:
        return type(self.state.stage).__name__

    @property
    def over(self) -> bool:
        return self.player == TERMINAL

    def seat(self, number: int = 0) -> Seat:
        return self.state.seats[number]

    def tokens(self, number: int = 0) -> int:
        return self.seat(number).tribe.tokens

    def characters(self, number: int = 0) -> list[str]:
        return [member.name for member in self.seat(number).tribe.members]

    def can(self) -> list[str]:
        """What the current player can do, in words."""
        return [str(action) for action in self.quest.legal_actions(self.state)]

    def chances(self) -> dict[Any, int]:
        return dict(self.quest.chance_outcomes(self.state))

    def do(self, *moves: Any) -> Table:
        """Do these things, one after another: actions, or what they are in words."""
        for move in moves:
            assert self.player >= 0, f"nobody can {move}: {self.stage}"
            actions = self.quest.legal_actions(self.state)
            found = [action for action in actions if move in (action, str(action))]
            assert len(found) == 1, f"{move}: {self.can()}"
            self.state = self.quest.apply(self.state, found[0])
        return self

    def come(self, *outcomes: Any) -> Table:
        """These things happen by chance, one after another."""
        for outcome in outcomes:
            assert self.player == CHANCE, f"{outcome} cannot come: {self.stage}, {self.can()}"
            wanted = find(outcome).name if isinstance(outcome, str) else outcome
            assert wanted in self.chances(), f"{outcome}: {self.chances()}"
            self.state = self.quest.apply(self.state, wanted)
        return self

    def again(self) -> Table:
        """The same table a second time, to try something else."""
        other = object.__new__(Table)
        other.quest, other.state = self.quest, self.state
        return other


def begin(table: Table, *aid: str) -> Table:
    """Begin the fight that has come up, with these aid cards."""
    if aid or phase(table) == "aid":
        played = frozenset(names(aid))
        actions = [action for action in table.quest.legal_actions(table.state) if frozenset(action.cards) == played]
        assert len(actions) == 1, (aid, table.can())
        table.do(actions[0])
    assert phase(table) == "roll"
    return table


def phase(table: Table) -> str:
    """How far the fight has come: roll, casualty, target, fall, decision, heal, restore, magic."""
    return table.state.stage.fight.phase if isinstance(table.state.stage, Fighting) else ""


def a_round(
    table: Table,
    d20: int,
    *,
    casualty: int = 6,
    target: int | None = None,
    fall: str = "",
    decision: int | None = None,
) -> Table:
    """One round with these dice, and this ally or character falling if one must."""
    assert phase(table) == "roll"
    table.come(d20)
    assert phase(table) == "casualty"
    table.come(casualty)
    if target is not None:
        assert phase(table) == "target"
        table.come(target)
    if fall:
        assert phase(table) == "fall"
        table.do(combat.Fall(find(fall).name))
    if decision is not None:
        assert phase(table) == "decision"
        table.come(decision)
    return table


def attacked(
    me: Seat, encounter: str, *, land: str | None = None, weapon: str = "", others: Sequence[Seat] = (), **more: Any
) -> Table:
    """The table at which player 0 has just played a land and the player to the right this encounter."""
    card = find(encounter, Encounter)
    ground = land or card.land
    hand = tuple(sorted((*me.hand, ground)))
    right = seat("GOB", 20, hand=[encounter, *([weapon] if weapon else [])])
    table = Table(replace(me, hand=hand), *others, right, stage=Travel(), **more)
    arms = f" with {find(weapon).name}" if weapon else ""
    return table.do(f"play {ground}", f"play {card.name}{arms}")
