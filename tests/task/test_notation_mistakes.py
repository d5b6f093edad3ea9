"""How mistakes in a task's text are answered: what is expected, a caret under the place, a hint."""

from __future__ import annotations

import pytest

from solver.errors import NotationError
from solver.task.model import Task

KIND = "expected a colour, a number, even, odd, high, low or any"
CARD = "expected a space such as [red 4], or a danger such as health 12 : even"
RELATION = "expected a relation such as A < B, A + B = 7, A then B, A or B, or a word such as equal"
MISTAKES = [
    ("[red 4] [evn]", "         ^^^", KIND, "did you mean 'even'?"),
    ("[purpel]", " ^^^^^^", KIND, "did you mean 'purple'?"),
    ("[]", " ^", KIND, ""),
    ("[2|]", "   ^", KIND, ""),
    ("[4-]", "   ^", "expected a number", ""),
    ("[6-4]", " ^^^", "6-4 holds no number; the lower number comes first: 4-6", ""),
    ("[4-99]", " ^^^^", "a die's numbers lie between 0 and 62, not at 99", ""),
    ("[red|4]", " ^^^^^", "a choice with | is one between colours or one between numbers", ""),
    ("[red blue]", "     ^^^^", "this is stated twice; a choice is written red|blue or 2|5", ""),
    ("[red 4", "      ^", "expected ']' to close the space", ""),
    ("[red 4 [even]", "       ^", "expected ']' to close the space", ""),
    (
        "[red]]",
        "     ^",
        "expected another space such as [red 4], '*' and a number, or ':' and relations",
        "",
    ),
    ("red 4", "^^^", CARD, ""),
    ("", "^", CARD, ""),
    (": equal", "^", CARD, ""),
    ("[any]*0", "      ^", "a card has 1 to 64 spaces, not 0", ""),
    ("[any]*9999", "      ^^^^", "a card has 1 to 64 spaces, not 9999", ""),
    ("[any]*99999999", "      ^^^^^^^^", "this number is too big", ""),
    ("[any]*60 [red]*5", "          ^^^^^^", "a card has at most 64 spaces, not 65", ""),
    ("[any = ]", "       ^", "expected a die such as r3, *3 or y!", ""),
    ("[any = y!]", "       ^^", "a yellow die has no symbol", ""),
    ("[red 4 = b4]", "         ^^", "[red 4] does not take the die 'blue 4'", ""),
    ("[any]*3 : A < D", "              ^", "space D is not on this card: it has A to C", ""),
    ("[any] : B = 3", "        ^", "space B is not on this card: it has only A", ""),
    ("[any]*2 : a < B", "          ^", "expected a space of this card: it has A to B", "did you mean 'A'?"),
    ("[any]*2 : A == B", "             ^", "expected a space such as A, or a number", "did you mean '='?"),
    (
        "[any]*2 : A \u2264 B",
        "            ^",
        "expected ',' and another relation, or the end",
        "did you mean '<='?",
    ),
    ("[any]*2 : A + B", "               ^", "expected a comparison: <, <=, =, !=, >= or >", ""),
    (
        "[any]*2 : A - A = 0",
        "          ^^^^^^^^^",
        "this compares nothing: what it says of A cancels out",
        "",
    ),
    ("[any]*2 : 3 < 4", "          ^^^^^", "this compares nothing: it names no space", ""),
    ("[any]*2 : A or", "              ^", "expected a space such as A", ""),
    ("[any]*2 : A or A", "          ^^^^^^", "an 'or' names the same space twice", ""),
    ("[any]*2 : A then A", "          ^^^^^^^^", "space A cannot come after itself", ""),
    (
        "[any]*2 : A ro B",
        "            ^^",
        "expected a comparison, 'then' or 'or' after A",
        "did you mean 'or'?",
    ),
    ("[any]*2 : equl", "          ^^^^", RELATION, "did you mean 'equal'?"),
    ("[any]*2 : equal,", "                ^", RELATION, ""),
    (
        "[any]*2 : equal different",
        "                ^^^^^^^^^",
        "expected ',' before another relation, or the end",
        "",
    ),
    (
        "[any = r3]*2 : A or B",
        "               ^^^^^^",
        "only one of A and B takes a die, but A and B hold one each",
        "",
    ),
    ("[any] health 8", "      ^^^^^^", "expected another space", "a danger is a task of its own"),
    (
        "health 8 health 9 : even",
        "         ^^^^^^",
        "expected ':' and a kind",
        "a danger is a task of its own",
    ),
    (
        "health 8 : even : odd",
        "                ^",
        "expected a colour, a number, even, odd, any or pairs, or the end",
        "",
    ),
    ("health 8 : high", "           ^^^^", "expected a colour, a number, even, odd, any or pairs", ""),
    ("health 0 : any", "       ^^^^^^^", "a danger's health lies between 1 and 1000000, not at 0", ""),
    ("health 8 = r4 r3 : even", "              ^^", "the danger does not take the die r3", ""),
    (
        "health 8 = r4 : pairs",
        "           ^^",
        "the danger takes pairs of equal numbers, and one 4 has no partner",
        "",
    ),
    ("healht 8 : even", "^^^^^^", CARD, "did you mean 'health'?"),
]


@pytest.mark.parametrize(("text", "caret", "message", "hint"), MISTAKES)
def test_a_mistake(text: str, caret: str, message: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        Task(text)
    first, shown, under = str(caught.value).split("\n")
    assert first.startswith(f"task: {message}")
    assert shown == "  " + text
    assert under.split("   known ")[0].removesuffix("   " + hint if hint else "") == "  " + caret


def test_the_caret_stays_in_line_behind_tabs_and_newlines() -> None:
    with pytest.raises(NotationError) as caught:
        Task("[red\t4]\r\n[evn] \x00")
    assert str(caught.value).split("\n")[1:] == ["  [red 4]  [evn] \ufffd", "                 ^"]
    with pytest.raises(NotationError) as caught:
        Task("[red\t4]\r\n[evn]\u2028")
    assert str(caught.value).split("\n")[1:] == [
        "  [red 4]  [evn] ",
        "            ^^^   did you mean 'even'?",
    ]


HOSTILE = [
    "[any]" * 20_000,
    "[" * 100_000,
    "[any]:" + "A<" * 14_000 + "A",
    "[any]*2:" + "A or " * 5_000 + "B",
    "a" * 29_000,
    " " * 100_000,
    "9" * 29_000,
    "[any]*" + "9" * 29_000,
    "[any = " + "r" * 29_000 + "]",
    "[any]:" + "equal " * 4_000,
    "[any]:" + "-" * 29_000,
    "health 3 : " + "r3|" * 9_000 + "r3",
    "[\ud800]",
    "[\u0663]",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text(text: str) -> None:
    with pytest.raises(NotationError):
        Task(text)
