"""The whole of Quest for the Old Ones a second time, from the rulebook: a plain generator of what may follow.

A position is a dict of lists, numbers and names. What is still to be done stands in its `todo` list, the next
step last. :func:`follow` says who is to act and what each choice or outcome leads to; :func:`perft` counts.
Nothing is imported from the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from oracles.old_ones_cards import (
    ALLIES,
    CHARACTERS,
    ELVES,
    ENCOUNTERS,
    FOOD,
    HEALERS,
    HOME,
    LANDS,
    MAGIC,
    WEAPONS,
    aid_strength,
    full_deck,
    may_play,
    weapon_fits,
    who_is_there,
)

Position = dict[str, Any]
Seat = dict[str, Any]
Follow = tuple[str | int, list[tuple[Any, int, Position]]]

PATH, HAND, GUARDIANS = 15, 7, 17
TROLLS = {name for name, (_, _, kinds) in ENCOUNTERS.items() if "Trolls" in kinds}
EXTRA_TURN = {"Fly on Giant Hawks", "Travel on No-Humps", "Lodestone", "Travel on Zwoots"}


def seat(tribe: str, tokens: int = 20, **more: Any) -> Seat:
    """A player: tribe, tokens, characters (name -> strength added by Flesh Shaping), lands, hand..."""
    plain: Seat = {
        "tribe": tribe, "tokens": tokens, "characters": {}, "lands": [], "hand": [],
        "misses": 0, "joining": [], "alive": True,
    }  # fmt: skip
    plain.update(copied(more))
    plain["hand"] = sorted(plain["hand"])
    if isinstance(plain["characters"], list):
        plain["characters"] = dict.fromkeys(plain["characters"], 0)
    return plain


def position(seats: list[Seat], *, deck: list[str], discard: tuple[str, ...] = (), **more: Any) -> Position:
    """A position at the start of a turn of player 0 unless `turn` or `todo` says otherwise."""
    here: Position = {
        "seats": seats, "deck": sorted(deck), "top": [], "discard": sorted(discard), "turn": 0,
        "extra": False, "again": False, "travelled": False, "fight": None, "todo": [("begin", 0)],
    }  # fmt: skip
    here.update(copied(more))
    return here


def setup(tribes: list[str], tokens: int = 20, first: int = 0) -> Position:
    """The start of a game: all 178 cards in the deck, no card in hand, no land."""
    start = position([seat(tribe, tokens) for tribe in tribes], deck=full_deck(), turn=first)
    start["todo"] = [("begin", first)]
    return start


def wolfrider_setup(players: int) -> Position:
    """The variant: 4d6 tokens each, then three Wolfrider characters each, the rest go back into the deck."""
    riders = [name for name, (tribe, _) in CHARACTERS.items() if tribe == "WR"]
    deck = [card for card in full_deck() if card not in riders]
    start = position([seat("WR", 0) for _ in range(players)], deck=deck)
    start["riders"] = sorted(riders)
    start["todo"] = [("begin", 0), ("riders_back",)]
    start["todo"] += [("deal_rider", who) for who in reversed(range(players)) for _ in range(3)]
    start["todo"] += [("tribe_dice", who) for who in reversed(range(players))]
    return start


def copied(thing: Any) -> Any:
    """A position with lists and dicts of its own; numbers, names and tuples never change."""
    if isinstance(thing, dict):
        return {key: copied(value) for key, value in thing.items()}
    return [copied(value) for value in thing] if isinstance(thing, list) else thing


# --- who is who -------------------------------------------------------------------------------------------


def neighbour(here: Position, who: int, step: int) -> int:
    """The next living player clockwise (step 1) or the one to the right (step -1)."""
    seats = here["seats"]
    who = (who + step) % len(seats)
    while not seats[who]["alive"]:
        who = (who + step) % len(seats)
    return who


def opponents(here: Position, who: int) -> list[int]:
    return [n for n, other in enumerate(here["seats"]) if n != who and other["alive"]]


def is_in(one: Seat, land: str) -> bool:
    return bool(one["lands"]) and one["lands"][-1] == land


def kinds_in(one: Seat) -> set[str]:
    return who_is_there(one["tribe"], one["tokens"], set(one["characters"]))


def subsets(cards: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(cards) + 1):
        yield from combinations(sorted(set(cards)), size)


def discard(here: Position, *cards: str) -> None:
    here["discard"] = sorted([*here["discard"], *cards])


def spend(here: Position, who: int, *cards: str) -> None:
    """From hand to the discard pile."""
    for card in cards:
        here["seats"][who]["hand"].remove(card)
    discard(here, *cards)


def lose_character(here: Position, who: int, name: str) -> None:
    """To the discard pile, and what was attached with it."""
    extra = here["seats"][who]["characters"].pop(name)
    discard(here, name, *(["Flesh Shaping"] if extra else []))


# --- what follows -----------------------------------------------------------------------------------------


def follow(here: Position) -> Follow:
    """("over", []) or ("chance", outcomes) or (player, choices); each with a weight and what comes after.

    Steps in which nobody is to choose and nothing is thrown are done at once. What must be done shows even if
    there is one way only to do it; what may be done does not show if nothing can be done.
    """
    return settled(here)[1]


def settled(here: Position) -> tuple[Position, Follow]:
    """The position after all that needs no choice and no chance, and what may follow; `now` is the step at hand."""
    here = copied(here)
    here.pop("now", None)
    for _ in range(10_000):
        _bury_the_dead(here)
        if sum(one["alive"] for one in here["seats"]) <= 1 or here.get("winner") is not None or not here["todo"]:
            return here, ("over", [])
        step, *details = here["todo"].pop()
        actor, nexts = STEPS[step](here, *details)
        if actor != "go":
            return here | {"now": (step, *details)}, (actor, nexts)
    raise RuntimeError("no card is left to do anything with")


def winner(here: Position) -> int:
    """Who has won a game that is over."""
    end, _ = settled(here)
    if end.get("winner") is not None:
        return int(end["winner"])
    return next(n for n, one in enumerate(end["seats"]) if one["alive"])


def _bury_the_dead(here: Position) -> None:
    """Whoever has no elf left is out; cards go to the discard pile, and a turn of theirs ends."""
    if "riders" in here:
        return  # the tribes are not there yet
    for who, one in enumerate(here["seats"]):
        if not one["alive"] or kinds_in(one):
            continue
        one["alive"] = False
        for name in list(one["characters"]):
            lose_character(here, who, name)
        discard(here, *one["hand"], *one["lands"])
        one.update(tokens=0, hand=[], lands=[], joining=[], misses=0)
        if here["fight"] and here["turn"] == who:
            _clear_the_table(here)
        if here["turn"] == who and any(other["alive"] for other in here["seats"]):
            here["todo"] = [("begin", neighbour(here, who, 1))]
            here["extra"] = here["again"] = False


def choice(here: Position, who: int, options: list[tuple[Any, Position]]) -> tuple[Any, Any]:
    return who, [(label, 1, after) for label, after in options]


def die(here: Position, faces: int, then: str, *details: Any) -> tuple[Any, Any]:
    """Throw a die; the step `then` gets the number last."""
    outcomes = []
    for number in range(1, faces + 1):
        after = copied(here)
        after["todo"].append((then, *details, number))
        outcomes.append((number, 1, after))
    return "chance", outcomes


GO: tuple[Any, Any] = ("go", None)


# setting up the variant


def tribe_dice(here: Position, who: int) -> Any:
    """Four dice at once; only their sum counts."""
    sums = Counter(sum(faces) for faces in product(range(1, 7), repeat=4))
    outcomes = []
    for number, ways in sorted(sums.items()):
        after = copied(here)
        after["seats"][who]["tokens"] = number
        outcomes.append((number, ways, after))
    return "chance", outcomes


def deal_rider(here: Position, who: int) -> Any:
    outcomes = []
    for name in here["riders"]:
        after = copied(here)
        after["riders"].remove(name)
        after["seats"][who]["characters"][name] = 0
        outcomes.append((name, 1, after))
    return "chance", outcomes


def riders_back(here: Position) -> Any:
    here["deck"] = sorted(here["deck"] + here.pop("riders"))
    return GO


def gain(here: Position, who: int, number: int) -> Any:
    here["seats"][who]["tokens"] += number
    return GO


# a turn


def begin(here: Position, who: int) -> Any:
    one = here["seats"][who]
    if one["misses"]:
        one["misses"] -= 1
        here["extra"] = False
        here["todo"] = [("begin", neighbour(here, who, 1))]
        return GO
    one["joining"] = sorted((turns - 1, size) for turns, size in one["joining"])
    one["tokens"] += sum(size for turns, size in one["joining"] if turns == 0)
    one["joining"] = [(turns, size) for turns, size in one["joining"] if turns]
    here.update(turn=who, again=False, travelled=False)
    here["todo"] = [
        ("end",), ("replenish",), ("recruit",), ("encounter",), ("travel",), ("limit",), ("draw", 1),
    ]  # fmt: skip
    return GO


def draw(here: Position, number: int) -> Any:
    """So many cards into the active player's hand, one after the other."""
    if number == 0:
        return GO
    if not here["deck"] and not here["top"]:
        here["deck"], here["discard"] = here["discard"], []
    if not here["deck"] and not here["top"]:
        return GO
    outcomes = []
    cards = here["top"][:1] or sorted(set(here["deck"]))
    for card in cards:
        after = copied(here)
        if here["top"]:
            after["top"].pop(0)
        else:
            after["deck"].remove(card)
        hand = after["seats"][here["turn"]]["hand"]
        hand.append(card)
        hand.sort()
        after["todo"].append(("draw", number - 1))
        outcomes.append((card, 1 if here["top"] else here["deck"].count(card), after))
    return "chance", outcomes


def limit(here: Position) -> Any:
    hand = here["seats"][here["turn"]]["hand"]
    if len(hand) <= HAND:
        return GO
    options = []
    for card in sorted(set(hand)):
        after = copied(here)
        spend(after, here["turn"], card)
        after["todo"].append(("limit",))
        options.append((card, after))
    return choice(here, here["turn"], options)


def travel(here: Position) -> Any:
    one = here["seats"][here["turn"]]
    options: list[tuple[Any, Position]] = [(None, copied(here))]
    for land in LANDS:
        if land not in one["hand"]:
            continue
        if one["lands"] and {one["lands"][-1], land} == {"Desert", "Tundra"}:
            continue
        if len(one["lands"]) == PATH - 1 and land not in ("Mountain", "Tundra"):
            continue
        after = copied(here)
        me = after["seats"][here["turn"]]
        me["hand"].remove(land)
        me["lands"].append(land)
        after["travelled"] = True
        options.append((land, after))
    if len(options) == 1:
        return GO
    return choice(here, here["turn"], options)


# the encounter


def encounter(here: Position) -> Any:
    if not here["travelled"]:
        return GO
    one = here["seats"][here["turn"]]
    if len(one["lands"]) == PATH:
        here["fight"] = {"enemy": None, "weapon": None, "guardians": True}
        here["todo"] += [("fight",), ("aid",)]
        return GO
    foe = neighbour(here, here["turn"], -1)
    cards = here["seats"][foe]["hand"]
    options: list[tuple[Any, Position]] = [(None, copied(here))]
    for card in sorted(set(cards) & set(ENCOUNTERS)):
        if ENCOUNTERS[card][1] != one["lands"][-1]:
            continue
        kinds = ENCOUNTERS[card][2]
        arms = [one_arm for one_arm in sorted(set(cards) & set(WEAPONS)) if weapon_fits(one_arm, kinds)]
        for weapon in [None, *arms]:
            after = copied(here)
            hand = after["seats"][foe]["hand"]
            hand.remove(card)
            if weapon:
                hand.remove(weapon)
            after["fight"] = {"enemy": card, "weapon": weapon, "guardians": False}
            after["todo"] += [("fight",), ("aid",), ("gamestones",)]
            options.append(((card, weapon), after))
    if len(options) == 1:
        return GO
    return choice(here, foe, options)


def gamestones(here: Position) -> Any:
    if here["fight"]["enemy"] not in TROLLS or "Gamestones" not in here["seats"][here["turn"]]["hand"]:
        return GO
    after = copied(here)
    spend(after, here["turn"], "Gamestones")
    _clear_the_table(after)
    del after["todo"][-2:]  # neither aid nor fight
    return choice(here, here["turn"], [(None, here), ("Gamestones", after)])


def aid(here: Position) -> Any:
    one = here["seats"][here["turn"]]
    cards = [card for card in one["hand"] if card in ALLIES or card in MAGIC or card in WEAPONS]
    options = []
    for some in subsets(cards):
        if may_play(set(some), one["tribe"], one["tokens"], set(one["characters"])):
            after = copied(here)
            for card in some:
                after["seats"][here["turn"]]["hand"].remove(card)
            after["fight"]["aid"] = list(some)
            options.append((some, after))
    if len(options) == 1:
        here["fight"]["aid"] = []
        return GO
    return choice(here, here["turn"], options)


def fight(here: Position) -> Any:
    here["won"] = False
    here["fight"].update(wins=0, lost_tokens=0, lost_characters={})
    here["todo"] += [("round",)]
    return GO


def round_(here: Position) -> Any:
    return die(here, 20, "total")


def total(here: Position, d20: int) -> Any:
    one, war = here["seats"][here["turn"]], here["fight"]
    ours = sum(CHARACTERS[name][1] + extra for name, extra in one["characters"].items())
    ours += sum(aid_strength(card) for card in war["aid"])
    theirs = GUARDIANS if war["guardians"] else ENCOUNTERS[war["enemy"]][0]
    theirs += WEAPONS[war["weapon"]][0] if war["weapon"] else 0
    war["round_won"] = d20 + ours - theirs >= 11
    here["todo"] += [("decision",), ("casualty",)]
    return GO


def casualty(here: Position) -> Any:
    return die(here, 6, "casualty_die")


def casualty_die(here: Position, number: int) -> Any:
    if number > 3:
        return GO
    allies = [card for card in here["fight"]["aid"] if card in ALLIES]
    if allies:
        options = []
        for ally in sorted(allies):
            after = copied(here)
            after["fight"]["aid"].remove(ally)
            discard(after, ally)
            options.append((ally, after))
        return choice(here, here["turn"], options)
    one = here["seats"][here["turn"]]
    if one["characters"] and one["tokens"]:
        return die(here, 6, "which_die")
    return which_die(here, 1 if one["characters"] else 6)


def which_die(here: Position, number: int) -> Any:
    one, war = here["seats"][here["turn"]], here["fight"]
    if number > 3:
        one["tokens"] -= 1
        war["lost_tokens"] += 1
        return GO
    options = []
    for name in sorted(one["characters"]):
        after = copied(here)
        after["fight"]["lost_characters"][name] = after["seats"][here["turn"]]["characters"].pop(name)
        options.append((name, after))
    return choice(here, here["turn"], options)


def decision(here: Position) -> Any:
    war = here["fight"]
    if war["round_won"]:
        war["wins"] += 1
        if war["guardians"] and war["wins"] < 3:
            here["todo"].append(("round",))
        else:
            here["todo"] += [("after",), ("magic",), ("healer",)]
        here["won"] = True
        return GO
    if war["guardians"]:
        here["todo"].append(("round",))
        return GO
    return die(here, 6, "decision_die")


def decision_die(here: Position, number: int) -> Any:
    here["todo"] += [("round",)] if number <= 4 else [("after",), ("magic",), ("healer",)]
    return GO


def healer(here: Position) -> Any:
    one, war = here["seats"][here["turn"]], here["fight"]
    if not (war["lost_tokens"] or war["lost_characters"]) or not HEALERS & set(one["characters"]):
        return GO
    return die(here, 6, "healer_die")


def healer_die(here: Position, number: int) -> Any:
    if number > 3:
        return GO
    war = here["fight"]
    if war["lost_characters"]:
        return choice(here, here["turn"], [(name, _back(here, name)) for name in sorted(war["lost_characters"])])
    return choice(here, here["turn"], [(None, _back(here, None))])


def magic(here: Position) -> Any:
    war = here["fight"]
    if "Healing Magic" not in here["seats"][here["turn"]]["hand"]:
        return GO
    back = [*sorted(war["lost_characters"]), *([None] if war["lost_tokens"] else [])]
    if not back:
        return GO
    options: list[tuple[Any, Position]] = [("keep", here)]
    for name in back:
        after = _back(here, name)
        spend(after, here["turn"], "Healing Magic")
        options.append((("Healing Magic", name), after))
    return choice(here, here["turn"], options)


def _back(here: Position, name: str | None) -> Position:
    """One casualty of this fight is negated: this character, or a token."""
    after = copied(here)
    one, war = after["seats"][here["turn"]], after["fight"]
    if name:
        one["characters"][name] = war["lost_characters"].pop(name)
    else:
        one["tokens"] += 1
        war["lost_tokens"] -= 1
    return after


def after_fight(here: Position) -> Any:
    if here["fight"]["guardians"]:
        here["winner"] = here["turn"]
    _clear_the_table(here)
    return GO


def _clear_the_table(here: Position) -> None:
    war = here["fight"]
    cards = [*war.get("aid", []), *filter(None, [war["enemy"], war["weapon"]])]
    for name, extra in war.get("lost_characters", {}).items():
        cards += [name, "Flesh Shaping"] if extra else [name]
    discard(here, *cards)
    here["fight"] = None


# the rest of the turn


def recruit(here: Position) -> Any:
    if not here["travelled"]:
        return GO
    one = here["seats"][here["turn"]]
    land = one["lands"][-1]
    able = [card for card in one["hand"] if card in CHARACTERS and land == HOME.get(CHARACTERS[card][0], land)]
    if not able:
        return GO
    options: list[tuple[Any, Position]] = []
    for card in sorted(able):
        after = copied(here)
        after["seats"][here["turn"]]["hand"].remove(card)
        after["seats"][here["turn"]]["characters"][card] = 0
        after["todo"].append(("recruit",))
        options.append((card, after))
    return choice(here, here["turn"], [*options, (None, here)])


def replenish(here: Position) -> Any:
    """One event or food card, as often as one likes."""
    me = here["turn"]
    options = []
    for card in sorted(set(here["seats"][me]["hand"])):
        for target, steps in _ways(here, me, card):
            after = copied(here)
            after["todo"].append(("replenish",))
            if card != "Flesh Shaping":
                spend(after, me, card)
            else:
                after["seats"][me]["hand"].remove(card)
            after["todo"] += steps
            options.append(((card, target), after))
    if not options:
        return GO
    return choice(here, me, [*options, (None, here)])


def _ways(here: Position, me: int, card: str) -> list[tuple[Any, list[tuple[Any, ...]]]]:
    """How an event or a food card may be played now: (target, the steps it makes), the first step last."""
    one, seats, others = here["seats"][me], here["seats"], opponents(here, me)
    kinds = kinds_in(one)
    once_more = not here["extra"] and not here["again"]
    if card in FOOD:
        return [(None, [("once_more",)])] if once_more and is_in(one, FOOD[card]) else []
    if card in EXTRA_TURN:
        allowed = {"Fly on Giant Hawks": "BMG" in kinds, "Travel on Zwoots": is_in(one, "Desert")}
        return [(None, [("once_more",)])] if once_more and allowed.get(card, True) else []
    match card:
        case "Fever Dream" | "Magic Feeling":
            return [(None, [("look", 7)])]
        case "Savah" | "Dreamberries":
            land = "Desert" if card == "Savah" else "Forest"
            return [(None, [("look", 7)])] if is_in(one, land) else []
        case "Sending":
            return [(None, [])]
        case "Astral Projection":
            return [(None, [])] if "SF" in kinds else []
        case "Bellyworms":
            return [(other, [("miss", other)]) for other in others]
        case "Forbidden Grove":
            return [(other, [("miss", other)]) for other in others if is_in(seats[other], "Forest")]
        case "Trial of Heart":
            return [
                ((other, name), [("banish", other, name)])
                for other in others
                if len({CHARACTERS[name][0] for name in seats[other]["characters"]}) > 1
                for name in sorted(seats[other]["characters"])
            ]
        case "Recognition":
            return [
                ((other, name), [("take_over", other, name)])
                for other in others
                for name in sorted(seats[other]["characters"])
                if CHARACTERS[name][0] in ELVES
            ]
        case "Flesh Shaping":
            gliders = [name for name in sorted(one["characters"]) if CHARACTERS[name][0] == "BMG"]
            return [(name, [("shape", name)]) for name in gliders]
        case "My Eyes see with Joy":
            return [(name, [("fetch", name)]) for name in sorted(set(here["discard"]) & set(CHARACTERS))]
        case "Stay Behind":
            return [(other, [("stay_behind", other)]) for other in others if seats[other]["tokens"]]
        case "Burning Waste":
            return [(other, [("burn", other)]) for other in others if is_in(seats[other], "Desert")]
        case "Mind Snare":
            return [(other, [("snare", other)]) for other in others if seats[other]["hand"]]
        case "Elf Children":
            return [(None, [("children",)])]
        case "Elf Joining":
            return [(None, [("joining",)])]
        case "Hold Council":
            return [(None, [("draw", 3)])]
    return []  # Gamestones, Healing Magic and all that is no event


def once_more(here: Position) -> Any:
    here["again"] = True
    return GO


def look(here: Position, number: int) -> Any:
    """The next cards become known, one by one, and keep their places."""
    if len(here["top"]) >= number or not here["deck"]:
        return GO
    outcomes = []
    for card in sorted(set(here["deck"])):
        after = copied(here)
        after["deck"].remove(card)
        after["top"].append(card)
        after["todo"].append(("look", number))
        outcomes.append((card, here["deck"].count(card), after))
    return "chance", outcomes


def miss(here: Position, who: int) -> Any:
    here["seats"][who]["misses"] += 1
    return GO


def banish(here: Position, who: int, name: str) -> Any:
    lose_character(here, who, name)
    return GO


def take_over(here: Position, who: int, name: str) -> Any:
    here["seats"][here["turn"]]["characters"][name] = here["seats"][who]["characters"].pop(name)
    return GO


def shape(here: Position, name: str) -> Any:
    here["seats"][here["turn"]]["characters"][name] += 2
    return GO


def fetch(here: Position, name: str) -> Any:
    here["discard"].remove(name)
    here["seats"][here["turn"]]["hand"] = sorted([*here["seats"][here["turn"]]["hand"], name])
    return GO


def stay_behind(here: Position, who: int) -> Any:
    return die(here, 6, "stay_behind_die", who)


def stay_behind_die(here: Position, who: int, number: int) -> Any:
    here["seats"][who]["tokens"] = max(0, here["seats"][who]["tokens"] - number)
    return GO


def burn(here: Position, who: int) -> Any:
    return die(here, 6, "burn_die", who)


def burn_die(here: Position, who: int, number: int) -> Any:
    """Tokens first, then characters of their owner's choice."""
    one = here["seats"][who]
    if not number:
        return GO
    if one["tokens"]:
        one["tokens"] -= 1
        here["todo"].append(("burn_die", who, number - 1))
        return GO
    options = []
    for name in sorted(one["characters"]):
        after = copied(here)
        lose_character(after, who, name)
        after["todo"].append(("burn_die", who, number - 1))
        options.append((name, after))
    if not options:
        return GO
    return choice(here, who, options)


def snare(here: Position, who: int) -> Any:
    options = []
    for card in sorted(set(here["seats"][who]["hand"])):
        after = copied(here)
        after["seats"][who]["hand"].remove(card)
        after["seats"][here["turn"]]["hand"] = sorted([*after["seats"][here["turn"]]["hand"], card])
        options.append((card, after))
    return choice(here, here["turn"], options)


def children(here: Position) -> Any:
    return die(here, 6, "gain", here["turn"])


def joining(here: Position) -> Any:
    """Two dice at once: in how many turns, and how many."""
    outcomes = []
    for turns in range(1, 7):
        for size in range(1, 7):
            after = copied(here)
            one = after["seats"][here["turn"]]
            one["joining"] = sorted([*one["joining"], (turns, size)])
            outcomes.append(((turns, size), 1, after))
    return "chance", outcomes


def end(here: Position) -> Any:
    if here["again"]:
        here.update(extra=True, again=False)
        here["todo"] = [("begin", here["turn"])]
    else:
        here["extra"] = False
        here["todo"] = [("begin", neighbour(here, here["turn"], 1))]
    return GO


STEPS: dict[str, Any] = {
    "tribe_dice": tribe_dice,
    "deal_rider": deal_rider,
    "riders_back": riders_back,
    "gain": gain,
    "begin": begin,
    "draw": draw,
    "limit": limit,
    "travel": travel,
    "encounter": encounter,
    "gamestones": gamestones,
    "aid": aid,
    "fight": fight,
    "round": round_,
    "total": total,
    "casualty": casualty,
    "casualty_die": casualty_die,
    "which_die": which_die,
    "decision": decision,
    "decision_die": decision_die,
    "healer": healer,
    "healer_die": healer_die,
    "magic": magic,
    "after": after_fight,
    "recruit": recruit,
    "replenish": replenish,
    "once_more": once_more,
    "look": look,
    "miss": miss,
    "banish": banish,
    "take_over": take_over,
    "shape": shape,
    "fetch": fetch,
    "stay_behind": stay_behind,
    "stay_behind_die": stay_behind_die,
    "burn": burn,
    "burn_die": burn_die,
    "snare": snare,
    "children": children,
    "joining": joining,
    "end": end,
}


# --- counting ---------------------------------------------------------------------------------------------


def frozen(thing: Any) -> Any:
    if isinstance(thing, dict):
        return tuple((key, frozen(value)) for key, value in sorted(thing.items()))
    if isinstance(thing, (list, tuple)):
        return tuple(frozen(value) for value in thing)
    return thing


def perft(start: Position, depth: int) -> list[tuple[int, int, int, int, Fraction, Fraction]]:
    """Per depth: decisions, outcomes, terminals, the chance to be over by now, that and all that goes on."""
    level: dict[Any, tuple[Follow, int, Fraction]] = {}
    known: dict[Any, tuple[Any, Follow]] = {}

    def add(level: dict[Any, Any], here: Position, count: int, chance: Fraction) -> None:
        """Positions that are alike once all that follows by itself has happened are counted together."""
        key = frozen(here)
        if key not in known:
            end, nexts = settled(here)
            known[key] = frozen([end, nexts[0], [(label, share) for label, share, _ in nexts[1]]]), nexts
        place, nexts = known[key]
        _, ways, sofar = level.get(place, (nexts, 0, Fraction(0)))
        level[place] = nexts, ways + count, sofar + chance

    add(level, start, 1, Fraction(1))
    over = Fraction(0)
    rows = []
    for ply in range(depth + 1):
        decisions = outcomes = terminals = 0
        going = Fraction(0)
        below: dict[Any, tuple[Follow, int, Fraction]] = {}
        for (actor, nexts), count, chance in level.values():
            if actor == "over":
                terminals += count
                over += chance
                continue
            going += chance
            if actor == "chance":
                outcomes += count * len(nexts)
            else:
                decisions += count
            weight = sum(share for _, share, _ in nexts)
            for _, share, after in nexts if ply < depth else ():
                add(below, after, count, chance * Fraction(share, weight))
        rows.append((ply, decisions, outcomes, terminals, over, over + going))
        level = below
    return rows


def all_cards(here: Position) -> Counter[str]:
    """Every card of the game, wherever it lies; no rule ever makes or destroys one."""
    cards = Counter(here["deck"] + here["top"] + here["discard"] + here.get("riders", []))
    for one in here["seats"]:
        cards.update(one["hand"] + one["lands"] + list(one["characters"]))
        cards.update("Flesh Shaping" for extra in one["characters"].values() if extra)
    cards.update("Flesh Shaping" for step in here["todo"] if step[0] == "shape")
    war = here["fight"] or {}
    cards.update([*war.get("aid", []), *filter(None, [war.get("enemy"), war.get("weapon")])])
    cards.update(list(war.get("lost_characters", {})))
    cards.update("Flesh Shaping" for extra in war.get("lost_characters", {}).values() if extra)
    return cards


class Held:
    """A position that may be a key: equal if all in it is equal."""

    def __init__(self, here: Position) -> None:
        self.here, self.key = here, frozen(here)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


class OracleGame:
    """The same generator in the words of the game protocol."""

    def __init__(self, start: Position, worth: Any = None) -> None:
        self.start, self.worth = start, worth
        self.known: dict[Any, Follow] = {}

    def initial_state(self) -> Held:
        return Held(self.start)

    def _follow(self, state: Held) -> Follow:
        if state.key not in self.known:
            self.known[state.key] = follow(state.here)
        return self.known[state.key]

    def current_player(self, state: Held) -> int:
        actor = self._follow(state)[0]
        return {"chance": -1, "over": -2}[actor] if isinstance(actor, str) else actor

    def legal_actions(self, state: Held) -> list[Any]:
        return [label for label, _, _ in self._follow(state)[1]] if self.current_player(state) >= 0 else []

    def chance_outcomes(self, state: Held) -> dict[Any, int]:
        nexts = self._follow(state)[1]
        return {label: share for label, share, _ in nexts} if self.current_player(state) == -1 else {}

    def apply(self, state: Held, move: Any) -> Held:
        return next(Held(after) for label, _, after in self._follow(state)[1] if label == move)

    def returns(self, state: Held) -> list[int]:
        if self.worth:
            return [self.worth(settled(state.here)[0])]
        return [int(n == winner(state.here)) for n in range(len(state.here["seats"]))]

    def observation(self, state: Held, player: int) -> Held:
        return state
