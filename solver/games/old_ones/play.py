"""The whole game, from the choice of the tribes to the one who awakens the Old Ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, assert_never

from solver.deck import Deck
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones import battle, events
from solver.games.old_ones.cards import FOLKS, Character, Folk, Land, cards, deck
from solver.games.old_ones.journey import is_palace, may_play
from solver.games.old_ones.piles import discarded, draw_to_hand, fresh_deck, lose, with_seat
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import (
    Action,
    Answer,
    Choose,
    ChooseFolk,
    Deal,
    Discard,
    Draw,
    Drop,
    Fighting,
    Look,
    Lose,
    Meet,
    Mend,
    Muster,
    Over,
    Pass,
    Play,
    Recruit,
    Replenish,
    Roll,
    Snare,
    Suffer,
    Take,
    Travel,
)
from solver.games.old_ones.state import Observation, Seat, State, observe
from solver.games.old_ones.tribe import Member, Tribe
from solver.games.old_ones.turns import begin_turn, eliminate, end_turn, is_beaten

PASS = Pass()
FOUR_DICE = {
    total: sum(count for sides, count in _three.items() if 1 <= total - sides <= 6)
    for _three in [Counter(a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))]
    for total in range(4, 25)
}
DEALT = 3  # Wolf Riders dealt to each player in the variant
