"""Who may use which card in a fight: living elves and played allies against the card's users."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from solver.errors import GnomonError
from solver.games.old_ones.cards import Aid, Ally, Encounter, Kind, Magic, Weapon
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Tribe

# who holds a weapon that is printed for "All", under each reading
ALL: Mapping[str, frozenset[Kind]] = {
    "weapon_users": frozenset({"elf", "troll", "human"}),
    "every_creature": frozenset({"elf", "troll", "human", "beast", "plant"}),
}
# whose kinds count for a type of card: only elves cast and befriend, allies hold weapons too
ELVES: frozenset[Kind] = frozenset({"elf", "WR", "SF", "BMG", "GOB"})

_WORDS: Mapping[Kind, str] = {
    "elf": "an elf", "WR": "a Wolf Rider", "SF": "one of the Sun Folk", "BMG": "a Blue Mountain Glider",
    "GOB": "a Go-Back", "preserver": "a Preserver", "troll": "a troll", "human": "a human",
    "beast": "a beast", "plant": "a plant", "all": "anyone who holds weapons",
}  # fmt: skip


def holders(users: Iterable[Kind], rules: Rules) -> frozenset[Kind]:
    """The kinds of creatures who can use a card with these users.

    >>> sorted(holders(("all",), Rules()))
    ['elf', 'human', 'troll']
    """
    listed = frozenset(users)
    return (listed - {"all"}) | ALL[rules.all_weapons] if "all" in listed else listed


def can_use(card: Aid, tribe: Tribe, allies: Iterable[Ally] = (), rules: Rules | None = None) -> bool:
    """Whether a tribe, with the allies it has played in this fight, may play a card.

    Examples
    --------
    >>> from solver.games.old_ones.cards import find
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> sun = tribe_of("SF", 20)
    >>> can_use(find("club"), sun), can_use(find("club"), sun, [find("olbar")])
    (False, True)
    """
    rules = Rules() if rules is None else rules
    present = tribe.kinds & ELVES
    if isinstance(card, Weapon):
        present = present.union(*(ally.kinds for ally in allies))
    return bool(present & holders(card.users, rules))


def why_not(card: Aid, tribe: Tribe, allies: Iterable[Ally] = (), rules: Rules | None = None) -> str:
    """Why a tribe may not play a card, or the empty text if it may.

    Examples
    --------
    >>> from solver.games.old_ones.cards import find
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> why_not(find("wolf-pack"), tribe_of("SF", 20))
    'Wolf pack allies only with a Wolf Rider, and there is none in the tribe'
    """
    if can_use(card, tribe, allies, rules):
        return ""
    users = [_WORDS[user] for user in card.users]
    wanted = " or ".join(filter(None, (", ".join(users[:-1]), users[-1])))
    match card:
        case Ally():
            return f"{card.title} allies only with {wanted}, and there is none in the tribe"
        case Magic():
            return f"{card.title} is magic that only {wanted} can use, and there is none in the tribe"
        case Weapon():
            where = "in the tribe or among its played allies"
            return f"{card.title} is a weapon that only {wanted} can use, and there is none {where}"


def check_aid(cards: Sequence[Aid], tribe: Tribe, rules: Rules | None = None) -> None:
    """Refuse cards that the tribe may not play together.

    Raises
    ------
    GnomonError
        names the first such card and the rule, or a card that stands there twice

    Examples
    --------
    >>> from solver.games.old_ones.cards import find
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> check_aid([find("levitation")], tribe_of("GOB", 20))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: aid: Levitation is magic that only a Blue Mountain Glider can use, and ...
    """
    names = [card.name for card in cards]
    allies = [card for card in cards if isinstance(card, Ally)]
    for card in cards:
        if not isinstance(card, Ally | Magic | Weapon):
            raise GnomonError(f"aid: {card.title} is no weapon, magic or ally")
        if names.count(card.name) > 1:
            raise GnomonError(f"aid: {card.title} is there twice, and the deck holds one")
        reason = why_not(card, tribe, allies, rules)
        if reason:
            raise GnomonError(f"aid: {reason}")


def sets_of_aid(
    hand: Sequence[Aid], tribe: Tribe, rules: Rules | None = None, allies: Sequence[Ally] = ()
) -> Iterator[tuple[Aid, ...]]:
    """Every set of cards of a hand that the tribe may play together, the smallest first.

    Parameters
    ----------
    hand : aid cards
    tribe : who is alive
    rules : readings
    allies : played before and alive

    Examples
    --------
    >>> from solver.games.old_ones.cards import find
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> for aid in sets_of_aid([find("club"), find("olbar")], tribe_of("SF", 20)):
    ...     print([card.name for card in aid])
    []
    ['olbar']
    ['club', 'olbar']
    """
    for size in range(len(hand) + 1):
        for chosen in combinations(hand, size):
            present = [*allies, *(card for card in chosen if isinstance(card, Ally))]
            if all(can_use(card, tribe, present, rules) for card in chosen):
                yield chosen


def can_arm(weapon: Weapon, foe: Encounter | Literal["guardians"], rules: Rules | None = None) -> bool:
    """Whether a rival may attach a weapon to an encounter, or to the Guardians.

    Examples
    --------
    >>> from solver.games.old_ones.cards import find
    >>> armour = find("metal-armor")
    >>> can_arm(armour, find("winnowill")), can_arm(armour, find("ice-trolls")), can_arm(armour, "guardians")
    (True, False, False)
    >>> sword, bear = find("sword"), find("bear")
    >>> can_arm(sword, bear), can_arm(sword, bear, Rules(all_weapons="every_creature"))
    (False, True)
    """
    rules = Rules() if rules is None else rules
    if foe == "guardians":
        kinds: tuple[Kind, ...] = ("troll",) if rules.armed_guardians == "allowed" else ()
    else:
        kinds = foe.kinds
    return bool(holders(weapon.users, rules).intersection(kinds))
