"""Ability texts: what is read, that it is written back equal, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.dice import Rolled
from solver.errors import NotationError
from solver.games import dice_set
from solver.games.companion_quest.abilities import (
    FORMS,
    MAX_NUMBER,
    Ability,
    AnyColour,
    Refresh,
    Tame,
    Wake,
    ability_text,
    read_ability,
)
from solver.manipulation import Act, Gain, Recolour, Reroll, Shift, Table, Turn, actions, begin, results

COLOURS = tuple(dice_set("companion-quest").dice)
NUMBERS = st.integers(1, MAX_NUMBER)

READ: dict[str, Ability] = {
    "reroll": Reroll(1, 1),
    "reroll 2": Reroll(2, 1),
    "reroll 1 up to 2 times": Reroll(1, 2),
    "+1": Shift(1, wraps=True, ways="up"),
    "-1": Shift(1, wraps=True, ways="down"),
    "+1 or -1": Shift(1, wraps=True),
    "+2 or -2": Shift(2, wraps=True),
    "any colour": AnyColour(),
    "colour red": Recolour(("red",)),
    "colour red or blue": Recolour(("blue", "red")),
    "colour any": Recolour(),
    "snack": Gain(1),
    "wake": Wake(1),
    "wake 2": Wake(2),
    "refresh": Refresh(),
    "tame": Tame(),
}


def test_all_forms() -> None:
    assert tuple(READ) == FORMS
    for text, ability in READ.items():
        assert read_ability(text) == ability


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  reroll   2 ", "reroll 2"),
        ("reroll up to 3 times", "reroll 1 up to 3 times"),
        ("reroll 2 up to 1 time", "reroll 2"),
        ("+ 1 or - 1", "+1 or -1"),
        ("-3 or +3", "+3 or -3"),
        ("+1or-1", "+1 or -1"),
        ("colour red or red", "colour red"),
        ("snack 1", "snack"),
        ("colour green or orange or blue", "colour blue or orange or green"),
    ],
)
def test_other_ways_to_write_it(text: str, same: str) -> None:
    assert read_ability(text) == read_ability(same)
    assert ability_text(read_ability(text)) == same


ABILITIES: st.SearchStrategy[Ability] = st.one_of(
    st.builds(Reroll, NUMBERS, NUMBERS),
    st.builds(Shift, NUMBERS, st.just(True), st.sampled_from(["both", "up", "down"])),
    st.builds(lambda chosen: Recolour(tuple(c for c in COLOURS if c in chosen)), st.sets(st.sampled_from(COLOURS))),
    st.builds(Gain, NUMBERS),
    st.builds(Wake, NUMBERS),
    st.sampled_from([Refresh(), Tame(), AnyColour()]),
)


@given(ABILITIES)
def test_what_is_written_reads_back(ability: Ability) -> None:
    assert read_ability(ability_text(ability)) == ability


@given(st.text(alphabet="reoll colurwakntmsy+-12 0é", max_size=24))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        ability = read_ability(text)
    except NotationError as error:
        assert error.what == "ability"
        assert 0 <= error.start < error.end <= len(text) + 1
    else:
        assert read_ability(ability_text(ability)) == ability


ANY = "expected an ability such as reroll 2, +1 or -1, colour red, any colour, snack, wake, refresh or tame"


@pytest.mark.parametrize(
    ("text", "message", "marked", "hint"),
    [
        ("", ANY, "", ""),
        ("wakes", ANY, "wakes", "did you mean 'wake'?"),
        ("re-roll", ANY, "re", ""),
        ("1", ANY, "1", ""),
        ("color red", ANY, "color", "did you mean 'colour'?"),
        ("any", "expected 'colour'", "", ""),
        ("any color", "expected 'colour'", "color", ""),
        ("colour", "expected a colour of the dice", "", f"they are {', '.join(COLOURS)}"),
        ("colour orang", "expected a colour of the dice", "orang", "did you mean 'orange'?"),
        ("colour red blue", "nothing more is expected here", "blue", ""),
        ("+", "expected a number of steps, as in +1", "+", ""),
        ("+x", "expected a number of steps, as in +1", "+", ""),
        ("+0", "expected a number from 1 to 20", "+0", ""),
        ("+1 or -2", "expected -1: up and down go equally far", "-2", ""),
        ("+1 or +1", "expected -1: up and down go equally far", "+1", ""),
        ("+1 or", "expected -1: up and down go equally far", "", ""),
        ("+1 and -1", "nothing more is expected here", "and", ""),
        ("reroll 0", "expected a number from 1 to 20", "0", ""),
        ("reroll 21", "expected a number from 1 to 20", "21", ""),
        ("reroll 2 up to twice", "expected how often, as in up to 2 times", "twice", ""),
        ("reroll 2 up to 3", "expected 'times'", "", ""),
        ("reroll 2 up to 3 time", "expected 'times'", "time", ""),
        ("snack 2 3", "nothing more is expected here", "3", ""),
        ("tame 2", "nothing more is expected here", "2", ""),
        ("wake ²", "nothing more is expected here", "²", ""),
    ],
)
def test_what_is_refused(text: str, message: str, marked: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_ability(text)
    error = caught.value
    assert (error.message, error.text[error.start : error.end], error.hint) == (message, marked, hint)


def test_numbers_run_in_a_circle() -> None:
    """A 6 and one more is a 1, a 1 and one less a 6, as the rulebook says."""
    for text, face, found in (("+1", 6, {1}), ("-1", 1, {6}), ("+1 or -1", 6, {1, 5}), ("+2", 5, {6, 1})):
        ability = read_ability(text)
        assert isinstance(ability, Shift)
        assert _turned(begin(ability, Table.of([Rolled("red", face)]))) == found


def _turned(act: Act) -> set[int | str]:
    """The numbers that one die can be turned to."""
    turns = [action for action in actions(act) if isinstance(action, Turn)]
    after = [then for turn in turns for then in results(act, turn)]
    return {turn.face for turn in turns}.union(*map(_turned, after))
