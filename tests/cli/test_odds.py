"""`gnomon odds`: its numbers against enumeration of physical dice, and what its lines say."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from solver.catalog import find_task
from solver.dice import Rolled
from solver.games import shipped
from solver.task.legal import complete, legal


def fraction_of(run) -> str:
    assert run.code == 0, run.err
    (row,) = json.loads(run.out)["rows"]
    assert row["value"]["kind"] == "exact"
    return row["value"]["fraction"]


def chance(wins, dice: int) -> Fraction:
    rolls = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(map(wins, rolls)), len(rolls))


@pytest.mark.parametrize(
    ("task", "pool", "wanted"),
    [
        ("[any]*2 : different, different colours", "1 red, 1 green", "5/6"),
        ("[any]*3 : equal", "3 any", "1/36"),
        ("[any]*3 : equal", "3 red", "1/36"),
        ("[any]*3 : different, different colours", "2 red, 1 green, 1 blue", "20/27"),
        ("gnome-kingdom/three-of-a-kind", "3 any", "1/36"),
        ("[1] [20]", "2 d20", "1/200"),
    ],
)
def test_known_answers(gnomon, task, pool, wanted) -> None:
    assert fraction_of(gnomon("odds", task, "--pool", pool, "--json")) == wanted


def test_one_line_as_players_read_it(gnomon) -> None:
    run = gnomon("odds '[any]*3 : equal' --pool '3 any'")
    assert run.lines == ["[any]*3 : equal · 3 dice", "  success  2.78 %  1/36  1 in 36  exact"]
    assert run.err == ""


def test_every_pair(gnomon) -> None:
    run = gnomon("odds '[any]*2 : consecutive' '[4-6]*2' --pool '2 red' --pool '3 red' --json")
    got = {(row["task"], row["pool"]): Fraction(row["value"]["fraction"]) for row in json.loads(run.out)["rows"]}
    run_of_two = [lambda roll: any(abs(a - b) == 1 for a, b in combinations(roll, 2))]
    high = [lambda roll: sum(face > 3 for face in roll) >= 2]
    assert got == {
        (task, f"{n} red"): chance(wins, n)
        for task, (wins,) in (("[any] [any] : consecutive", run_of_two), ("[4-6] [4-6]", high))
        for n in (2, 3)
    }
    text = gnomon("odds '[any]*2 : consecutive' '[4-6]*2' --pool '2 red' --pool '3 red'")
    assert text.lines[4] == "" and text.lines[5] == "[4-6]*2"


def test_dice_on_the_card(gnomon) -> None:
    got = fraction_of(gnomon("odds '[any]*3 : A < B < C' --pool '2 red' --given B=r3 --json"))
    assert Fraction(got) == chance(lambda roll: min(roll) < 3 < max(roll), 2)
    text = gnomon("odds 'health 12 : even' --pool '2 red' --given 'r4 b2'")
    assert text.lines[0] == "health 12 : even · on the card b2 r4 · 2 red"
    six = chance(lambda roll: sum(face for face in roll if face % 2 == 0) >= 6, 2)
    assert f" {six} " in text.out


@pytest.mark.parametrize("clan", ["acorn", "orange"])
def test_a_clan_by_name_or_colour(gnomon, clan) -> None:
    task = "gnome-kingdom/clan-high"
    assert fraction_of(gnomon("odds", task, "--pool", "1 orange, 1 red", "--clan", clan, "--json")) == "1/2"


def test_which_die_where(gnomon) -> None:
    run = gnomon("odds '[red] [blue even] [odd]' --roll r1,r4,b2 --json")
    (row,) = json.loads(run.out)["rows"]
    assert row["placement"] == {"A": "r4", "B": "b2", "C": "r1"}
    assert (row["filled"], row["ways"], row["value"]["fraction"]) == (True, "1", "1")
    assert gnomon("odds '[red] [blue even] [odd]' --roll r1,r4,b2").lines[1] == "  filled:  A←r4 B←b2 C←r1"
    part = gnomon("odds '[red] [red] [blue]' --roll r1,b2,b3")
    assert part.lines[1].startswith("  not filled:  A←r1 C←b")
    danger = gnomon("odds 'health 8 : even' --roll 'r4 b2' --given g2")
    assert danger.lines[1] == "  defeated:  g2 b2 r4   8 of 8 health"


def test_what_to_keep(gnomon) -> None:
    run = gnomon("odds '[any]*3 : equal' --pool '3 red' --rerolls 1 --roll r2,r2,r5 --json")
    rows = {row["kept"]: row for row in json.loads(run.out)["rows"]}
    wanted = {"r2 r2": "1/6", "r2": "1/36", "r5": "1/36", "no dice": "1/36", "r2 r5": "0", "r2 r2 r5": "0"}
    assert {kept: row["value"]["fraction"] for kept, row in rows.items()} == wanted
    assert {kept: row["loss"] for kept, row in rows.items() if row["best"]} == {"r2 r2": "0"}
    assert rows["r5"]["loss"] == "5/36"
    text = gnomon("odds '[any]*3 : equal' --rerolls 1 --roll r2,r2,r5 --top 2")
    assert text.lines[2:] == [
        "  1  r2 r2  16.67 %  1/6           —  best",
        "  2  r2      2.78 %  1/36      13.89  mistake ?",
        "     … 4 more: --top all",
    ]
    assert len(gnomon("odds '[any]*3 : equal' --rerolls 1 --roll r2,r2,r5 --top all").lines) == 8


def test_one_die_again(gnomon) -> None:
    assert fraction_of(gnomon("odds '[any]*3 : equal' --pool '3 red' --reroll-one 3 --json")) == "527/2592"
    run = gnomon("odds '[any]*3 : equal' --roll r2,r2,r5 --reroll-one 3 --json")
    best = json.loads(run.out)["rows"][0]
    assert best["kept"] == "r2 r2"
    assert Fraction(best["value"]["fraction"]) == 1 - Fraction(5, 6) ** 3


def test_two_rounds_of_rerolls(gnomon) -> None:
    run = gnomon("odds '[red] [blue even] [5] [odd]' --pool '2 red, 1 blue, 1 green' --rerolls 2 --json")
    assert fraction_of(run) == "5239045/8957952"


def test_which_dice_to_take(gnomon) -> None:
    run = gnomon("odds '[red] [4-6]' --choose 2 --from '2 red, 2 blue' --json")
    rows = json.loads(run.out)["rows"]
    # two red: not both low; one of each: the blue one high
    assert [(row["label"], row["value"]["fraction"], row["best"]) for row in rows] == [
        ("2 red", "3/4", True),
        ("1 blue, 1 red", "1/2", False),
        ("2 blue", "0", False),
    ]
    ties = gnomon("odds '[4-6]' --choose 1 --from '1 red, 1 blue, 1 green' --top 2")
    assert sum("best" in line for line in ties.lines) == 3
    assert ties.lines[-1] == "     … 1 more, 1 of them best: --top all"


def test_how_many_spaces(gnomon) -> None:
    run = gnomon("odds '[4-6] [red]' --pool '1 red, 1 blue' --filled --json")
    rows = {row["label"]: row for row in json.loads(run.out)["rows"]}
    assert {label: row["value"]["fraction"] for label, row in rows.items()} == {
        "exactly 1": "1/2",
        "exactly 2": "1/2",
        "at least 1": "1",
        "at least 2": "1/2",
        "mean": "3/2",
    }
    weight, total = int(rows["exactly 2"]["weight"]), int(rows["exactly 2"]["total"])
    assert (Fraction(weight, total), total) == (Fraction(1, 2), 36)
    assert "50.00 %  1/2" in gnomon("odds '[4-6] [red]' --pool '1 red, 1 blue' --filled").out


def test_what_cannot_happen_is_0_with_a_note(gnomon) -> None:
    run = gnomon("odds '[any]*3 : equal' --pool '2 red'")
    assert run.code == 0
    assert run.lines[1] == "  success  0.00 %  0  never  exact"
    assert run.err == "gnomon: note: [any]*3 : equal: never; it takes 3 dice and there are 2\n"
    assert "no roll of 2 red can do it" in gnomon("odds '[blue]' --pool '2 red'").err


def test_own_cards_come_first(gnomon, cards) -> None:
    assert fraction_of(gnomon("odds", "gnome-kingdom/my-pair", "--pool", "2 any", "--cards", cards, "--json")) == "1/6"
    run = gnomon("odds", "gnome-kingdom/three-of-a-kind", "--pool", "3 red", "--cards", cards, "--json")
    assert fraction_of(run) == "0"


def test_another_reading(gnomon) -> None:
    line = "odds gnome-kingdom/two-consecutive --pool '2 any'"
    plain, wraps = gnomon(f"{line} --json"), gnomon(f"{line} --rule consecutive=wraps --json")
    assert fraction_of(plain) == "5/18" and fraction_of(wraps) == "1/3"
    assert json.loads(plain.out)["rulings"] == {"consecutive": "plain"}
    assert json.loads(wraps.out)["rulings"] == {"consecutive": "wraps"}
    assert "rests on: consecutive=plain (gnomon rulings gnome-kingdom)" in gnomon(line).out
    idle = gnomon("odds '[any]' --pool '1 red' --rule consecutive=wraps")
    assert "makes no difference" in idle.err


def test_a_sample_says_that_it_is_one(gnomon) -> None:
    assert "sample: invented here, not the publisher's" in gnomon("odds gnome-kingdom/full-house --pool '5 red'").out


def test_digits(gnomon) -> None:
    assert "2.777778 %  1/36" in gnomon("odds '[any]*3 : equal' --pool '3 red' --digits 6").out
    assert "3 %  1/36" in gnomon("odds '[any]*3 : equal' --pool '3 red' --digits 0").out


@pytest.mark.parametrize(
    "line",
    [
        "odds '[red] [blue even] [5] [odd]' --pool '3 red, 3 blue, 2 green' --rerolls 2",
        "odds '[red] [blue even] [5] [odd]' --rerolls 2 --roll r1,r2,r3,b1,b2,b3,g1,g1",
        "odds '[red] [blue even] [5] [odd]' --pool '6 red, 6 blue, 6 green' --filled",
        "odds gnome-kingdom/four-climbing --choose 4 --from '3 red, 3 green, 2 purple, 4 blue, 2 orange'",
        "odds '[any]*8 : equal' --pool '20 red, 20 blue'",
    ],
)
def test_long_fractions_keep_within_80_columns(gnomon, line) -> None:
    run = gnomon(line)
    assert run.code == 0
    # a fraction that needs more than a line stands alone on its own
    assert all(len(text) <= 80 or text.startswith("      = ") for text in run.lines)
    assert "/" in run.out


def test_a_fraction_of_thousands_of_digits(gnomon) -> None:
    run = gnomon("odds '[6]' --pool '10000 red'")
    assert run.code == 0
    numerator, _, denominator = run.lines[2].removeprefix("      = ").partition("/")
    assert len(denominator) == len(numerator) == 7782


def dice_that_fit(space) -> list[tuple[str, int]]:
    """A die for a space, if possible not of the colours that are rolled."""
    colours = ("green", "yellow", "purple", "orange", "blue", "red")
    return [(colour, face) for colour in colours for face in (4, 5, 6) if space.accepts(colour, face)][:1]


def filled(card, spaces, given, faces) -> bool:
    """Whether a red and a blue die fill the spaces of a card, by all ways to place them, in plain Python."""
    dice = [Rolled("red", faces[0]), Rolled("blue", faces[1])]
    free = [space for space in spaces if space not in given]
    for count in range(min(2, len(free)) + 1):
        for chosen, order in product(combinations(free, count), permutations(dice, count)):
            lying = given | dict(zip(chosen, order, strict=True))
            done = set(lying) == set(spaces) if card.type == "quest" else complete(card.task, lying)
            if done and legal(card.task, lying):
                return True
    return False


@pytest.mark.parametrize("name", [card["name"] for card in shipped("companion-quest", "tasks")])
def test_every_card_of_companion_quest_with_dice_on_it(gnomon, name) -> None:
    """A quest from each place of the hat, a challenge with a die on each of its spaces, a danger with some dice."""
    card = find_task(f"companion-quest/{name}")
    pool = (f"companion-quest/{name}", "--pool", "1 red, 1 blue", "--json")
    danger = card.task.danger
    if danger:
        (die,) = dice_that_fit(danger.kind)
        lying = [die] * (2 if danger.pairs else 1)
        left = danger.health - sum(face for _, face in lying)

        def beaten(faces) -> bool:
            fit = [
                face for colour, face in zip(("red", "blue"), faces, strict=True) if danger.kind.accepts(colour, face)
            ]
            return sum(fit) >= left and (not danger.pairs or faces[0] == faces[1])

        text = " ".join(f"{colour[0]}{face}" for colour, face in lying)
        assert Fraction(fraction_of(gnomon("odds", *pool, "--given", text))) == chance(beaten, 2)
    for space in range(len(card.task.spaces)):
        if card.type == "quest":
            option, given, spaces = ("--hat", str(space)), {}, range(space, len(card.task.spaces))
        else:
            (die,) = dice_that_fit(card.task.spaces[space])
            option = ("--given", f"{chr(65 + space)}={die[0][0]}{die[1]}")
            given, spaces = {space: Rolled(*die)}, range(len(card.task.spaces))
        found = Fraction(fraction_of(gnomon("odds", *pool, *option)))
        assert found == chance(lambda faces, s=spaces, g=given: filled(card, s, g, faces), 2)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("companion-quest/seesaw --hat 1", "--hat tells where the hat is on a quest, and Seesaw is none"),
        (
            "companion-quest/mill-pond --hat 3",
            "the path of Mill pond has 3 spaces; expected 0 to 2, not '3'",
        ),
        ("companion-quest/mill-pond --hat -1", "expected 0 to 2, not '-1'"),
        ("'[any]' --hat 0", "--hat tells where the hat is on a quest, and [any] is none"),
    ],
)
def test_a_hat_that_cannot_be(gnomon, line, message) -> None:
    run = gnomon(f"odds {line} --pool '1 red'")
    assert (run.code, run.out) == (2, "")
    assert message in run.err


def test_the_hat_leaves_relations_behind(gnomon) -> None:
    """On Apple lane the die on A must be lower than the one on B: not once the hat has passed A."""
    assert fraction_of(gnomon("odds companion-quest/apple-lane --pool '1 red, 1 yellow, 1 blue' --json")) != "1"
    run = gnomon("odds companion-quest/apple-lane --hat 1 --pool '1 yellow, 1 blue'")
    assert "[any] [yellow]" in run.out and "100.00 %" in run.out


def test_more_dice_than_the_box_holds_are_told(gnomon) -> None:
    for asked, said in (
        ("gnome-kingdom/three-of-a-kind --pool '9 red'", ["Gnome Kingdom has 8 red dice, not 9"]),
        ("companion-quest/seesaw --pool '4 red' --pool '2 blue'", ["Companion Quest has 3 red dice, not 4"]),
        ("companion-quest/seesaw --choose 2 --from '4 blue'", ["Companion Quest has 3 blue dice, not 4"]),
        ("companion-quest/seesaw --pool '3 red'", []),
        ("'[any]*3 : equal' --pool '9 red'", []),
    ):
        run = gnomon(f"odds {asked}")
        assert run.code == 0
        assert [line for line in said if line not in run.out + run.err] == []
        notes = json.loads(gnomon(f"odds {asked} --json").out)["notes"]
        assert [note for note in notes if " dice, not " in note] == said


def test_only_rulings_that_the_game_has_are_named(gnomon) -> None:
    run = gnomon("odds gnome-kingdom/four-climbing --pool '1 blue, 1 green, 1 purple, 1 red'")
    assert run.code == 0 and "order" not in run.out
    assert "order=" in gnomon("odds '[any] [any] : ascending' --pool '2 any'").out
