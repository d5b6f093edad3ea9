"""A tribe: its type, its tokens and its characters, and what it counts as."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from solver.errors import GnomonError, did_you_mean
from solver.games.old_ones.cards import FOLKS, Character, Folk, Kind, cards, find


@dataclass(frozen=True, slots=True)
class Member:
    """A character in a tribe.

    Parameters
    ----------
    name : of its card
    shaped : strength it gained for good by Flesh Shaping

    Examples
    --------
    >>> Member("tyldak", shaped=2).strength
    5
    """

    name: str
    shaped: int = 0

    @property
    def card(self) -> Character:
        """Its card."""
        return cast(Character, cards()[self.name])

    @property
    def strength(self) -> int:
        """What it adds to every round of a fight."""
        return self.card.strength + self.shaped

    @property
    def elf(self) -> bool:
        """Whether it is an elf; Petalwing is none."""
        return "elf" in self.card.kinds


@dataclass(frozen=True, slots=True)
class Tribe:
    """A tribe.

    Parameters
    ----------
    folk : the type chosen at the start, which all tokens have
    tokens : members without a name, of strength 0
    members : characters, in the order of their names

    Raises
    ------
    GnomonError
        for a type that there is not, a negative number of tokens, or a character who is there twice

    Examples
    --------
    >>> tribe = tribe_of("WR", 20, ["skywise", "Cutter"])
    >>> tribe.strength, tribe.elves, sorted(tribe.kinds), tribe.size
    (8, 22, ['WR', 'elf'], 22)
    >>> tribe.without("cutter").strength
    3
    """

    folk: Folk
    tokens: int
    members: tuple[Member, ...] = ()

    def __post_init__(self) -> None:
        if self.folk not in FOLKS:
            raise GnomonError(f"tribe: there is no type '{self.folk}'; expected {' or '.join(FOLKS)}")
        if self.tokens < 0:
            raise GnomonError(f"tribe: a tribe cannot have {self.tokens} tokens; 0 is the least")
        names = [member.name for member in self.members]
        for name in names:
            if names.count(name) > 1:
                raise GnomonError(f"tribe: {find(name).title} stands in it twice, and there is one such card")
        if names != sorted(names):
            object.__setattr__(self, "members", tuple(sorted(self.members, key=lambda one: one.name)))

    @property
    def strength(self) -> int:
        """What its characters add to every round of a fight."""
        return sum(member.strength for member in self.members)

    @property
    def elves(self) -> int:
        """Living elves: the tokens, and the characters but Petalwing. Without any the tribe has lost."""
        return self.tokens + sum(member.elf for member in self.members)

    @property
    def size(self) -> int:
        """Living members, Petalwing included."""
        return self.tokens + len(self.members)

    @property
    def kinds(self) -> frozenset[Kind]:
        """What there is among its living members."""
        own: set[Kind] = {"elf", self.folk} if self.tokens else set()
        return frozenset(own.union(*(member.card.kinds for member in self.members)))

    @property
    def healer(self) -> bool:
        """Whether a healer is alive."""
        return any(member.card.healer for member in self.members)

    def member(self, name: str) -> Member:
        """The character of that name.

        Raises
        ------
        GnomonError
            if it is not in the tribe
        """
        for member in self.members:
            if member.name == name:
                return member
        hint = did_you_mean(name, [member.name for member in self.members])
        raise GnomonError(f"tribe: '{name}' is not in it" + (f"; {hint}" if hint else ""))

    def without(self, name: str) -> Tribe:
        """The tribe without a character."""
        gone = self.member(name)
        return replace(self, members=tuple(member for member in self.members if member is not gone))

    def with_member(self, member: Member) -> Tribe:
        """The tribe with one more character."""
        return replace(self, members=(*self.members, member))

    def shape(self, name: str, strength: int = 2) -> Tribe:
        """The tribe after Flesh Shaping of a character.

        >>> tribe_of("BMG", 5, ["tyldak"]).shape("tyldak").strength
        5
        """
        old = self.member(name)
        return self.without(name).with_member(replace(old, shaped=old.shaped + strength))

    def add_tokens(self, number: int) -> Tribe:
        """The tribe with so many tokens more, or fewer, but never fewer than none.

        >>> tribe_of("SF", 3).add_tokens(-5).tokens
        0
        """
        return replace(self, tokens=max(0, self.tokens + number))


def tribe_of(folk: str, tokens: int, characters: Iterable[str] = ()) -> Tribe:
    """The tribe with these characters, named as on their cards or as in files.

    Raises
    ------
    GnomonError
        for a name that is no character's, and what :class:`Tribe` refuses

    Examples
    --------
    >>> tribe_of("WR", 20, ["Cuter"])
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: there is no card 'Cuter'; did you mean 'cutter'?
    """
    members = tuple(Member(find(name, Character).name) for name in characters)
    return Tribe(cast(Folk, folk), tokens, members)
