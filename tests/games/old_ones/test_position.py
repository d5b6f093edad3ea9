"""Positions as documents: what is read and written, and every fault at its place."""

from __future__ import annotations

from random import Random

import pytest

from solver.errors import GnomonError
from solver.fault import DocumentError
from solver.games.old_ones.play import Quest
from solver.games.old_ones.position import read, write
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.seen import fight_of, position_of, position_of_state, state_of, unseen
from solver.games.old_ones.stage import Fighting
from solver.parts import examples
from solver.solve.playthrough import play, random_player

ME = "players: [{tribe: WR, tokens: 2, hand: [Sword, forest]}]"
LANDS = ", ".join(["forest"] * 14 + ["mountain", "mountain"])


@pytest.mark.parametrize("name", examples("old-ones"))
def test_examples_are_read_and_written(name: str) -> None:
    position = read(examples("old-ones")[name])
    text = write(position)
    assert "\n" not in text and text.startswith("{game: old-ones, ")
    assert read(text) == position
    assert write(read(text)) == text


def test_the_canonical_form() -> None:
    assert write(read(f"{{game: old-ones, {ME}, turns: 0, rules: {{hand_limit: 7}}}}")) == (
        "{game: old-ones, phase: travel, players: [{tribe: WR, tokens: 2, hand: [forest, sword]}]}"
    )
    other = read(f"{{game: old-ones, rules: {{aid_timing: any_round, path_length: 9}}, {ME}}}")
    assert other.readings == Rules(aid_timing="any_round", path_length=9)
    assert "rules: {aid_timing: any_round, path_length: 9}" in write(other)


# the document after `game: old-ones`, the text that the caret marks, the message
FAULTS = [
    (
        "players: [{tribe: WR, tokens: 2, hand: [swrod]}]",
        "swrod",
        "hand: there is no card 'swrod'; did you mean 'sword'?",
    ),
    (
        "phase: fight, players: [{tribe: SF, tokens: 2}], fight: {foe: beer}",
        "beer",
        "foe: there is no card 'beer'; did you mean 'bear'?",
    ),
    (
        (
            "phase: casualty, players: [{tribe: SF, tokens: 2, characters: [rayek]}], "
            "fight: {foe: bear, round: won, played: [wolf-pack]}"
        ),
        "wolf-pack",
        "played: Wolf pack allies only with a Wolf Rider, and there is none in the tribe",
    ),
    (
        (
            "phase: casualty, players: [{tribe: SF, tokens: 2, characters: [rayek]}], "
            "fight: {foe: bear, round: won, played: [levitation]}"
        ),
        "levitation",
        "played: Levitation is magic that only a Blue Mountain Glider can use, and there is none in the tribe",
    ),
    (
        "phase: fight, players: [{tribe: SF, tokens: 2}], fight: {foe: bear, weapon: sword}",
        "sword",
        "weapon: Bear cannot use Sword",
    ),
    (
        f"players: [{{tribe: WR, tokens: 2, lands: [{LANDS}]}}]",
        "mountain]",
        "lands: there are 16, but the journey ends at number 15",
    ),
    (
        "players: [{tribe: WR, tokens: 2, lands: [desert, tundra]}]",
        "tundra",
        "lands: tundra, number 2, cannot follow desert",
    ),
    (
        "players: [{tribe: WR, tokens: -3}]",
        "-3",
        "tokens: the number -3 is out of range; it must be at least 0",
    ),
    ("players: [{tribe: WR}]", "{tribe: WR}", "tokens: no elf is left in this tribe, so it has lost"),
    (
        "players: [{tribe: WR, tokens: 1, hand: [sword, bear]}, {tribe: SF, tokens: 1, hand: 3, known: [sword]}]",
        "sword]}]",
        "known: Sword stands twice, first in the hand of player 0; there is one such card",
    ),
    (
        "players: [{tribe: WR, tokens: 1, characters: [cutter], hand: [cutter]}]",
        "cutter]}]",
        "hand: Cutter stands twice, first in the tribe of player 0; there is one such card",
    ),
    (f"phase: travl, {ME}", "travl", "phase: 'travl' is not a phase; did you mean 'travel'?"),
    (f"phase: fight, {ME}", "fight", "phase: the phase 'fight' needs a 'fight': whom the tribe meets"),
    (f"{ME}, fight: {{foe: bear}}", "{foe: bear}", "fight: there is no fight in the phase 'travel'"),
    (
        "phase: fight, players: [{tribe: WR, tokens: 1, lands: [forest]}], fight: {foe: ice-trolls}",
        "ice-trolls",
        "foe: Ice Trolls is met in the tundra, and this tribe is in the forest",
    ),
    (
        "phase: fight, players: [{tribe: WR, tokens: 1, lands: [forest]}], fight: {foe: guardians}",
        "guardians",
        "foe: the Guardians are at the Palace, after 15 lands, not 1 land",
    ),
    (
        "phase: fight, players: [{tribe: WR, tokens: 1}], fight: {foe: bear, played: [sword]}",
        "fight,",
        "phase: aid is played before the first round (ruling aid_timing), and the fight has begun",
    ),
    (
        "phase: casualty, players: [{tribe: WR, tokens: 1}], fight: {foe: bear, round: won}",
        "casualty",
        "phase: there is neither an ally nor a character who could fall",
    ),
    (
        "phase: restore, players: [{tribe: WR, tokens: 1}], fight: {foe: bear, round: won, lost: {tokens: 1}}",
        "restore",
        "phase: there is no healer in the tribe",
    ),
    (
        (
            "rules: {aid_timing: any_round}, phase: fight, players: [{tribe: WR, tokens: 1}], "
            "fight: {foe: guardians, wins: 3}"
        ),
        "3}",
        "wins: 3 rounds are won, and 3 win the fight",
    ),
    (f"{ME}, turn: 1", "1", "turn: there is no player 1; there is only player 0"),
    (f"{ME}, rules: {{aid_timing: anyround}}", "anyround", "aid_timing: 'anyround' is not an aid_timing; expected"),
    (f"{ME}, rules: {{aid_tming: before}}", "aid_tming", "aid_tming: there is no such key here; did you mean"),
    (f"{ME}, row: 3", "3", "row: nobody takes more than 2 turns in a row"),
    (
        "players: [{tribe: WR, tokens: 1, hand: 3}]",
        "3}",
        "hand: this player is to decide, so the cards are needed, not their number",
    ),
    (
        "players: [{tribe: WR, tokens: 1}, {tribe: SF, tokens: 1, hand: 190}]",
        "190",
        "hand: 190 cards in unknown hands, and 178 are unseen",
    ),
    (
        "players: [{tribe: WR, tokens: 1, hand: [sword, bear, club, bow, deer, bison, spear, shield]}]",
        "[sword",
        "hand: 8 cards, and the hand limit after the Fate Phase is 7",
    ),
    (
        "players: [{tribe: WR, tokens: 1, characters: [cutter+2]}]",
        "cutter+2",
        "characters: Flesh Shaping is for a Blue Mountain Glider, and Cutter is none",
    ),
]


@pytest.mark.parametrize(("text", "marked", "message"), FAULTS)
def test_one_fault_one_message_at_its_place(text: str, marked: str, message: str) -> None:
    text = f"{{game: old-ones, {text}}}"
    with pytest.raises(DocumentError) as caught:
        read(text)
    assert len(caught.value.faults) == 1, str(caught.value)
    fault = caught.value.faults[0]
    assert f"{fault.place}: {fault.message}".startswith(message)
    assert (fault.line, text[fault.column - 1 :].startswith(marked)) == (1, True), (fault.column, marked)


def test_all_faults_at_once() -> None:
    with pytest.raises(DocumentError) as caught:
        read("{game: old-ones, players: [{tribe: XX, tokens: -1, hand: [swrod, forst, sword]}]}")
    assert [fault.place for fault in caught.value.faults] == ["tribe", "tokens", "hand", "hand"]


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (1, Rules()),
        (2, Rules(aid_timing="any_round", starting_hand=5)),
        (3, Rules(fallen_character="random", path_length=5, starting_hand=6)),
        (4, Rules(path_length=4, starting_hand=7, palace_encounter="also", armed_guardians="allowed")),
    ],
)
def test_what_is_seen_in_random_games_is_written_and_read(seed: int, rules: Rules) -> None:
    quest = Quest(2 + seed % 3, rules)
    met: set[str] = set()

    def watch(state) -> None:
        player = quest.current_player(state)
        if player < 0:
            return
        seen = quest.observation(state, player)
        try:
            position = position_of(seen, rules)
        except GnomonError as error:  # in the middle of an event
            assert "in the middle of" in str(error)
            return
        met.add(position.phase)
        assert read(write(position)) == position
        hidden = sum(public.held - len(public.known) for seat, public in enumerate(seen.seats) if seat != player)
        assert unseen(position).size == seen.deck + hidden
        whole = read(write(position_of_state(state, rules)))
        back = state_of(whole)
        assert quest.current_player(back) == player
        assert set(quest.legal_actions(back)) == set(quest.legal_actions(state))
        assert (back.deck.cards(), back.discard) == (state.deck.cards(), state.discard)
        if isinstance(state.stage, Fighting):
            game, fight = fight_of(position)
            assert set(game.legal_actions(fight)) == set(quest.legal_actions(state))

    rng = Random(seed)
    play(quest, [random_player(rng)] * quest.players, rng, watch=watch, longest=1500)
    assert {"travel", "replenish", "encounter"} <= met


def test_hidden_hands_have_no_state() -> None:
    position = read("{game: old-ones, players: [{tribe: WR, tokens: 1}, {tribe: SF, tokens: 1, hand: 2}]}")
    with pytest.raises(GnomonError, match="the hand of player 1 is hidden"):
        state_of(position)
