"""The rules of Quest for the Old Ones: one reading of each open question, and the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.task.model import Readings


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading of every switch in `puzzles/old_ones/rulings.yaml`, whose defaults these are, and numbers.

    Parameters
    ----------
    hand_rule : the hand limit in the Fate Phase: discard down to it, or one card
    all_weapons : who uses weapons printed for "All": elves, trolls and humans, or every creature
    palace_encounter : whether a rival may also play an Encounter on the land that is the Palace
    armed_guardians : whether a rival may attach a weapon to the Guardians
    gamestones_guardians : whether Gamestones may send the Guardians away
    aid_timing : whether aid is played before the first round, or before any round
    fallen_character : who picks the character that dies: the owner, or chance
    food_land : whether food must come from the land the tribe is in
    start_tokens : tokens of each tribe at the start
    starting_hand : cards dealt to each player (assumed: the rulebook deals none)
    hand_limit : cards a hand may hold at the end of the Fate Phase
    path_length : lands on the way to the Palace, the Palace included
    turns_in_a_row : turns one player may take in a row
    guardian_strength, guardian_wins : of the Guardians: their strength, and rounds to be won against them

    Examples
    --------
    >>> Rules().aid_timing, Rules(start_tokens=12).start_tokens
    ('before', 12)
    """

    hand_rule: Literal["down_to_limit", "one_card"] = "down_to_limit"
    all_weapons: Literal["weapon_users", "every_creature"] = "weapon_users"
    palace_encounter: Literal["replaced", "also"] = "replaced"
    armed_guardians: Literal["never", "allowed"] = "never"
    gamestones_guardians: Literal["no_effect", "negates"] = "no_effect"
    aid_timing: Literal["before", "any_round"] = "before"
    fallen_character: Literal["owner", "random"] = "owner"
    food_land: Literal["must_match", "any_land"] = "must_match"
    start_tokens: int = 20
    starting_hand: int = 0
    hand_limit: int = 7
    path_length: int = 15
    turns_in_a_row: int = 2
    guardian_strength: int = 17
    guardian_wins: int = 3

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks: nothing, there are none in this game."""
        return Readings()
