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
    assert "--market, --in-front and --own name them" in " ".join(nothing.err.split())


def test_the_dice_on_ones_own_mat(gnomon) -> None:
    """Only what reaches any supply takes them: the Mushroom Expert, and mushrooms of their clan."""
    words = "odds gnome-kingdom/sunrise --roll r4,b2 --own b1 --json"
    expert, clan, other = (
        json.loads(gnomon(f"{words} --with {more}").out)["rows"]
        for more in ("mushroom-expert=1", "mushroom=1 --clan mushroom", "mushroom=1 --clan leaf")
    )
    assert (expert[0]["label"], expert[0]["value"]["fraction"]) == ("mushroom-expert: give b2 for b1", "1")
    assert (clan[0]["label"], clan[0]["value"]["fraction"]) == ("mushroom: give b2 for b1", "1")
    assert other[0]["value"]["fraction"] == "0"
    twice = "odds gnome-kingdom/sunrise --pool '2 blue' --own r4,r4 --market r4 --clan leaf --json --no-exchange"
    both, one = (
        json.loads(gnomon(f"{twice} --with {more}").out)["rows"][1]["value"]["fraction"]
        for more in ("mushroom=1,mushroom-expert=1", "mushroom=1")
    )
    assert both == one == "11/36"  # a 1 is wanted, whichever red 4 is taken


def test_other_readings_of_borrowing_and_of_two_tokens(gnomon) -> None:
    words = f"odds {THREE} --pool '3 any' --clan acorn --with acorn=2 --no-exchange --json"
    one_by_one, together = (
        json.loads(gnomon(f"{words} --rule acorn_twice={reading}").out) for reading in ("one_by_one", "interleaved")
    )
    assert one_by_one["rulings"]["acorn_twice"] == "one_by_one"
    assert together["rulings"]["acorn_twice"] == "interleaved"
    chances = [Fraction(found["rows"][1]["value"]["fraction"]) for found in (one_by_one, together)]
    assert chances[0] < chances[1] == Fraction(53779468471, 78364164096)
    drawn = json.loads(
        gnomon("odds gnome-kingdom/sunrise --pool '1 red' --with leaf=1 --rule borrowed_colour=drawn --json").out
    )
    assert drawn["rulings"] == {"borrowed_colour": "drawn"}
    # a red 4, 5 or 6 and then the number three below it, or the other way round: of 39 dice 7 are red and 8 orange
    assert Fraction(drawn["rows"][1]["value"]["fraction"]) == Fraction(1, 12) + Fraction(1, 12) * Fraction(15, 39)
    refused = gnomon(f"odds {THREE} --roll r3,b3,g5 --with acorn=2 --rule acorn_twice=interleaved")
    assert (refused.code, refused.out) == (2, "")
    assert "acorn_twice=interleaved is answered for --pool alone" in refused.err


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
