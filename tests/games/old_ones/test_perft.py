"""Two generators of the whole game, written apart, count the same trees."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from oracles import old_ones_game as judge
from oracles.old_ones_cards import ALLIES, CHARACTERS, full_deck

from solver.deck import Deck
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones.cards import FOLKS, find
from solver.games.old_ones.play import Quest
from solver.games.old_ones.stage import Answer, Fighting, Replenish, Roll, Snare, Suffer, Travel
from solver.games.old_ones.state import Seat, State
from solver.games.old_ones.tribe import tribe_of
from solver.games.old_ones.turns import begin_turn
from solver.solve.perft import Ply, perft


def as_state(here: judge.Position) -> tuple[Quest, State]:
    """A position of the judge in the package's words."""
    seats = []
    for one in here["seats"]:
        tribe = tribe_of(one["tribe"], one["tokens"], one["characters"])
        for name, extra in one["characters"].items():
            tribe = tribe.shape(find(name).name, extra) if extra else tribe
        seats.append(
            Seat(
                tribe,
                tuple(sorted(find(card).name for card in one["hand"])),
                tuple(find(card).name for card in one["lands"]),
                one["misses"],
                tuple(one["joining"]),
                out=not one["alive"],
            )
        )
    quest = Quest(len(seats), folks=tuple(one["tribe"] for one in here["seats"]))
    deck = Deck.of([find(card).name for card in here["deck"]], [find(card).name for card in here["top"]])
    discard = tuple(sorted(find(card).name for card in here["discard"]))
    row = 2 if here["extra"] else 1
    state = State(tuple(seats), deck, Travel(), discard, here["turn"], row, peeked=(0,) * len(seats))
    match here["todo"][-1]:
        case ("begin", who):
            state = begin_turn(state, who, row)
        case ("travel",):
            pass
        case ("replenish",):
            state = replace(state, stage=Replenish(), again=here["again"])
    return quest, quest._settle(state)


def both(here: judge.Position, depth: int) -> tuple[list[Any], list[Any]]:
    quest, state = as_state(here)
    return [Ply(*row) for row in judge.perft(here, depth)], perft(quest, depth, state=state)


TURN = [("end",), ("replenish",), ("recruit",), ("encounter",)]
seat, position = judge.seat, judge.position


def at_travel(*seats: judge.Seat, deck: list[str], **more: Any) -> judge.Position:
    return position(list(seats), deck=deck, todo=[*TURN, ("travel",)], **more)


def at_replenish(*seats: judge.Seat, deck: list[str], **more: Any) -> judge.Position:
    return position(list(seats), deck=deck, todo=[("end",), ("replenish",)], **more)


POSITIONS: dict[str, tuple[judge.Position, int]] = {
    "a turn begins": (
        position(
            [
                seat("WR", 2, hand=["Forest", "Cutter", "Sword"]),
                seat("SF", 2, hand=["Bear", "Elf Children"], lands=["Desert"]),
            ],
            deck=["Forest", "Bison", "Lodestone"],
        ),
        6,
    ),
    "a fight with all kinds of aid": (
        at_travel(
            seat(
                "SF",
                2,
                characters=["Leetah", "Dart"],
                hand=["Forest", "Wolf pack", "Picknose", "Club", "Healing Magic"],
            ),
            seat("GOB", 3, hand=["Madcoil", "Bone Woman", "Dagger", "Sleep Dust"]),
            deck=["Vok", "Forest", "Forest", "Desert", "Desert"],
        ),
        5,
    ),
    "a troll, Gamestones and too many cards": (
        position(
            [
                seat(
                    "GOB",
                    1,
                    characters=["Ekuar"],
                    hand=["Tundra", "Gamestones", "Crossbows", "Bison", "Deer", "Yif", "Kahvi"],
                    lands=["Mountain"],
                ),
                seat("BMG", 2, hand=["Ice Trolls", "Battle Axe"], lands=["Forest"]),
            ],
            deck=["Mountain", "Bow", "Forest", "Forest", "Desert"],
        ),
        6,
    ),
    "the Palace": (
        at_travel(
            seat(
                "WR",
                1,
                characters=["Cutter", "Strongbow", "Petalwing"],
                hand=["Mountain", "Forest", "Wolf pack", "Metal Armor"],
                lands=["Forest"] * 14,
            ),
            seat("SF", 1, hand=["Two-Edge"]),
            deck=["Vok"],
        ),
        6,
    ),
    "events against others": (
        at_replenish(
            seat(
                "WR",
                2,
                characters=["Aroree"],
                hand=["Trial of Heart", "Recognition", "Mind Snare", "Stay Behind"],
            ),
            seat("SF", 1, characters=["Rayek", "Petalwing"], hand=["Bow", "Sword"]),
            seat("BMG", 0, characters={"Kureel": 2}, hand=["Bear"]),
            deck=["Vok", "Yif"],
        ),
        4,
    ),
    "events against others, far away": (
        at_replenish(
            seat("WR", 2, hand=["Burning Waste", "Forbidden Grove", "Bellyworms"]),
            seat("SF", 1, characters=["Rayek", "Petalwing", "Leetah"], lands=["Desert"]),
            seat("BMG", 2, lands=["Forest"], hand=["Lodestone"]),
            deck=["Vok", "Yif", "Bow"],
        ),
        5,
    ),
    "events for oneself": (
        at_replenish(
            seat(
                "BMG",
                2,
                characters=["Tyldak"],
                hand=["Flesh Shaping", "My Eyes see with Joy", "Hold Council", "Elf Joining", "Elf Children"],
            ),
            seat("SF", 2),
            deck=["Vok", "Forest", "Forest", "Bear"],
            discard=("Cutter", "Halek"),
        ),
        4,
    ),
    "another turn": (
        at_replenish(
            seat(
                "BMG",
                2,
                hand=["Deer", "Sun Village", "Lodestone", "Fly on Giant Hawks", "Travel on Zwoots"],
                lands=["Desert"],
            ),
            seat("SF", 2, misses=1),
            deck=["Vok", "Forest", "Forest", "Bear"],
        ),
        5,
    ),
    "no third turn in a row": (
        at_replenish(
            seat("BMG", 2, hand=["Sun Village", "Lodestone"], lands=["Desert"], joining=[(1, 4)]),
            seat("SF", 2, joining=[(1, 2)]),
            deck=["Vok", "Forest", "Forest", "Bear"],
            extra=True,
        ),
        5,
    ),
    "a look at the deck, which runs out": (
        at_replenish(
            seat("WR", 2, hand=["Fever Dream", "Savah", "Dreamberries"], lands=["Forest"]),
            seat("SF", 2, hand=["Magic Feeling"], lands=["Desert"]),
            deck=["Vok", "Forest", "Forest"],
            discard=("Cutter", "Bear"),
        ),
        7,
    ),
    "lands that do not follow": (
        position(
            [
                seat("WR", 2, hand=["Desert", "Tundra", "Mountain"], lands=["Desert"]),
                seat("SF", 2, hand=["Sting Tail", "Long Tooth", "Two-Edge", "Desert"], lands=["Tundra"]),
            ],
            deck=["Forest", "Desert", "Vok"],
        ),
        5,
    ),
    "recruiting": (
        at_travel(
            seat("WR", 2, hand=["Forest", "Mountain", "Cutter", "Petalwing", "Aroree", "Ekuar"]),
            seat("SF", 2),
            deck=["Forest", "Desert", "Vok"],
        ),
        5,
    ),
    "a tribe of one among three": (
        at_travel(
            seat("WR", 1, hand=["Forest", "Lodestone"], lands=["Mountain"]),
            seat("GOB", 2, hand=["Forest"]),
            seat("SF", 2, hand=["Madcoil"]),
            deck=["Forest", "Desert", "Vok"],
        ),
        6,
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_both_generators_count_the_same(name: str) -> None:
    here, depth = POSITIONS[name]
    wanted, shown = both(here, depth)
    assert shown == wanted
    assert all(ply.total == 1 for ply in shown)


def test_the_start_of_a_game() -> None:
    wanted, shown = both(judge.setup(["WR", "SF", "BMG"]), 1)
    assert shown == wanted
    assert shown[0].outcomes == len(set(full_deck()))


def test_the_start_of_the_variant() -> None:
    """Four dice for the first of two, then for the second, then the first rider is dealt."""
    wanted = [Ply(*row) for row in judge.perft(judge.wolfrider_setup(2), 2)]
    assert perft(Quest(2, wolfriders=True), 2) == wanted
    assert sum(tribe == "WR" for tribe, _ in CHARACTERS.values()) == 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_generators_walk_together(players: int, games_to_play: int) -> None:
    """Random games to their end, step by step: as many choices, the same chances, the same table after each."""
    for seed in range(games_to_play // 50):
        walk(players, Random(seed))


def walk(players: int, rng: Random) -> None:
    tribes = [rng.choice(FOLKS) for _ in range(players)]
    here = judge.setup(list(tribes))
    quest = Quest(players, folks=tuple(tribes))
    state = quest.initial_state()
    for _ in range(3000):
        actor, nexts = judge.follow(here)
        player = quest.current_player(state)
        assert {"chance": CHANCE, "over": TERMINAL}.get(actor, actor) == player  # type: ignore[call-overload]
        if player == TERMINAL:
            assert list(quest.returns(state)) == [int(n == judge.winner(here)) for n in range(players)]
            return
        if player == CHANCE:
            weights = {_name(label): weight for label, weight, _ in nexts}
            assert quest.chance_outcomes(state) == weights
            (label,) = rng.choices(list(weights), list(weights.values()))
            here = next(after for one, _, after in nexts if _name(one) == label)
            state = quest.apply(state, label)
        else:
            # the same choice is the one after which the table is the same
            tables = {table_of_judge(after): after for *_, after in nexts}
            actions = {table_of(quest, quest.apply(state, action)): action for action in quest.legal_actions(state)}
            assert set(actions) == set(tables)
            assert len(quest.legal_actions(state)) == len(nexts) == len(tables)
            table = rng.choice(sorted(actions, key=repr))
            here, state = tables[table], quest.apply(state, actions[table])
    raise AssertionError("the game does not end")


def _name(label: Any) -> Any:
    return find(label).name if isinstance(label, str) else label


def table_of_judge(here: judge.Position) -> Any:
    """Who holds, plays and has lost what, and who is to act next, once all that follows by itself has happened."""
    end, (actor, nexts) = judge.settled(here)
    seats = []
    for one in end["seats"]:
        people = sorted((find(name).name, extra) for name, extra in one["characters"].items())
        cards = sorted(find(card).name for card in one["hand"]), [find(card).name for card in one["lands"]]
        seats.append((cards, people, one["tokens"], one["misses"], one["joining"], one["alive"]))
    piles = [sorted(find(card).name for card in end[pile]) for pile in ("deck", "top")]
    player = {"chance": CHANCE, "over": TERMINAL}.get(actor, actor)  # type: ignore[call-overload]
    discard = [] if end["fight"] else sorted(find(card).name for card in end["discard"])
    step, *details = end.get("now", ("over",))
    target = details[0] if step in {"stay_behind", "burn", "snare", "burn_die"} else None
    aid = (end["fight"] or {}).get("aid", [])
    allies = sorted(find(card).name for card in aid if card in ALLIES)
    return judge.frozen([seats, piles, discard, end["turn"], player, len(nexts), end["again"], target, allies])


def table_of(quest: Quest, state: State) -> Any:
    """The same of the package; while a fight goes on the cards on the table are in neither pile."""
    fight = state.stage.fight if isinstance(state.stage, Fighting) else None
    seats = []
    for number, one in enumerate(state.seats):
        tribe = fight.tribe if fight and number == state.turn else one.tribe
        people = [(member.name, member.shaped) for member in tribe.members]
        cards = list(one.hand), list(one.lands)
        seats.append((cards, people, tribe.tokens, one.missed, list(one.joining), not one.out))
    piles = [list((state.deck.cards() - Counter(state.deck.top)).elements()), sorted(state.deck.top)]
    moves = [*quest.legal_actions(state), *quest.chance_outcomes(state)]
    fought = isinstance(state.stage, Fighting | Answer)
    discard = [] if fought else list(state.discard)
    aimed = isinstance(state.stage, Roll | Snare | Suffer) and state.stage.seat != state.turn
    target = state.stage.seat if aimed else None  # type: ignore[union-attr]
    piles[0].sort()
    player = quest.current_player(state)
    allies = sorted(fight.allies) if fight else []
    return judge.frozen([seats, piles, discard, state.turn, player, len(moves), state.again, target, allies])
