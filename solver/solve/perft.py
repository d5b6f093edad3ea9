"""Perft for dice: count what a game's rules generate, depth by depth, to compare two generators."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from solver.errors import TooBigError
from solver.game import CHANCE, TERMINAL, Action, Game, Outcome, State


@dataclass(frozen=True, slots=True)
class Ply:
    """What lies at one depth of the tree; a state that is reached in several ways counts each time.

    Parameters
    ----------
    depth : actions and outcomes since the start
    decisions : states in which a player must act
    outcomes : outcomes of chance that are possible in the other states
    terminals : states in which the game is over
    ended : the chance that the game is over by now if all players act at random, every action equally likely
    total : `ended` and the chance of all states of this depth that go on; exactly 1

    Examples
    --------
    >>> Ply(0, 1, 0, 0, Fraction(0), Fraction(1)).total
    Fraction(1, 1)
    """

    depth: int
    decisions: int
    outcomes: int
    terminals: int
    ended: Fraction
    total: Fraction


def perft(
    game: Game[State, Action, Outcome], depth: int, *, state: State | None = None, limit: int = 2_000_000
) -> list[Ply]:
    """Count the tree of a game down to a depth.

    States of equal depth that are equal are expanded once and counted as often as they are reached, so the
    cost grows with the number of different states only.

    Raises
    ------
    TooBigError
        there are more different states than `limit` at one depth

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
    >>> for ply in perft(Coin(), 2): print(ply.depth, ply.outcomes, ply.terminals, ply.ended, ply.total)
    0 3 0 0 1
    1 3 2 2/3 1
    2 3 2 8/9 1
    """
    level = {game.initial_state() if state is None else state: (1, Fraction(1))}
    ended = Fraction(0)
    plies = []
    for ply in range(depth + 1):
        decisions = outcomes = terminals = 0
        going = Fraction(0)
        below: dict[State, tuple[int, Fraction]] = {}
        for here, (count, chance) in level.items():
            player = game.current_player(here)
            if player == TERMINAL:
                terminals += count
                ended += chance
                continue
            going += chance
            moves: list[tuple[Action | Outcome, int]]
            if player == CHANCE:
                moves = list(game.chance_outcomes(here).items())
                outcomes += count * len(moves)
            else:
                moves = [(action, 1) for action in game.legal_actions(here)]
                decisions += count
            whole = sum(weight for _, weight in moves)
            for move, weight in moves if ply < depth else ():
                after = game.apply(here, move)
                ways, share = below.get(after, (0, Fraction(0)))
                below[after] = ways + count, share + chance * Fraction(weight, whole)
        plies.append(Ply(ply, decisions, outcomes, terminals, ended, ended + going))
        if len(below) > limit:
            raise TooBigError(f"perft: {len(below):,} different states at depth {ply + 1}, more than {limit:,}")
        level = below
    return plies
