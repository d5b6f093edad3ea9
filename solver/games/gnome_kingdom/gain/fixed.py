"""What is the same for all that a turn may be taken for, and so is made once: numbered dice, costs, spoils."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.gnome_kingdom.gain.after import After
from solver.games.gnome_kingdom.gain.cards import Cards
from solver.games.gnome_kingdom.gain.dice import Numbered, Split
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.gain.keep import Keeping
from solver.games.gnome_kingdom.gain.scale import Scale
from solver.games.gnome_kingdom.gain.spoils import Spoils
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.state import State


class Fixed:
    """What is made once for a turn.

    Parameters
    ----------
    game : the whole game
    state : where the turn is

    Examples
    --------
    >>> from solver.games.gnome_kingdom.setting import Setting
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> fixed = Fixed(GnomeKingdom(2), State((Seat("acorn", space=3), Seat("leaf")), turns=1))
    >>> dice = [frozenset({(0, 0, 0, 0, 0)}), frozenset({(1, 0, 0, 0, 0)})]
    >>> fixed.numbered(dice) is fixed.numbered(dice), fixed.numbered(dice).size(1)
    (True, 6)
    """

    def __init__(self, game: GnomeKingdom, state: State) -> None:
        self.setting, self.state = game.setting, state
        self.spoils = Spoils(game, state)
        self._numbered: dict[tuple[frozenset[Split], ...], Numbered] = {}
        self._cards: dict[Numbered, Cards] = {}
        self._keeping: dict[Numbered, Keeping] = {}
        self._after: dict[tuple[object, ...], After] = {}

    def numbered(self, splits: Sequence[frozenset[Split]]) -> Numbered:
        """Multisets of dice."""
        key = tuple(splits)
        if key not in self._numbered:
            self._numbered[key] = Numbered(splits)
        return self._numbered[key]

    def cards(self, own: Numbered) -> Cards:
        """What own dice pay for."""
        if own not in self._cards:
            self._cards[own] = Cards(self.setting, self.state.mover.clan, own)
        return self._cards[own]

    def keeping(self, rolls: Numbered) -> Keeping:
        """What may be kept of rolls."""
        if rolls not in self._keeping:
            self._keeping[rolls] = Keeping(self.setting, self.setting.task(self.state), rolls)
        return self._keeping[rolls]

    def after(self, frame: Frame, scale: Scale, own: Numbered, limit: int) -> After:
        """The values after the attempt; games that differ only in what is done before have the same.

        Parameters
        ----------
        limit : how much may be reckoned from here on
        """
        key = own, frame.less._replace(calm=False), scale.over, scale.most, scale.words
        if key not in self._after:
            self._after[key] = After(frame, scale, own, self.cards(own), limit)
        after = self._after[key]
        after.limit, after.written, after.expected = limit, 0, 0
        return after
