"""Ranked turns: every choice with its exact value, against plain expectimax and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver.deck import Deck
from solver.errors import GnomonError, WordsError
from solver.games.old_ones.advice import OBJECTIVES, ranked
from solver.games.old_ones.cards import deck
from solver.games.old_ones.combat import Combat, foe_of
from solver.games.old_ones.fight import outlook
from solver.games.old_ones.fight_turn import in_words
from solver.games.old_ones.objectives import CRITERIA
from solver.games.old_ones.outlooks import danger_of, palace_chance, usable
from solver.games.old_ones.position import read
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.seen import fight_of
from solver.games.old_ones.tribe import tribe_of
from solver.parts import examples
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import win_chance

FIGHTS = [
    (
        "phase: fight, players: [{tribe: WR, tokens: 1, characters: [dart], hand: [sword, wolf-pack]}], "
        "fight: {foe: finback}"
    ),
    (
        "phase: fight, players: [{tribe: SF, tokens: 1, hand: [club, olbar]}], fight: {foe: guardians}, "
        "rules: {guardian_strength: 4}"
    ),
    (
        "phase: casualty, players: [{tribe: GOB, tokens: 1, characters: [petalwing, pike]}], "
        "fight: {foe: greymung, lost: {tokens: 1}, round: lost}"
    ),
    (
        "phase: casualty, rules: {aid_timing: any_round}, players: [{tribe: WR, tokens: 1, hand: [crossbows]}], "
        "fight: {foe: two-edge, played: [nightrunner, picknose], round: lost}"
    ),
]


@pytest.mark.parametrize("text", FIGHTS)
def test_fights_are_those_of_plain_expectimax(text: str) -> None:
    position = read(f"{{game: old-ones, {text}}}")
    game, state = fight_of(position, ("win",))
    found = ranked(position, "win")
    solved = solve_cyclic(game, win_chance(), state=state).ranked()
    expected = {in_words(line.action): Fraction(line.value.value) for line in solved}
    assert {line.action: line.value for line in found.lines} == expected
    assert {line.kind for line in found.lines} == {"exact"}


@pytest.mark.parametrize("text", FIGHTS)
@pytest.mark.parametrize("objective", [None, "survive, fewest-lost", "fewest-cards", *CRITERIA])
def test_losses_are_exact_and_ties_real(text: str, objective: str | None) -> None:
    found = ranked(read(f"{{game: old-ones, {text}}}"), objective)
    best = found.best
    assert best.rank == 1 and not best.loss
    for before, line in zip(found.lines, found.lines[1:], strict=False):
        assert (line.rank == before.rank) == (line.values == before.values)
        measure = found.measures[line.loss_in]
        assert line.loss == abs(line.values[line.loss_in] - best.values[line.loss_in])
        assert line.values[: line.loss_in] == best.values[: line.loss_in]
        assert (line.rank == 1) == (not line.loss)
        assert not measure.better(line.values[line.loss_in], best.values[line.loss_in])
    assert found.unique == (sum(line.rank == 1 for line in found.lines) == 1)


def test_the_ranking_does_not_depend_on_the_order_of_the_hand() -> None:
    one, other = (
        ranked(
            read(
                f"{{game: old-ones, phase: fight, fight: {{foe: madcoil}}, "
                f"players: [{{tribe: WR, tokens: 2, hand: [{hand}]}}]}}"
            )
        ).lines
        for hand in ("sword, spear, olbar", "olbar, spear, sword")
    )
    assert one == other


def test_gamestones_send_trolls_away() -> None:
    found = ranked(
        read(
            "{game: old-ones, phase: answer, fight: {foe: ice-trolls}, "
            "players: [{tribe: SF, tokens: 2, hand: [gamestones, sword]}]}"
        )
    )
    assert [line.action for line in found.lines] == ["play Gamestones", "fight"]
    assert found.best.values == (1, 0, 0)
    assert found.lines[1].main[0] == "play Sword"


def test_who_is_healed() -> None:
    text = (
        "{{game: old-ones, phase: {}, players: [{{tribe: SF, tokens: 2, characters: [leetah], hand: [{}]}}], "
        "fight: {{foe: bear, round: won, lost: {{tokens: 1, characters: [dart, cutter]}}}}}}"
    )
    healer, magic = ranked(read(text.format("restore", ""))), ranked(read(text.format("magic", "healing-magic")))
    assert [line.action for line in healer.lines] == ["Cutter comes back", "Dart comes back"]
    assert healer.measures[healer.lines[1].loss_in].name == "strength lost"
    assert magic.best.action == "Cutter comes back"
    assert magic.line("keep Healing Magic").loss == 1  # a member
    assert ranked(read(text.format("magic", "healing-magic")), "fewest-cards").best.action == "keep Healing Magic"


def test_chance_may_pick_who_falls() -> None:
    text = f"{{game: old-ones, rules: {{fallen_character: random}}, {FIGHTS[2]}}}"
    with pytest.raises(GnomonError, match="chance picks who falls"):
        ranked(read(text))


def test_armed_guardians_by_hand() -> None:
    lands = ", ".join(["forest"] * 14)
    text = (
        f"{{game: old-ones, rules: {{armed_guardians: allowed}}, players: [{{tribe: WR, tokens: 4, "
        f"characters: [cutter, strongbow, treestump], hand: [mountain], lands: [{lands}]}}, "
        "{tribe: SF, tokens: 1, hand: 1}]}"
    )
    found = ranked(read(text)).line("attack, through the Mountain")
    tribe = tribe_of("WR", 4, ["cutter", "strongbow", "treestump"])

    def win(weapon: str) -> Fraction:
        rules = Rules(armed_guardians="allowed")
        return Fraction(outlook(Combat(tribe, foe_of("guardians", weapon, rules), objective=("win",))).win)

    arms = ["sleep-dust", "sword", "club", "crossbows", "spear", "dagger", "battle-axe"]
    unseen_cards = 178 - 3 - 1 - 14
    expected = sum(map(win, arms)) + (unseen_cards - len(arms)) * win("")
    assert (found.value, found.kind) == (expected / unseen_cards, "abstraction")


def test_all_aid_that_can_be_used_is_the_best() -> None:
    """What the ranking of lands rests on: more aid is never worse."""
    for text in FIGHTS[:2]:
        position = read(f"{{game: old-ones, {text}}}")
        game, _ = fight_of(position, ("win",))
        aid = usable(position.mover.hand, game.tribe, game.rules)
        assert outlook(game, game.start(aid)).values == ranked(position, "win").best.values


LAND = (
    "{game: old-ones, players: [{tribe: WR, tokens: 3, lands: [forest], "
    "hand: [desert, forest, mountain, cutter, sword]}, {tribe: SF, tokens: 3, hand: 2}], discard: [sting-tail]}"
)


def test_a_land_without_encounters_is_safe() -> None:
    found = ranked(read(LAND), "safety")
    lines = {line.action: line for line in found.lines}
    assert lines["play Desert"].values[:2] == lines["play no land"].values[:2] == (1, 0)
    assert lines["play Forest"].value < 1
    assert {line.kind for line in found.lines} == {"abstraction"}
    assert found.assumptions


def test_who_joins_makes_the_palace_easier() -> None:
    found = ranked(read(LAND), "palace")
    assert found.best.action == "play Forest"
    assert found.best.facts["joining"] == ["cutter"]
    cutter = Combat(tribe_of("WR", 3, ["cutter"]), foe_of("guardians"), ("sword",), objective=("win",))
    assert found.best.value == outlook(cutter, cutter.start(["sword"])).win > 0


def test_the_danger_of_a_hand_of_one_card_by_hand() -> None:
    tribe, rules = tribe_of("WR", 3), Rules()
    found = danger_of("mountain", tribe, [], Deck.of(deck()), 1, [], rules)
    foes = ["greymung", "guttlekraw", "tunnel-dwellers", "tunnel-makers", "two-edge", "winnowill"]
    assert found.met == Fraction(6, 178)
    lost = sum(outlook(Combat(tribe, foe_of(foe))).number("fewest-lost") for foe in foes)
    assert found.lost == Fraction(lost, 178)


def test_the_palace_now_or_later() -> None:
    position = read(examples("old-ones")["palace"])
    found = ranked(position)
    lines = {line.action: line for line in found.lines}
    attack, wait = lines["attack, through the Mountain"], lines["wait"]
    assert attack.kind == "exact" and wait.kind == "abstraction"
    tribe = tribe_of("GOB", 9, ["cutter", "kahvi", "tyldak", "leetah"])
    hand = position.mover.hand
    assert attack.value == palace_chance(tribe, hand, Rules())
    # the mean over the next card, card by card
    from solver.games.old_ones.seen import unseen

    cards = unseen(position).cards()
    mean = sum(n * palace_chance(tribe, [*hand, card], Rules()) for card, n in cards.items()) / Fraction(cards.total())
    assert wait.value == mean
    joined = palace_chance(tribe.with_member(tribe_of("WR", 1, ["strongbow"]).members[0]), hand, Rules())
    assert lines["wait, and Recognition takes Strongbow"].value > joined > attack.value
    assert "with Treestump in the tribe" in found.notes[0]


def test_what_cannot_be_asked() -> None:
    with pytest.raises(GnomonError, match="nothing is ranked in the phase 'recruit'"):
        ranked(read("{game: old-ones, phase: recruit, players: [{tribe: WR, tokens: 1, lands: [forest]}]}"))
    with pytest.raises(WordsError, match="there is no 'safty' in the Travel Phase; did you mean 'safety'"):
        ranked(read(LAND), "safty")
    with pytest.raises(WordsError, match="'turns' is for the Travel Phase"):
        ranked(read(f"{{game: old-ones, {FIGHTS[0]}}}"), "turns")
    assert len(OBJECTIVES) == len(set(OBJECTIVES))
