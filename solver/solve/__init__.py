"""Generic solvers. They know the game protocol and no game.

:mod:`~solver.solve.expectimax` solves games that cannot come back to an earlier state,
:mod:`~solver.solve.iteration` those that can; both answer with a :class:`~solver.solve.solution.Solution`.
"""
