"""Play a game from a seed, write it down, and play it again from what was written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL, Action, Game, Number, Outcome, State

Player = Callable[[Any, Sequence[Any]], Any]
"""`player(observation, actions)` returns one of the actions."""


@dataclass(frozen=True, slots=True)
class Playthrough(Generic[State]):
    """A game that was played.

    Parameters
    ----------
    start, end : the first state and the last one
    moves : who acted (``CHANCE`` for dice and cards) and what happened, in order
    returns : what each player got; None if the game was broken off

    Examples
    --------
    >>> print(Playthrough("start", ((0, "roll"), (CHANCE, 6)), "end", (1,)).text())
    player 0  roll
    chance    6
    returns   1
    """

    start: State
    moves: tuple[tuple[int, Hashable], ...]
    end: State
    returns: tuple[Number, ...] | None

    def text(self) -> str:
        """Return one line for each move, and one for the returns."""
        lines = [("chance" if who == CHANCE else f"player {who}", str(move)) for who, move in self.moves]
        result = "not over" if self.returns is None else " ".join(str(number) for number in self.returns)
        lines.append(("returns", result))
        width = max(len(who) for who, _ in lines)
        return "\n".join(f"{who:{width}}  {what}" for who, what in lines)


def random_player(rng: Random) -> Player:
    """Return a player to whom every action is as good as another.

    Examples
    --------
    >>> random_player(Random(1))("observation", ["roll"])
    'roll'
    """
    return lambda observation, actions: actions[rng.randrange(len(actions))]


def play(
    game: Game[State, Action, Outcome],
    players: Sequence[Player],
    rng: Random,
    *,
    state: State | None = None,
    longest: int = 100_000,
    open_cards: bool = False,
    watch: Callable[[State], None] | None = None,
) -> Playthrough[State]:
    """Play a game once. Equal seeds and equal players give equal games.

    Parameters
    ----------
    game : any game that keeps the protocol
    players : one for each seat; each sees its observation and the legal actions, nothing else
    rng : the source of chance
    state : where to start, if not at the beginning
    longest : break off after so many moves
    open_cards : show the players the whole state instead, for tests
    watch : called with every state, the last one included

    Raises
    ------
    GnomonError
        a player takes an action that is not legal, or there is no player for a seat

    Examples
    --------
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return CHANCE if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1, "edge": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return "coin" if m == "edge" else m
    ...     def returns(self, s): return [int(s == "heads")]
    ...     def observation(self, s, player): return s
    >>> play(Coin(), [], Random(7)) == play(Coin(), [], Random(7))
    True
    """
    start = here = game.initial_state() if state is None else state
    moves: list[tuple[int, Hashable]] = []
    while True:
        if watch is not None:
            watch(here)
        player = game.current_player(here)
        if player == TERMINAL or len(moves) == longest:
            break
        move: Action | Outcome
        if player == CHANCE:
            move = draw(game.chance_outcomes(here), rng)
        else:
            if player >= len(players):
                raise GnomonError(f"players: player {player} must act, but there are only {len(players)}")
            actions = game.legal_actions(here)
            move = players[player](here if open_cards else game.observation(here, player), actions)
            if move not in actions:
                raise GnomonError(f"player {player}: {move!r} is not legal in move {len(moves) + 1}")
        moves.append((player, move))
        here = game.apply(here, move)
    return Playthrough(start, tuple(moves), here, tuple(game.returns(here)) if player == TERMINAL else None)


def draw(outcomes: Any, rng: Random) -> Any:
    """Draw one outcome of a mapping from outcomes to integer weights.

    Examples
    --------
    >>> draw({"heads": 1, "tails": 0}, Random(1))
    'heads'
    """
    rest = rng.randrange(sum(outcomes.values()))
    for outcome, weight in outcomes.items():
        rest -= weight
        if rest < 0:
            return outcome
    raise GnomonError("chance: no outcome has a weight")


def replay(game: Game[Any, Any, Any], played: Playthrough[Any]) -> None:
    """Go through a written game again, and make sure that it is legal and still ends the same way.

    Raises
    ------
    GnomonError
        it does not; the message names the move

    Examples
    --------
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return CHANCE if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return m
    ...     def returns(self, s): return [int(s == "heads")]
    ...     def observation(self, s, player): return s
    >>> replay(Coin(), Playthrough("coin", ((CHANCE, "edge"),), "edge", (0,)))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: playthrough: move 1: 'edge' is not possible
    """
    here = played.start
    for number, (who, move) in enumerate(played.moves, 1):
        player = game.current_player(here)
        if player != who:
            raise GnomonError(f"playthrough: move {number}: player {player} is to act, not {who}")
        if move not in (game.chance_outcomes(here) if player == CHANCE else game.legal_actions(here)):
            raise GnomonError(f"playthrough: move {number}: {move!r} is not possible")
        here = game.apply(here, move)
    over = game.current_player(here) == TERMINAL
    if here != played.end or (tuple(game.returns(here)) if over else None) != played.returns:
        raise GnomonError(f"playthrough: it ends in {here!r}, not in {played.end!r} with {played.returns}")
