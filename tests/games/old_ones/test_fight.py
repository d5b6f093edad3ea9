"""The kernel against plain expectimax, its bounds against its exact numbers, and what must hold of both."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from oracles.old_ones_expectimax import ends, worth

from solver import _combat
from solver.errors import GnomonError, TooBigError
from solver.games.old_ones.cards import Ally, Character, Encounter, Magic, Weapon, cards_of
from solver.games.old_ones.combat import Combat, Fall, Foe, Play, State, foe_of
from solver.games.old_ones.fight import Outlook, best_aid, enclosure, outlook, ranked
from solver.games.old_ones.objectives import CRITERIA, is_loss
from solver.games.old_ones.packing import pack
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Member, Tribe, tribe_of

CHARACTERS = [card.name for card in cards_of(Character)]
AID = [card.name for kind in (Weapon, Magic, Ally) for card in cards_of(kind)]
FOES = [card.name for card in cards_of(Encounter)]


def random_tribe(rng: Random, tokens: int, characters: int) -> Tribe:
    while True:
        names = rng.sample(CHARACTERS, rng.randint(0, characters))
        if rng.random() < 0.4 and names and "leetah" not in names:
            names[0] = "leetah"
        members = tuple(Member(name, 2 * (rng.random() < 0.1)) for name in names)
        tribe = Tribe(rng.choice(["WR", "SF", "BMG", "GOB"]), rng.randint(0, tokens), members)
        if tribe.elves:
            return tribe


def random_fight(rng: Random, rules: Rules, tokens: int = 2, characters: int = 3, hand: int = 3) -> Combat:
    objective = tuple(rng.sample(CRITERIA, rng.randint(1, 3)))
    if rng.random() < 0.3:
        foe = replace(foe_of("guardians"), wins=rng.randint(1, 3), strength=rng.randint(5, 17))
    else:
        foe = Foe("encounter", rng.randint(0, 14))
    cards = tuple(rng.sample(AID, rng.randint(0, hand)))
    return Combat(random_tribe(rng, tokens, characters), foe, cards, rng.random() < 0.3, rules, objective)


def started(rng: Random, combat: Combat) -> State:
    """After a random choice of aid."""
    state = combat.initial_state()
    if state.phase == "aid":
        return combat.apply(state, rng.choice(list(combat.legal_actions(state))))
    return state


def same(seen: Outlook, combat: Combat, state: State) -> None:
    """Every number agrees with plain expectimax."""
    expected = ends(combat, state)
    assert seen.rank == worth(combat, expected)
    found = {(ending.result, ending.lost, ending.healed): chance for ending, chance in chances(seen).items()}
    wanted: dict[tuple[str, int, int], Fraction] = {}
    for end, chance in expected.items():
        key = end.result, end.lost, end.healed
        wanted[key] = wanted.get(key, Fraction(0)) + chance
    assert found == wanted
    assert seen.strength_lost == sum(chance * end.strength_lost for end, chance in expected.items())
    assert seen.cards == sum(chance * end.cards for end, chance in expected.items())


def chances(seen: Outlook) -> dict[object, Fraction]:
    return {ending: Fraction(weight, seen.endings.total) for ending, weight in seen.endings.items()}


@pytest.mark.parametrize("seed", range(150))
def test_kernel_is_plain_expectimax(seed: int) -> None:
    rng = Random(seed)
    combat = random_fight(rng, Rules())
    state = started(rng, combat)
    same(outlook(combat, state), combat, state)


@pytest.mark.parametrize("seed", range(60))
def test_kernel_is_plain_expectimax_where_chance_picks(seed: int) -> None:
    rng = Random(seed)
    combat = random_fight(rng, Rules(fallen_character="random"))
    state = started(rng, combat)
    same(outlook(combat, state), combat, state)


@pytest.mark.parametrize("seed", range(60))
def test_kernel_is_plain_expectimax_with_aid_in_any_round(seed: int) -> None:
    rng = Random(seed)
    combat = random_fight(rng, Rules(aid_timing="any_round"), tokens=1, characters=2)
    seen = outlook(combat)
    assert seen.rank == worth(combat, ends(combat))
    assert seen.rank == tuple((-1 if is_loss(one) else 1) * seen.number(one) for one in combat.objective)


@pytest.mark.parametrize("seed", range(40))
def test_every_moment_of_a_fight(seed: int) -> None:
    """Also within a round, after losses, and when the fight is over but for the healing."""
    rng = Random(seed)
    combat = random_fight(rng, Rules())
    state = combat.initial_state()
    for _ in range(rng.randint(1, 12)):
        if state.phase == "over":
            break
        moves = list(combat.legal_actions(state)) or list(combat.chance_outcomes(state))
        state = combat.apply(state, rng.choice(moves))
    assert outlook(combat, state).rank == worth(combat, ends(combat, state))


@pytest.mark.parametrize("seed", range(40))
def test_ranked_choices(seed: int) -> None:
    rng = Random(seed)
    combat = random_fight(rng, Rules())
    state = combat.initial_state()
    while not combat.legal_actions(state) and state.phase != "over":
        state = combat.apply(state, rng.choice(list(combat.chance_outcomes(state))))
    if state.phase == "over":
        return
    lines = ranked(combat, state)
    assert {line.action for line in lines} == set(combat.legal_actions(state))
    for line in lines:
        value = worth(combat, ends(combat, combat.apply(state, line.action)))
        assert line.outlook.rank == value
        assert line.losses == tuple(top - own for top, own in zip(lines[0].outlook.rank, value, strict=True))
    ranks = [line.outlook.rank for line in lines]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] == worth(combat, ends(combat, state))


@pytest.mark.parametrize("seed", range(60))
def test_bounds_enclose_and_residues_alone_decide_alike(seed: int) -> None:
    rng = Random(seed)
    rules = Rules(fallen_character=rng.choice(["owner", "random"]), aid_timing=rng.choice(["before", "any_round"]))
    combat = random_fight(rng, rules, tokens=8, characters=5)
    state = started(rng, combat) if rules.aid_timing == "before" else combat.initial_state()
    seen = outlook(combat, state)
    for criterion, value, bound in zip(combat.objective, seen.values, enclosure(combat, state), strict=True):
        assert bound.low <= value <= bound.high, criterion
    assert enclosure(combat, state)[0].width < Fraction(1, 10**9)
    packed = pack(combat, state)
    trusting, exact = _combat.solve(packed, 1, True), _combat.solve(packed, 1, True, False)
    assert trusting is not None
    assert exact is not None
    assert trusting[3:] == exact[3:], "bounds led to another decision than residues"


@pytest.mark.parametrize("foe", FOES)
def test_one_round_wins_with_the_closed_form(foe: str) -> None:
    """With one token and no escape from death, only the first two rounds matter: nothing falls in the other half."""
    strength = foe_of(foe).strength
    for bonus in range(0, 25, 4):
        combat = Combat(tribe_of("WR", 1), foe_of(foe), objective=("win",))
        net = bonus - strength
        winning = Fraction(min(max(10 + net, 0), 20), 20)
        # each round: half of the time the last elf falls; else the round wins, or it goes on with 4/6
        expected = winning / 2 / (1 - (1 - winning) / 2 * Fraction(2, 3))
        assert outlook(combat, replace(combat.start(), bonus=bonus)).win == expected


def test_guardians_below_eight_are_never_beaten() -> None:
    for bonus in range(8):
        combat = Combat(tribe_of("WR", 20), foe_of("guardians"))
        seen = outlook(combat, replace(combat.start(), bonus=bonus))
        assert seen.win == 0
        assert dict(seen.losses) == {20: seen.losses.total}
    combat = Combat(tribe_of("WR", 20), foe_of("guardians"))
    assert outlook(combat, replace(combat.start(), bonus=8)).win > 0


@pytest.mark.parametrize("tokens", [1, 2, 3, 20])
def test_guardians_from_27_on_lose_every_round(tokens: int) -> None:
    from math import comb

    for bonus in (27, 30):
        combat = Combat(tribe_of("WR", tokens), foe_of("guardians"))
        seen = outlook(combat, replace(combat.start(), bonus=bonus))
        # three rounds, each with a casualty in one of two; the tribe lives if fewer than its tokens fall
        assert seen.win == Fraction(sum(comb(3, fallen) for fallen in range(min(4, tokens))), 8)


def test_a_long_fight_adds_up() -> None:
    tribe = tribe_of("WR", 20, ["cutter", "skywise", "clearbrook", "leetah"])
    combat = Combat(tribe, foe_of("guardians"), ("wolf-pack", "sword"), magic=True)
    seen = outlook(combat, combat.start(["wolf-pack", "sword"]))
    assert seen.rank == tuple((-1 if is_loss(one) else 1) * seen.number(one) for one in combat.objective)
    assert sum(seen.endings.values()) == seen.endings.total
    assert seen.win + seen.chance("death") == 1
    assert seen.losses.mean() < seen.losses_before_healing.mean()


@pytest.mark.parametrize("seed", range(10))
def test_one_more_card_never_makes_it_worse(seed: int) -> None:
    rng = Random(seed)
    combat = random_fight(rng, Rules(), hand=4)
    combat = replace(combat, objective=rng.choice([("win",), ("survive",), ("fewest-lost",)]))
    fewer = replace(combat, hand=combat.hand[:-1])
    assert outlook(combat).rank >= outlook(fewer).rank
    assert outlook(replace(combat, rules=Rules(aid_timing="any_round"))).rank >= outlook(combat).rank


def test_the_names_of_equals_do_not_matter() -> None:
    def of(*names: str) -> Outlook:
        return outlook(Combat(tribe_of("WR", 5, names), foe_of("madcoil")))

    assert of("skywise", "pike", "cutter").values == of("one-eye", "nightfall", "cutter").values


def test_the_owner_keeps_the_better_character() -> None:
    combat = Combat(tribe_of("WR", 6, ["cutter", "moonshade"]), foe_of("guttlekraw"))
    state = replace(combat.initial_state(), phase="fall", won=False)
    lines = ranked(combat, state)
    assert [line.action for line in lines] == [Fall("moonshade"), Fall("cutter")]
    assert lines[0].best
    assert lines[1].losses[0] > 0


def test_the_healer_is_worth_more_than_her_strength() -> None:
    """Leetah and Halek have the same strength; where only members count, Halek falls first."""
    combat = Combat(tribe_of("SF", 6, ["leetah", "halek"]), foe_of("bear"), objective=("fewest-lost",))
    lines = ranked(combat, replace(combat.initial_state(), phase="fall", won=False))
    assert [line.action for line in lines] == [Fall("halek"), Fall("leetah")]
    assert lines[1].losses[0] > 0


def test_aid_that_does_nothing_stays_in_the_hand() -> None:
    combat = Combat(tribe_of("WR", 20, ["cutter", "pike", "skywise"]), foe_of("sting-tail"), ("sword", "dagger"))
    assert best_aid(combat)[0] == Play(())
    assert len(best_aid(combat)) == 4
    costly = replace(combat, objective=("win", "fewest-cards"))
    assert best_aid(costly) == (Play(()),)


# ruling -> fight, other reading: the switch changes an answer
def test_aid_timing_changes_how_many_cards_are_played() -> None:
    tribe, hand = tribe_of("WR", 9, ["cutter", "strongbow", "treestump"]), ("sword", "spear", "metal-armor", "bow")
    wanted = ("win", "fewest-cards")
    before = outlook(Combat(tribe, foe_of("guardians"), hand, objective=wanted))
    later = Combat(tribe, foe_of("guardians"), hand, rules=Rules(aid_timing="any_round"), objective=wanted)
    assert outlook(later).win == before.win
    assert outlook(later).cards < before.cards == 4


def test_who_picks_the_fallen_changes_the_win_chance() -> None:
    tribe = tribe_of("WR", 3, ["cutter", "moonshade", "dart"])
    owner = outlook(Combat(tribe, foe_of("madcoil"), objective=("win",)))
    chance = outlook(Combat(tribe, foe_of("madcoil"), rules=Rules(fallen_character="random"), objective=("win",)))
    assert chance.win < owner.win


def test_arming_switches_change_the_win_chance() -> None:
    tribe = tribe_of("WR", 3, ["cutter"])
    for foe, rules in [("bear", Rules(all_weapons="every_creature")), ("guardians", Rules(armed_guardians="allowed"))]:
        with pytest.raises(GnomonError, match="cannot use Sword"):
            foe_of(foe, "sword")
        bonus = 12 if foe == "guardians" else 0
        seen = []
        for weapon in ("", "sword"):
            combat = Combat(tribe, foe_of(foe, weapon, rules), rules=rules, objective=("win",))
            seen.append(outlook(combat, replace(combat.start(), bonus=bonus)).win)
        assert seen[1] < seen[0]


def test_too_big() -> None:
    everyone = tribe_of("WR", 20, CHARACTERS)
    rules = Rules(aid_timing="any_round")
    with pytest.raises(TooBigError, match="fight: too many states with 25 characters, 0 allies, 20 tokens and 7 cards"):
        outlook(Combat(everyone, foe_of("guardians"), tuple(AID[-7:]), rules=rules))
    with pytest.raises(TooBigError, match="fight: 13 cards in hand, and 12 are the limit here"):
        outlook(Combat(tribe_of("WR", 1), foe_of("guardians"), tuple(AID[:13]), rules=rules))


def test_primes() -> None:
    found = _combat.primes(12)
    assert len(set(found)) == 12
    assert all(1 << 50 < p < 1 << 51 for p in found)
    assert all(pow(base, p - 1, p) == 1 for p in found for base in (2, 29, 31, 37))


def test_nothing_to_choose() -> None:
    combat = Combat(tribe_of("WR", 2), foe_of("bear"))
    with pytest.raises(GnomonError, match="fight: nothing is to be chosen now"):
        ranked(combat)
    with pytest.raises(GnomonError, match="fight: there are no bounds in the phase 'aid', only exact numbers"):
        enclosure(Combat(tribe_of("WR", 2), foe_of("bear"), ("sword",)))
