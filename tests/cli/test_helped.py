"""`gnomon odds --with`: rows, gains, policies, rolls, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

THREE = "gnome-kingdom/three-of-a-kind"


def test_a_row_for_each_with(gnomon) -> None:
    run = gnomon(f"odds {THREE} --pool '3 any' --with pebble=1 --with acorn=1")
    assert run.code == 0
    assert run.err == ""
    assert run.lines[:4] == [
        "Three of a kind · 3 dice · Gnome Kingdom",
        "  alone      2.78 %  1/36      1 in 36                  exact",
        "  + pebble  16.67 %  1/6       1 in 6    +13.89 points  exact",
        "  + acorn   20.33 %  527/2592  1 in 4.9  +17.55 points  exact",
    ]
    assert run.lines[-1] == "  rests on: dice_loop=no (gnomon rulings gnome-kingdom)"


def test_the_envelope(gnomon) -> None:
    words = f"odds {THREE} --pool '3 any' --with pebble=1 --rule dice_loop=yes --json"
    found = json.loads(gnomon(words).out)
    assert [row["value"]["fraction"] for row in found["rows"]] == ["1/36", "7/36"]
    assert (found["rows"][1]["with"], found["rows"][1]["gain"]) == ("pebble=1", "1/6")
    assert found["rulings"] == {"dice_loop": "yes"}
    assert found["question"]["with"] == ["pebble=1"]
    assert found["notes"] == []
    again = gnomon(found["reproduce"].removeprefix("gnomon "))
    assert json.loads(again.out) == found


def test_what_to_do_first_with_a_roll(gnomon) -> None:
    run = gnomon(f"odds {THREE} --roll r3,b3,g5 --with acorn=1,pebble=1 --clan leaf --json")
    rows = json.loads(run.out)["rows"]
    assert (rows[0]["label"], rows[0]["value"]["fraction"], rows[0]["loss"]) == ("acorn: reroll g5", "7/8", "0")
    assert {row["label"] for row in rows} >= {"pebble: turn g5 to 4", "exchange acorn and pebble for leaf"}
    assert all(Fraction(row["value"]["fraction"]) + Fraction(row["loss"]) == Fraction(7, 8) for row in rows)
    done = gnomon(f"odds {THREE} --roll r3,b3,g3 --with acorn=1")
    assert "solved as it lies" in done.out


def test_the_policy_adds_up(gnomon) -> None:
    rows = json.loads(gnomon(f"odds {THREE} --pool '3 any' --with pebble=1 --policy --json").out)["rows"]
    total = sum(Fraction(row["value"]["fraction"]) * int(row["weight"]) for row in rows)
    assert total / 216 == Fraction(1, 6)
    assert sum(int(row["weight"]) for row in rows) == 216
    text = gnomon(f"odds {THREE} --pool '3 any' --with pebble=1 --policy --top 1")
    assert text.lines[2:5] == [
        "  roll      weight  first action           success  fraction",
        "  *1 *1 *2       3  pebble: turn *2 to 1  100.00 %  1",
        "  … 49 more: --top all",
    ]


def test_mushrooms_take_what_they_are_shown(gnomon) -> None:
    words = "odds gnome-kingdom/clan-high --pool '2 red' --clan acorn --with mushroom=1"
    shown = json.loads(gnomon(f"{words} --market o3 --in-front o5 --json").out)
    assert shown["rows"][1]["value"]["fraction"] == "1"
    nothing = gnomon(words)
    assert "--market and --in-front name them" in nothing.err


def test_two_for_one_can_be_left_out(gnomon) -> None:
    words = "odds gnome-kingdom/two-or-five --roll r3 --with leaf=2 --clan berry"
    counted, plain = (json.loads(gnomon(f"{words}{more} --json").out) for more in ("", " --no-exchange"))
    assert counted["rulings"]["exchange_in_odds"] == "counted"
    assert plain["rulings"]["exchange_in_odds"] == "not_counted"
    assert counted["rows"][0]["value"]["fraction"] == "1"  # two leaves for a pebble
    assert plain["rows"][0]["value"]["fraction"] == "5/9"  # one of two more dice


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{three} --pool '9 red' --with pebble=1", "there are 8 red dice in the game, not 9"),
        ("{three} --pool '3 red' --with peble=1", "--with: there is no 'peble' to use; did you mean 'pebble'?"),
        (
            "companion-quest/falling-fish --pool '3 red' --with pebble=1",
            "--with: resources belong to Gnome Kingdom, and companion-quest/falling-fish is a task of Companion Quest",
        ),
        ("{three} --pool '3 red' --market r3", "--market goes with --with: what may be used, as in --with mushroom=1"),
        (
            "{three} --pool '3 red' --with acorn=1 --rerolls 2",
            "--with and --rerolls do not go together: an acorn is a reroll: --with acorn=1",
        ),
        (
            "{three} --pool '3 red' --with berry=1",
            "a berry gives a die the colour of one's clan: name the clan, as in --clan acorn",
        ),
        (
            "{three} --pool '3 red' --with mushroom=1 --market r3,r3,r3,r3,r3,r3",
            "there are 8 red dice in the game, not 9",
        ),
        (
            "{three} --roll r3,b3,g5 --policy --with acorn=1",
            "--policy and --roll do not go together: --roll asks about one roll, --policy about all",
        ),
    ],
)
def test_what_is_refused(gnomon, words, message) -> None:
    run = gnomon("odds " + words.format(three=THREE))
    assert (run.code, run.out, run.err) == (2, "", f"gnomon: {message}\n")
