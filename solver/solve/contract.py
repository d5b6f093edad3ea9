"""What every game promises, checked on states that random play comes across."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from random import Random
from typing import Any

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL, Game, Number
from solver.solve.playthrough import play, random_player

RECENT = 64


class ContractError(GnomonError):
    """A game that does not keep the protocol; the message names the state and what is wrong with it."""


def check_contract(
    game: Game[Any, Any, Any],
    rng: Random,
    *,
    players: int,
    plays: int = 20,
    longest: int = 10_000,
    lowest: Number | None = None,
    highest: Number | None = None,
    must_end: bool = False,
) -> int:
    """Play a game at random and check every state on the way; return how many were checked.

    Parameters
    ----------
    game : the game
    rng : the source of chance and of the random actions
    players : how many players the game has
    plays, longest : how many games of how many moves at most
    lowest, highest : bounds of a return
    must_end : whether a game that is not over after `longest` moves is a fault

    Raises
    ------
    ContractError
        the first fault that is found

    Examples
    --------
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return CHANCE if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 0} if s == "coin" else {}
    ...     def apply(self, s, m): return m
    ...     def returns(self, s): return [int(s == "heads")]
    ...     def observation(self, s, player): return s
    >>> check_contract(Coin(), Random(1), players=1)
    Traceback (most recent call last):
        ...
    solver.solve.contract.ContractError: 'coin': outcome 'tails' has weight 0, not a positive integer
    """
    if game.initial_state() != game.initial_state():
        raise ContractError("initial_state: two calls give two different states")
    recent: list[Any] = []
    actions_of: dict[tuple[int, Hashable], tuple[Any, ...]] = {}
    checked = 0

    def watch(state: Any) -> None:
        nonlocal checked
        checked += 1
        check_state(game, state, players=players, lowest=lowest, highest=highest)
        for other in recent:
            if other == state and hash(other) != hash(state):
                raise ContractError(f"{state!r}: it equals an earlier state but hashes differently")
        recent.append(state)
        del recent[:-RECENT]
        player = game.current_player(state)
        if player >= 0:
            actions = tuple(game.legal_actions(state))
            if set(actions_of.setdefault((player, game.observation(state, player)), actions)) != set(actions):
                raise ContractError(f"{state!r}: player {player} cannot tell the legal actions from the observation")

    for _ in range(plays):
        played = play(game, [random_player(rng)] * players, rng, longest=longest, watch=watch)
        if must_end and played.returns is None:
            raise ContractError(f"{played.end!r}: the game is not over after {longest:,} moves")
    return checked


def check_state(
    game: Game[Any, Any, Any],
    state: Any,
    *,
    players: int,
    lowest: Number | None = None,
    highest: Number | None = None,
) -> None:
    """Check all that the protocol promises about one state.

    Raises
    ------
    ContractError
        the first fault that is found

    Examples
    --------
    >>> class Nothing:
    ...     def current_player(self, s): return 0
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {}
    >>> check_state(Nothing(), "here", players=1)
    Traceback (most recent call last):
        ...
    solver.solve.contract.ContractError: 'here': player 0 has no legal action
    """

    def fault(what: str) -> ContractError:
        return ContractError(f"{state!r}: {what}")

    try:
        before = hash(state)
    except TypeError:
        raise fault("a state must be hashable") from None
    written = repr(state)
    player = game.current_player(state)
    if player not in {CHANCE, TERMINAL} and not (isinstance(player, int) and 0 <= player < players):
        raise fault(f"the current player is {player!r}, but players are 0 to {players - 1}")
    moves = _moves(game, state, player, fault)
    for move in moves:
        try:
            after, again = game.apply(state, move), game.apply(state, move)
            same = hash(after) == hash(again)
        except Exception as error:
            raise fault(f"apply fails on {move!r}: {type(error).__name__}: {error}") from error
        if after != again or not same:
            raise fault(f"{move!r} leads to two different states or to two hashes")
    if player == TERMINAL:
        _check_returns(game.returns(state), players, lowest, highest, fault)
    for seat in range(players):
        try:
            same = hash(game.observation(state, seat)) == hash(game.observation(state, seat))
        except Exception as error:
            raise fault(f"observation fails for player {seat}: {type(error).__name__}: {error}") from error
        if not same or game.observation(state, seat) != game.observation(state, seat):
            raise fault(f"player {seat} sees two different things")
    if hash(state) != before or repr(state) != written or game.current_player(state) != player:
        raise fault(f"it was changed by asking about it: it was {written}")


def _moves(game: Game[Any, Any, Any], state: Any, player: int, fault: Any) -> list[Any]:
    actions, outcomes = list(game.legal_actions(state)), dict(game.chance_outcomes(state))
    if player < 0 and actions:
        raise fault(f"nobody is to act, but {actions[0]!r} is legal")
    if player != CHANCE and outcomes:
        raise fault(f"chance is not to act, but {next(iter(outcomes))!r} is possible")
    if player == CHANCE:
        if not outcomes:
            raise fault("chance is to act, but nothing can happen")
        for outcome, weight in outcomes.items():
            if type(weight) is not int or weight <= 0:
                raise fault(f"outcome {outcome!r} has weight {weight!r}, not a positive integer")
        if outcomes != dict(game.chance_outcomes(state)):
            raise fault("two calls of chance_outcomes differ")
        return list(outcomes)
    if player >= 0 and not actions:
        raise fault(f"player {player} has no legal action")
    seen = set()
    for action in actions:
        try:
            double = action in seen
            seen.add(action)
        except TypeError:
            raise fault(f"action {action!r} is not hashable") from None
        if double:
            raise fault(f"action {action!r} is listed twice")
    if actions != list(game.legal_actions(state)):
        raise fault("two calls of legal_actions differ")
    return actions


def _check_returns(returns: Any, players: int, lowest: Number | None, highest: Number | None, fault: Any) -> None:
    if len(returns) != players:
        raise fault(f"there are {len(returns)} returns, but {players} players")
    for seat, number in enumerate(returns):
        if isinstance(number, bool) or not isinstance(number, int | Fraction):
            raise fault(f"player {seat} gets {number!r}, not an int or a Fraction")
        if (lowest is not None and number < lowest) or (highest is not None and number > highest):
            raise fault(f"player {seat} gets {number}, outside {lowest} to {highest}")
