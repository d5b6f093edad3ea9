"""What every game promises, checked on states that random play comes across."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random
from typing import Any

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL, Game, Number
from solver.solve.playthrough import play, random_player

RECENT = 64
"""So many states back a state is compared with those before it."""

KNOWN = 20_000
"""So many states, and so many observations, are remembered: one that comes again need not be checked again."""

MANY = 6
"""In random play, of more moves than this only so many are tried, each time others, and one of every type."""

TWICE = 2
"""In random play, so many of the moves that are tried are tried again, to see whether they lead to the same."""

FIRST, EVERY = 200, 4
"""In random play every question is asked twice of the first so many states, and then of every so many."""


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
    also: Callable[[Any], None] | None = None,
) -> int:
    """Play a game at random and check every state on the way; return how many were checked.

    Of many moves some are tried, and not of every state every question is asked twice: `MANY`, `TWICE`, `FIRST` and
    `EVERY` say how many. :func:`check_state` leaves nothing out.

    Parameters
    ----------
    game : the game
    rng : the source of chance and of the random actions
    players : how many players the game has
    plays, longest : how many games of how many moves at most
    lowest, highest : bounds of a return
    must_end : whether a game that is not over after `longest` moves is a fault
    also : called with every state, to check what this game promises beyond the protocol

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
    recent: deque[Any] = deque(maxlen=RECENT)
    known: dict[Hashable, None] = {}
    actions_of: dict[tuple[int, Hashable], frozenset[Any]] = {}
    picks = Random(1)  # of its own, so that the games do not depend on what is checked
    checked = 0

    def watch(state: Any) -> None:
        nonlocal checked
        checked += 1
        now = _hash_of(state)
        if also is not None:
            also(state)
        if state in known:
            moves = list(game.legal_actions(state))
        else:
            again = len(known) < FIRST or checked % EVERY == 0
            moves = _check(game, state, players, lowest, highest, again=again, picks=picks)
            _remember(known, state, None)
        for other in recent:
            if other == state and hash(other) != now:
                raise ContractError(f"{state!r}: it equals an earlier state but hashes differently")
        recent.append(state)
        player = game.current_player(state)
        if player >= 0:
            actions = frozenset(moves)
            if _remember(actions_of, (player, game.observation(state, player)), actions) != actions:
                raise ContractError(f"{state!r}: player {player} cannot tell the legal actions from the observation")

    for _ in range(plays):
        played = play(game, [random_player(rng)] * players, rng, longest=longest, watch=watch)
        if must_end and played.returns is None:
            raise ContractError(f"{played.end!r}: the game is not over after {longest:,} moves")
    return checked


def _remember(memory: dict[Any, Any], key: Any, value: Any) -> Any:
    """What is remembered of a key, which is the value if it is new; the oldest is forgotten for it."""
    found = memory.setdefault(key, value)
    if len(memory) > KNOWN:
        del memory[next(iter(memory))]
    return found


def check_state(
    game: Game[Any, Any, Any],
    state: Any,
    *,
    players: int,
    lowest: Number | None = None,
    highest: Number | None = None,
) -> None:
    """Check all that the protocol promises about one state; every move is tried, and tried again.

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
    _check(game, state, players, lowest, highest, again=True)


def _hash_of(state: Any) -> int:
    try:
        return hash(state)
    except TypeError:
        raise ContractError(f"{state!r}: a state must be hashable") from None


def _check(
    game: Game[Any, Any, Any],
    state: Any,
    players: int,
    lowest: Number | None,
    highest: Number | None,
    *,
    again: bool,
    picks: Random | None = None,
) -> list[Any]:
    """Check a state, with all its moves or with those that are picked, and return all its moves.

    Whether it answers the same when it is asked again may be left out.
    """

    def fault(what: str) -> ContractError:
        return ContractError(f"{state!r}: {what}")

    before = _hash_of(state)
    written = repr(state) if again else ""
    player = game.current_player(state)
    if player not in {CHANCE, TERMINAL} and not (isinstance(player, int) and 0 <= player < players):
        raise fault(f"the current player is {player!r}, but players are 0 to {players - 1}")
    moves = _moves(game, state, player, again, fault)
    tried = _picked(moves, picks) if picks else moves
    for place, move in enumerate(tried):
        try:
            after = game.apply(state, move)
            other = game.apply(state, move) if again and (picks is None or place < TWICE) else after
            same = other is after or hash(after) == hash(other)
        except Exception as error:
            raise fault(f"apply fails on {move!r}: {type(error).__name__}: {error}") from error
        if not same or (other is not after and after != other):
            raise fault(f"{move!r} leads to two different states or to two hashes")
    if player == TERMINAL:
        _check_returns(game.returns(state), players, lowest, highest, fault)
    for seat in range(players):
        try:
            seen, other = game.observation(state, seat), game.observation(state, seat)
            same = seen is other is state or hash(seen) == hash(other)
        except Exception as error:
            raise fault(f"observation fails for player {seat}: {type(error).__name__}: {error}") from error
        if not same or seen != other:
            raise fault(f"player {seat} sees two different things")
    if again and (hash(state) != before or repr(state) != written or game.current_player(state) != player):
        raise fault(f"it was changed by asking about it: it was {written}")
    return moves


def _picked(moves: list[Any], picks: Random) -> list[Any]:
    """All moves in any order; of many only some, but at least one of every type."""
    mixed = picks.sample(moves, len(moves))
    if len(mixed) <= MANY:
        return mixed
    kinds = {type(move): move for move in mixed}
    rest = [move for move in mixed if kinds[type(move)] is not move]
    return [*kinds.values(), *rest][: max(MANY, len(kinds))]


def _moves(game: Game[Any, Any, Any], state: Any, player: int, again: bool, fault: Any) -> list[Any]:
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
        if again and outcomes != dict(game.chance_outcomes(state)):
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
    if again and actions != list(game.legal_actions(state)):
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
