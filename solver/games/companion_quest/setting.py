"""What one game is played with: the gnomes, the mode, the rules, and what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.errors import GnomonError, did_you_mean
from solver.games.companion_quest.content import Box, box
from solver.games.companion_quest.rules import Rules

PROBLEMS = 12
"""How many portal problems lie in the three challenge zones at the start."""

MOST_DANGERS = 4
"""How many of them are dangers in the hardest mode."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through one game.

    Parameters
    ----------
    players : how many gnomes, 1 to 4
    rules : the readings of the open questions, and the numbers that no source tells
    gnomes : their names in the order of play; the first ones in the box if not given
    quests : the names of the quests, the active one first; drawn by chance, one of each stage, if not given
    dangers : how many of the twelve portal problems are dangers: 2, in easy mode 0 or 1, in hard mode 3 or 4
    box : what is in the box; what is shipped if not given
    turn_cap : after so many turns the game is broken off as lost; no rule says so

    Raises
    ------
    GnomonError
        for a number of players or dangers that cannot be, gnomes or quests that are not in the box or not of each stage
        one, and a box that holds too few cards

    Examples
    --------
    >>> Setting(2).gnomes, Setting(1, gnomes=("bubbles",)).mode
    (('crumbles', 'bubbles'), 'normal')
    >>> Setting(5)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: players: 1 to 4 gnomes can play, not 5
    >>> Setting(2, gnomes=("crumbles", "bubles"))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: gnomes: there is no gnome 'bubles'; did you mean 'bubbles'?
    """

    players: int = 2
    rules: Rules = field(default_factory=Rules)
    gnomes: tuple[str, ...] = ()
    quests: tuple[str, ...] = ()
    dangers: int = 2
    box: Box = field(default_factory=box, repr=False, kw_only=True)
    turn_cap: int = 1000

    def __post_init__(self) -> None:
        if not 1 <= self.players <= 4:
            raise GnomonError(f"players: 1 to 4 gnomes can play, not {self.players}")
        if not 0 <= self.dangers <= MOST_DANGERS:
            raise GnomonError(f"dangers: 0 to {MOST_DANGERS} of the portal problems are dangers, not {self.dangers}")
        if self.turn_cap < 1:
            raise GnomonError(f"turn_cap: a game takes at least one turn, not {self.turn_cap}")
        self._check_box()
        self._check_gnomes()
        self._check_quests()

    def _check_box(self) -> None:
        _enough("challenges", len(self.box.challenges), PROBLEMS - self.dangers)
        _enough("dangers", len(self.box.dangers), self.dangers)
        _enough("gnomes", len(self.box.gnomes), self.players)
        starters = {name: one for name, one in self.box.companions.items() if one.starter}
        for gnome in self.box.gnomes.values():
            _known("gnomes", "starter", gnome.starter, starters)
        for stage in range(1, self.rules.quests + 1):
            _enough(f"quests of stage {stage}", len(self.box.of_stage(stage)), 1)

    def _check_gnomes(self) -> None:
        if not self.gnomes:
            object.__setattr__(self, "gnomes", tuple(self.box.gnomes)[: self.players])
        for name in self.gnomes:
            _known("gnomes", "gnome", name, self.box.gnomes)
        if len(self.gnomes) != self.players or len(set(self.gnomes)) < self.players:
            named = ", ".join(self.gnomes)
            raise GnomonError(f"gnomes: {self.players} players need as many different gnomes, not {named}")
        starters = [self.box.gnomes[name].starter for name in self.gnomes]
        for name in starters:
            if starters.count(name) > 1:
                raise GnomonError(f"gnomes: '{name}' cannot come with two of them")

    def _check_quests(self) -> None:
        for name in self.quests:
            _known("quests", "quest", name, self.box.quests)
        stages = [self.box.quests[name].stage for name in self.quests]
        wanted = list(range(1, self.rules.quests + 1))
        if self.quests and stages != wanted:
            found = ", ".join(map(str, stages))
            raise GnomonError(f"quests: one of each stage is needed, 1 to {wanted[-1]} in this order, not {found}")

    @property
    def alone(self) -> bool:
        """Whether the rules for solo play hold."""
        return self.players == 1

    @property
    def mode(self) -> str:
        """What the rulebook calls a game with so many dangers: easy, normal or hard."""
        return "normal" if self.dangers == 2 else "easy" if self.dangers < 2 else "hard"


def _enough(what: str, found: int, wanted: int) -> None:
    if found < wanted:
        raise GnomonError(f"box: {wanted} {what} are needed, and {found} {'is' if found == 1 else 'are'} in it")


def _known(where: str, what: str, name: str, cards: Mapping[str, object]) -> None:
    if name not in cards:
        hint = did_you_mean(name, cards) or f"known are {', '.join(list(cards)[:12])}"
        raise GnomonError(f"{where}: there is no {what} '{name}'; {hint}")
