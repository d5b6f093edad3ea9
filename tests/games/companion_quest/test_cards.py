"""The cards of the box, and one's own: what is shipped is right, complete and honest about where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from solver.catalog import check_file, find_task, list_cards, list_entries, load, notes_on, symbols
from solver.dice import Pool
from solver.errors import GnomonError
from solver.games import dice_set, shipped
from solver.games.companion_quest.abilities import AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.content import Box, box, box_of, merged
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.supply import lacking, supply
from solver.manipulation import Gain, Recolour, Reroll, Shift
from solver.source import PUZZLES
from solver.task.chances import odds
from solver.task.model import Compare, Either, Space, Task, Then

CQ = "companion-quest"
COLOURS = tuple(dice_set(CQ).dice)
BOX = box()


@pytest.mark.parametrize("kind", ["tasks", "companions", "gnomes", "dice", "rulings"])
def test_what_is_shipped_has_no_faults(kind: str) -> None:
    file = PUZZLES / "companion_quest" / f"{kind}.yaml"
    assert check_file(file) == []
    assert notes_on(file) == ()


def test_numbers_of_cards() -> None:
    """As the rulebook lists them."""
    assert len(BOX.quests) == 12
    assert (len(BOX.challenges), len(BOX.dangers)) == (20, 8)
    assert (len(BOX.wild), len(BOX.companions) - len(BOX.wild)) == (51, 6)
    assert len(BOX.gnomes) == 6
    assert sorted(gnome.starter for gnome in BOX.gnomes.values()) == sorted(set(BOX.companions) - set(BOX.wild))


def test_what_sources_tell() -> None:
    told = {
        entry["name"]: entry["provenance"]
        for kind in ("tasks", "companions", "gnomes")
        for entry in shipped(CQ, kind)
        if entry["provenance"] != "sample"
    }
    assert told == {
        "a-mountainous-decision": "printed",
        "falling-fish": "printed",
        "twin-troll": "printed",
        "prost": "printed",
        "crumbles": "printed",
        "bubbles": "printed",
        "stibbles": "reported",
    }
    for kind in ("tasks", "companions", "gnomes"):
        for entry in shipped(CQ, kind):
            invented = entry["provenance"] == "sample"
            assert bool(entry.get("source")) is not invented
            assert bool(entry.get("assumed")) is not invented, "no card is told in full"
    for name in ("a-mountainous-decision", "falling-fish"):
        assert len(BOX.problems[name].task.spaces) == 4, "the rulebook speaks of the middle two"
    troll = BOX.problems["twin-troll"].task.danger
    assert troll is not None
    assert troll.pairs
    assert Shift(1, wraps=True, ways="up") in BOX.companions["prost"].abilities
    assert {quest.reward[1] for quest in BOX.quests.values() if quest.stage == 1} == {1}


def test_quests() -> None:
    for stage in (1, 2, 3):
        quests = [BOX.quests[name] for name in BOX.of_stage(stage)]
        assert [len(quest.path.spaces) for quest in quests] == [stage + 2] * 4
        assert len({quest.flag for quest in quests}) == 4, "the flags of a stage differ"
    flags = Counter(quest.flag for quest in BOX.quests.values())
    assert set(flags) == {"", "no-sharing", "light-packs", "one-step", "no-taming", "no-calling", "barren"}
    for quest in BOX.quests.values():
        assert bool(quest.barren) is (quest.flag == "barren")
        asked = {colour for space in quest.path.spaces for colour in space.colours}
        assert quest.barren not in asked, "what cannot be gathered is not asked for"
        assert list(quest.reward) == sorted(quest.reward, reverse=True)


def test_problems() -> None:
    sizes = Counter(card.dice for card in list_cards(CQ) if card.type == "challenge")
    assert sizes == {2: 7, 3: 9, 4: 4}
    dangers = [BOX.problems[name].task.danger for name in BOX.dangers]
    assert all(danger and 8 <= danger.health <= 14 for danger in dangers)
    assert len({danger and (danger.kind, danger.pairs) for danger in dangers}) == 8
    tasks = [problem.task for problem in BOX.problems.values()]
    assert len(set(tasks)) == len(tasks)


@pytest.mark.parametrize("name", [*BOX.problems, *BOX.quests])
def test_every_card_can_be_completed(name: str) -> None:
    everything = Pool(", ".join(f"{number} {colour}" for colour, number in supply().items()), dice_set(CQ))
    assert everything.size == 18
    assert odds(find_task(f"{CQ}/{name}").task, everything) > 0


# --- the Master Key


def _one_colour(space: Space) -> bool:
    return len(space.colours) == 1 and not space.rank


def _one_number(space: Space) -> bool:
    return isinstance(space.numbers, tuple) and len(space.numbers) == 1 and space.numbers[0][0] == space.numbers[0][1]


def _spaces(meets: Callable[[Space], bool]) -> Callable[[Task], bool]:
    return lambda task: any(map(meets, task.spaces))


def _compares(op: str, signs: set[tuple[int, ...]], zero: bool) -> Callable[[Task], bool]:
    def found(task: Task) -> bool:
        return any(
            relation.op == op and tuple(n for n, _ in relation.terms) in signs and (relation.constant == 0) is zero
            for relation in task.relations
            if isinstance(relation, Compare)
        )

    return found


def _then(forward: bool) -> Callable[[Task], bool]:
    return lambda task: any(isinstance(one, Then) and (one.first < one.second) is forward for one in task.relations)


USED: dict[str, Callable[[Task], bool]] = {
    "any": _spaces(lambda space: space == Space()),
    "colour": _spaces(lambda space: _one_colour(space) and not space.numbers),
    "number": _spaces(lambda space: not space.colours and _one_number(space)),
    "colour-and-number": _spaces(lambda space: _one_colour(space) and _one_number(space)),
    "even": _spaces(lambda space: not space.colours and space.numbers == "even"),
    "colour-and-even": _spaces(lambda space: _one_colour(space) and space.numbers == "even"),
    "odd": _spaces(lambda space: not space.colours and space.numbers == "odd"),
    "colour-and-odd": _spaces(lambda space: _one_colour(space) and space.numbers == "odd"),
    "high": _spaces(lambda space: space.rank == "high"),
    "low": _spaces(lambda space: space.rank == "low"),
    "a-then-b": _then(True),
    "b-then-a": _then(False),
    "less-than": _compares("<", {(1, -1)}, zero=True),
    "greater-than": _compares(">", {(1, -1)}, zero=True),
    "add": _compares("=", {(1, 1)}, zero=False),
    "subtract": _compares("=", {(1, -1)}, zero=False),
    "equal": _compares("=", {(1, -1)}, zero=True),
    "a-or-b": lambda task: any(isinstance(relation, Either) for relation in task.relations),
    **{
        colour: _spaces(lambda space, colour=colour: space.colours == (colour,))  # type: ignore[misc]
        for colour in COLOURS
    },
}


def test_every_symbol_of_the_master_key_is_used_by_a_portal_problem() -> None:
    assert set(USED) == {symbol.id for symbol in symbols(CQ)}
    tasks = [problem.task for problem in BOX.problems.values()]
    assert [name for name, used in USED.items() if not any(map(used, tasks))] == []


def test_the_symbols_are_told_apart() -> None:
    """The test above finds in the key's own tasks what it looks for."""
    for symbol in symbols(CQ):
        assert USED[symbol.id](Task(symbol.task, dice_set(CQ)))


def test_no_card_asks_for_what_the_key_lacks() -> None:
    for card in list_cards(CQ):
        for space in card.task.spaces:
            assert len(space.colours) <= 1
            assert space.numbers in ((), "even", "odd") or _one_number(space)


# --- companions and gnomes


def test_companions_are_spread() -> None:
    wild = [BOX.companions[name] for name in BOX.wild]
    assert sorted(Counter(one.wake for one in wild).values()) == [8, 8, 8, 9, 9, 9]
    assert Counter(one.wake for one in BOX.companions.values() if one.starter) == dict.fromkeys(COLOURS, 1)
    kinds = Counter(type(ability) for one in wild for ability in one.abilities)
    assert set(kinds) == {Shift, Reroll, Recolour, AnyColour, Gain, Wake, Refresh, Tame}
    assert min(kinds.values()) >= 3
    ways = Counter(ability.ways for one in wild for ability in one.abilities if isinstance(ability, Shift))
    assert ways == {"both": 7, "up": 7, "down": 7}
    assert all(len(one.abilities) == (2 if one.starter else 1) for one in BOX.companions.values())


def test_gnomes_differ() -> None:
    assert len({gnome.ability for gnome in BOX.gnomes.values()}) == 6


# --- one's own


OWN = """
game: companion-quest
tasks:
  - {name: my-way, type: quest, stage: 1, task: "[red] [blue]", flag: barren, barren: green, reward: [3, 2, 1, 0],
     provenance: sample}
  - {name: twin-troll, title: My troll, type: danger, task: "health 10 : pairs", provenance: printed}
companions:
  - {name: my-hen, wake: red, abilities: ["+1", wake], starter: true, provenance: sample}
  - {name: pond-frog, wake: green, abilities: [tame], provenance: sample}
gnomes:
  - {name: my-gnome, title: Me, ability: reroll 2 up to 2 times, starter: my-hen, provenance: sample}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.yaml"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_own_cards_of_all_kinds_in_one_file(own: Path) -> None:
    both = merged(BOX, load(own).box())
    assert (len(both.quests), len(both.problems), len(both.companions), len(both.gnomes)) == (13, 28, 58, 7)
    quest = both.quests["my-way"]
    assert (quest.title, quest.stage, quest.flag, quest.barren) == ("My way", 1, "barren", "green")
    assert quest.reward == (3, 2, 1, 0)
    troll = both.problems["twin-troll"]
    assert (troll.title, str(troll.task), troll.provenance) == ("My troll", "health 10 : pairs", "printed")
    assert both.companions["my-hen"].abilities == (Shift(1, True, "up"), Wake())
    assert both.companions["pond-frog"].wake == "green"
    assert both.gnomes["my-gnome"].ability == Reroll(2, 2)
    assert str(BOX.problems["twin-troll"].task) == "health 12 : pairs"


def test_own_cards_are_listed_and_asked(own: Path) -> None:
    assert find_task(f"{CQ}/twin-troll", load(own).cards()).title == "My troll"
    names = [entry["name"] for entry in list_entries(CQ, "companions", [own])]
    assert len(names) == 58
    assert next(one for one in list_entries(CQ, "companions", [own]) if one["name"] == "pond-frog")["wake"] == "green"
    assert [entry["name"] for entry in list_entries(CQ, "gnomes", [own])][-1] == "my-gnome"


def test_what_is_read_is_what_the_entries_say() -> None:
    """With and without the models of files."""
    loaded = [load(PUZZLES / "companion_quest" / f"{kind}.yaml").box() for kind in ("tasks", "companions", "gnomes")]
    assert merged(*loaded) == BOX


# --- dice enough


@pytest.mark.parametrize(
    "text",
    [
        "[red]*4", "[red]*3 [red|blue]*4", "[red]*2 [red odd]*2", "[any]*19", "[any]*4 : same colour",
        "[red] [any]*3 : same colour", "[red]*2 : different colours", "[any]*7 : different colours", "[7]", "[red 8-9]",
        "[red]*5 : A or B", "health 19 : red", "health 109 : any", "health 91 : odd", "health 109 : pairs",
        "[any]*2 : A + B = 13", "[any]*3 : A < B < C, A > C", "[4] [even] : A + B = 9", "[1]*2 [high] : A + C = 8",
    ],
)  # fmt: skip
def test_cards_that_ask_for_more_dice_than_there_are(text: str) -> None:
    assert lacking(Task(text, dice_set(CQ)))


@pytest.mark.parametrize(
    "text",
    [
        "[red]*3", "[red]*3 [red|blue]*3", "[any]*18", "[any]*3 : same colour", "[any]*6 : different colours",
        "[red]*4 : A or B", "[red] [blue] [red|blue] : different colours, A or C", "health 18 : red",
        "health 108 : any", "health 90 : odd", "health 108 : pairs", "[6-9]", "[red] [blue] : A or B, same colour",
    ],
)  # fmt: skip
def test_cards_that_do_not(text: str) -> None:
    assert lacking(Task(text, dice_set(CQ))) == ""


# --- the setting


def test_modes() -> None:
    assert [Setting(dangers=dangers).mode for dangers in range(5)] == ["easy", "easy", "normal", "hard", "hard"]
    assert [Setting(players).alone for players in (1, 2, 3, 4)] == [True, False, False, False]


def test_gnomes_and_quests_of_a_game() -> None:
    assert Setting(3).gnomes == ("crumbles", "bubbles", "stibbles")
    quests = ("garden-gate", "hill-road", "star-bridge")
    assert Setting(2, gnomes=("nettle", "tumble"), quests=quests).quests == quests
    assert Setting(2, Rules(quests=2, portal=3), quests=quests[:2]).quests == quests[:2]


def _without(**fewer: tuple[str, ...]) -> Box:
    kept = {
        kind: {name: card for name, card in getattr(BOX, kind).items() if name not in fewer.get(kind, ())}
        for kind in ("quests", "problems", "companions", "gnomes")
    }
    return Box(**kept)


TWO = [{"name": "fizzy", "ability": "tame", "starter": "fizz", "provenance": "sample"}]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Setting(0), "players: 1 to 4 gnomes can play, not 0"),
        (lambda: Setting(5), "players: 1 to 4 gnomes can play, not 5"),
        (lambda: Setting(dangers=5), "dangers: 0 to 4 of the portal problems are dangers, not 5"),
        (lambda: Setting(dangers=-1), "dangers: 0 to 4 of the portal problems are dangers, not -1"),
        (lambda: Setting(turn_cap=0), "turn_cap: a game takes at least one turn, not 0"),
        (lambda: Setting(gnomes=("crumbles",)), "gnomes: 2 players need as many different gnomes, not crumbles"),
        (
            lambda: Setting(gnomes=("crumbles", "crumbles")),
            "gnomes: 2 players need as many different gnomes, not crumbles, crumbles",
        ),
        (
            lambda: Setting(gnomes=("crumbles", "stibles")),
            "gnomes: there is no gnome 'stibles'; did you mean 'stibbles'?",
        ),
        (
            lambda: Setting(gnomes=("bubbles", "fizzy"), box=merged(BOX, box_of(gnomes=TWO))),
            "gnomes: 'fizz' cannot come with two of them",
        ),
        (
            lambda: Setting(quests=("garden-gat",)),
            "quests: there is no quest 'garden-gat'; did you mean 'garden-gate'?",
        ),
        (
            lambda: Setting(quests=("garden-gate", "mill-pond", "star-bridge")),
            "quests: one of each stage is needed, 1 to 3 in this order, not 1, 1, 3",
        ),
        (
            lambda: Setting(quests=("garden-gate", "hill-road")),
            "quests: one of each stage is needed, 1 to 3 in this order, not 1, 2",
        ),
        (
            lambda: Setting(rules=Rules(quests=4, portal=5)),
            "box: 1 quests of stage 4 are needed, and 0 are in it",
        ),
        (
            lambda: Setting(4, box=_without(gnomes=("crumbles", "bubbles", "nettle"))),
            "box: 4 gnomes are needed, and 3 are in it",
        ),
        (
            lambda: Setting(dangers=3, box=_without(problems=BOX.dangers[1:])),
            "box: 3 dangers are needed, and 1 is in it",
        ),
        (
            lambda: Setting(box=_without(companions=("prost",))),
            "gnomes: there is no starter 'prost'; known are fizz, nudge, glimmer, cinder, burr",
        ),
        (lambda: Rules(quests=0, portal=1), "quests: there is at least one, not 0"),
        (lambda: Rules(portal=5), "portal: with 3 quests the portal is at 4, not at 5"),
        (lambda: Rules(quests=1), "portal: with 1 quest the portal is at 2, not at 4"),
        (lambda: Rules(start_gap=0), "start_gap: Gu'Gu starts 1 to 3 ahead, not 0"),
        (lambda: Rules(start_gap=4), "start_gap: Gu'Gu starts 1 to 3 ahead, not 4"),
        (lambda: Rules(capacity=0), "capacity: a gnome carries at least one die, not 0"),
        (lambda: Rules(start_snacks=-1), "start_snacks: there are none or some, not -1"),
    ],
)
def test_what_cannot_be_played(make: Callable[[], object], message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        make()
    assert str(caught.value) == message
