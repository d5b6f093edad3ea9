"""A roll that is on the table, and the pool that it is a roll of."""

from __future__ import annotations

from solver.dice import DiceSet, Die, Pool, Roll, Rolled, pool_of
from solver.errors import WordsError
from solver.task.rerolls import kinds_of_roll


def read_roll(text: str, pool: Pool | None, dice: DiceSet) -> tuple[Pool, Roll]:
    """The roll, and its pool where none is named.

    Raises
    ------
    NotationError
        for what is no die
    WordsError
        for a roll without dice, or one that the pool cannot show

    Examples
    --------
    >>> from solver.dice import STANDARD
    >>> pool, roll = read_roll("r3,b5", None, STANDARD)
    >>> str(pool), str(roll)
    ('1 blue, 1 red', 'b5 r3')
    """
    roll = Roll.read(text, dice)
    if not len(roll):
        raise WordsError("roll: there are no dice in it; a roll is written r3,b5,g2")
    if pool is None:
        pool = pool_of([_die(shown, dice) for shown in roll])
    elif pool.size != len(roll):
        raise WordsError(f"roll: {_dice(len(roll))}, and the pool {pool} has {_dice(pool.size)}")
    elif strange := sorted({die.colour or "colourless" for die in roll if die.colour not in pool.colours}):
        raise WordsError(f"roll: there is no {strange[0]} die in the pool {pool}")
    try:
        kinds_of_roll(pool, roll)
    except WordsError as error:
        raise WordsError(f"roll: {error}") from None
    return pool, roll


def _die(shown: Rolled, dice: DiceSet) -> Die:
    die = next((die for die in dice.dice.values() if die.colour == shown.colour), Die(shown.colour))
    if shown.face not in die.faces:
        known = ", ".join(map(str, dict.fromkeys(die.faces)))
        kind = " ".join(filter(None, (shown.colour, "die")))
        raise WordsError(f"roll: a {kind} shows {known}, not {shown.face}; --pool names other dice")
    return die


def _dice(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"
