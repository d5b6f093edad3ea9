"""The CP-SAT model against the placement kernel, and against brute force over several tasks."""

import random
from itertools import permutations

import pytest

from solver import cpsat
from solver.dice import Roll, Rolled
from solver.errors import TooBigError, WordsError
from solver.placement import best_placement, placements
from solver.task.legal import complete, plain_cards
from solver.task.model import Compare, Either, Readings, Space, Task, Then, Word

COLOURS = ("red", "blue", "green")
WORDS = ("equal", "different", "different colours", "same colour", "consecutive", "ascending", "descending")


def random_task(rng: random.Random, most: int = 4) -> Task:
    spaces = []
    for _ in range(rng.randint(1, most)):
        colours = rng.choice([(), (), (), ("red",), ("blue", "green")])
        numbers = rng.choice([(), (), (), "even", "odd", ((3, 6),)])
        space = Space(colours, numbers, rng.choice(["", "", "", "", "high", "low"]))
        die = Rolled(rng.choice(COLOURS), rng.randint(1, 6))
        if rng.random() < 0.15 and space.accepts(*die):
            space = Space(colours, numbers, space.rank, die)
        spaces.append(space)
    relations: list[object] = [Word(word) for word in WORDS if rng.random() < 0.12]
    for _ in range(rng.randint(0, 2) if len(spaces) > 1 else 0):
        a, b = rng.sample(range(len(spaces)), 2)
        kind = rng.randrange(4)
        op = rng.choice(["<", "<=", "=", "!=", ">=", ">"])
        if kind == 0:
            relations.append(Compare(((1, a), (-1, b)), op, rng.randint(-1, 1)))
        elif kind == 1:
            relations.append(Compare(((1, a), (rng.choice([1, 2, -3]), b)), op, rng.randint(0, 12)))
        elif kind == 2:
            relations.append(Then(min(a, b), max(a, b)))
        elif not (spaces[a].holds and spaces[b].holds):
            relations.append(Either((a, b)))
    return Task.of(spaces, relations)


def random_roll(rng: random.Random, most: int) -> Roll:
    faces = [1, 2, 3, 4, 5, 6] * 3 + ["bell"]
    return Roll(tuple(Rolled(rng.choice(COLOURS), rng.choice(faces)) for _ in range(rng.randint(0, most))))


def random_readings(rng: random.Random) -> Readings:
    return Readings(rng.choice(["tied", "strict"]), rng.choice(["strict", "weak"]), rng.choice(["plain", "wraps"]))


@pytest.mark.parametrize("seed", range(10))
def test_one_task_is_worth_what_the_kernel_says(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(30):
        task, roll, readings = random_task(rng), random_roll(rng, 6), random_readings(rng)
        worths = {name: rng.randint(-2, 5) for name in task.letters}
        found = cpsat.best([task], roll, [worths], readings=readings)
        assert found.proven
        assert found.worth == found.placements[0].worth
        assert found.worth == best_placement(task, roll, worths, readings).worth, (task, str(roll), readings)


@pytest.mark.parametrize("seed", range(4))
def test_all_ways_to_fill_are_all_optimal_placements(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(15):
        task, roll, readings = random_task(rng, 3), random_roll(rng, 5), random_readings(rng)
        full = placements(task, roll, readings)
        found = cpsat.all_best([task], roll, filled=[100], readings=readings)
        if full:
            most = max(placement.worth for placement in full)
            assert [s.placements[0] for s in found] == [p for p in full if p.worth == most]
            assert cpsat.is_unique([task], roll, filled=[100], readings=readings) == (len(found) == 1)
        else:
            assert not any(s.placements[0].filled for s in found)


@pytest.mark.parametrize("seed", range(4))
def test_several_tasks_against_brute_force(seed: int) -> None:
    rng = random.Random(200 + seed)
    for _ in range(6):
        tasks = [random_task(rng, 2), random_task(rng, 2)]
        roll, readings = random_roll(rng, 4), random_readings(rng)
        worths = [{name: rng.randint(0, 4) for name in task.letters} for task in tasks]
        bonus = [rng.randint(0, 6), rng.randint(0, 6)]
        # every way to deal the dice to the two tasks, and every legal card with exactly these
        every: dict[tuple[tuple[object, ...], ...], int] = {}
        for deal in range(2 ** len(roll)):
            parts = [Roll(tuple(d for i, d in enumerate(roll) if deal >> i & 1 == t)) for t in (0, 1)]
            for one in cards(tasks[0], parts[0], readings):
                for other in cards(tasks[1], parts[1], readings):
                    worth = 0
                    for task, card, values, more in zip(tasks, (one, other), worths, bonus, strict=True):
                        worth += sum(values[task.letters[i]] for i in card)
                        if (not impossible(task, readings)) and complete(task, card, readings):
                            worth += more
                    every[shown(one), shown(other)] = worth
        best = max(every.values())
        found = cpsat.best(tasks, roll, worths, bonus, readings)
        assert (found.worth, found.bound) == (best, best)
        listed = cpsat.all_best(tasks, roll, worths, bonus, readings)
        assert len(listed) == sum(worth == best for worth in every.values())
        assert cpsat.is_unique(tasks, roll, worths, bonus, readings) == (len(listed) == 1)


def impossible(task: Task, readings: Readings) -> bool:
    return next(plain_cards(task, Roll(()), readings), None) is None


def cards(task: Task, roll: Roll, readings: Readings) -> list[dict[int, Rolled]]:
    held = {i: space.holds for i, space in enumerate(task.spaces) if space.holds}
    return list(plain_cards(task, roll, readings)) or [held]


def shown(card: dict[int, Rolled]) -> tuple[object, ...]:
    return tuple(sorted((i, str(die)) for i, die in card.items()))


def test_dangers_share_the_dice() -> None:
    tasks = [Task("health 8 : even"), Task("health 4 = r1 b1 : pairs"), Task("[red 4]")]
    roll = Roll.read("r4 b4 g4 r1 b1")
    for worths in ([{"": 1}, {"": 0}, {"A": 0}], [{"": 1}, {"": 3}, None], None):
        found = cpsat.best(tasks, roll, worths, [10, 9, 3])
        best = 0
        values = worths or [{"": 1}, {"": 1}, {"A": 1}]
        values = [{"A": 1} if one is None else one for one in values]
        for order in set(permutations(roll)):
            for i in range(len(order) + 1):
                for j in range(i, len(order) + 1):
                    one, two, three = order[:i], order[i:j], order[j : j + 1]
                    faces = [die.face for die in two]
                    if any(die.face % 2 for die in one) or any(faces.count(face) % 2 for face in faces):
                        continue
                    a, b = sum(die.face for die in one), 2 + sum(faces)
                    c = three == (Rolled("red", 4),)
                    worth = a * values[0][""] + b * values[1][""] + c * values[2]["A"]
                    best = max(best, worth + 10 * (a >= 8) + 9 * (b >= 4) + 3 * c)
        assert found.proven
        assert found.worth == best


def test_eight_dice_over_twentyfour_spaces() -> None:
    tasks = [
        Task("[red] [any] [blue] [any] : A < B < C < D"),
        Task("[any]*4 : consecutive"),
        Task("[high] [any] [low] [even] : A + C >= 7"),
        Task("[any]*4 : equal, different colours"),
        Task("[any]*4 : descending"),
        Task("[red|blue]*2 [4-6]*2 : A or B, C then D"),
    ]
    roll = Roll.read("r1 b2 b3 g5 r6 g6 r2 b5")
    found = cpsat.best(tasks, roll, filled=[9, 7, 8, 6, 5, 4])
    assert found.proven
    assert sum(len(placement.dice) for placement in found.placements) <= 8
    assert found.worth == sum(p.worth for p in found.placements) + sum(
        bonus for p, bonus in zip(found.placements, [9, 7, 8, 6, 5, 4], strict=True) if p.filled
    )
    assert found == cpsat.best(tasks, roll, filled=[9, 7, 8, 6, 5, 4])


def test_a_limit_is_told_and_never_hidden() -> None:
    tasks = [Task("[any]*6 : A + B + C + D + E + F = 21, different") for _ in range(4)]
    roll = Roll(tuple(Rolled(colour, face) for colour in COLOURS for face in range(1, 7)))
    try:
        found = cpsat.best(tasks, roll, filled=[1, 1, 1, 1], limit=0.001)
    except TooBigError as error:
        assert "within the limit of 0.001" in str(error)
    else:
        assert not found.proven
        assert found.bound > found.worth
        assert str(found).endswith(f"at most {found.bound}")
    with pytest.raises(TooBigError, match=r"within the limit of 0\.001"):
        cpsat.is_unique(tasks, roll, filled=[1, 1, 1, 1], limit=0.001)
    with pytest.raises(TooBigError, match="more than 5 best placements"):
        cpsat.all_best([Task("[any]*3")], roll, most=5)


def test_what_is_refused() -> None:
    roll = Roll.read("r1 b2")
    with pytest.raises(WordsError, match="no task"):
        cpsat.best([], roll)
    with pytest.raises(WordsError, match="asks for the clan's colour"):
        cpsat.best([Task("[clan]")], roll)
    with pytest.raises(WordsError, match="there is no space C"):
        cpsat.best([Task("[any]*2")], roll, [{"C": 1}])
    with pytest.raises(WordsError, match="given for 2 tasks, and there are 1"):
        cpsat.best([Task("[any]*2")], roll, [None, None])
    with pytest.raises(WordsError, match="0 or more is needed for each filled task"):
        cpsat.best([Task("[any]*2")], roll, filled=[-1])
    with pytest.raises(WordsError, match="a danger has no spaces"):
        cpsat.best([Task("health 4 : even")], roll, [{"A": 1}])
    with pytest.raises(WordsError, match="too large to be added up safely"):
        cpsat.best([Task("[any]*2")], roll, filled=[1 << 50])
