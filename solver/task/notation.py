"""The task notation: reads a line such as `[red 4] [any]*2 : B < C, different colours`.

The grammar gives a line its shape; what its words mean is settled here, so that a mistake can be named.

A card is spaces in brackets, then after a colon its relations. A space asks for colours (`red|blue`,
`clan`), numbers (`4`, `2|5`, `4-6`, `even`, `odd`) and a rank (`high`, `low`), or for `any`; `= r3` states
the die it holds, `*3` repeats it. A relation is a comparison of sums (`A < B <= C`, `A + B >= 10`,
`2*A = B + 1`), an order `A then B`, a choice `A or B`, or a word over all spaces. A danger is
`health 12 : even` or `health 8 : pairs`; dice that it holds stand before the colon, as in
`health 12 = r4 b2 : even`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeGuard, cast

from solver.dice import STANDARD, DiceSet, Rolled, read_rolled
from solver.errors import NotationError, WordsError, did_you_mean
from solver.task.expected import DANGER_KIND, KIND, RELATION, shape_error, short
from solver.task.grammar import parser
from solver.task.model import (
    CLAN,
    MAX_SPACES,
    WORDS,
    Compare,
    Danger,
    Either,
    Operator,
    Relation,
    Space,
    Then,
    Word,
    checked,
    known_colours,
    space_name,
)
from solver.task.relation import check_relation, extent

if TYPE_CHECKING:
    from lark import Token, Tree

    Node: TypeAlias = Tree[Token]

Parts: TypeAlias = tuple[tuple[Space, ...], tuple[Relation, ...], Danger | None]

MAX_LENGTH = 30_000  # 64 spaces and a relation of every two of them are 22,000 characters


def read_task(text: str, dice: DiceSet = STANDARD) -> Parts:
    """Read a task: its spaces, its relations, and its danger if it is one.

    Raises
    ------
    NotationError
        with a caret, for whatever the notation does not allow

    Examples
    --------
    >>> spaces, relations, danger = read_task("[red 4] [any] : A < B")
    >>> spaces[0]
    Space(colours=('red',), numbers=((4, 4),), rank='', holds=None)
    >>> read_task("[red 4] [evn]")
    Traceback (most recent call last):
    solver.errors.NotationError: task: expected a colour, a number, even, odd, high, low or any
      [red 4] [evn]
               ^^^   did you mean 'even'?
    """
    return _read_standard(text) if dice is STANDARD else _read(text, dice)


@lru_cache(1024)
def _read_standard(text: str) -> Parts:
    return _read(text, STANDARD)


def _read(text: str, dice: DiceSet) -> Parts:
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        message = f"a text of {len(text)} characters is beyond the limit of {MAX_LENGTH}"
        raise NotationError("task", message, one_line(text[:60]) + " ...", 61, 64)
    text = one_line(text)
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        raise shape_error(text, error) from None
    return _Reader(text, dice).task(tree)


def one_line(text: str) -> str:
    """The text with every character that would break the caret's line replaced, at its place."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)


class _Reader:
    """Gives a parsed text its meaning; knows the text, so that an error can point into it."""

    def __init__(self, text: str, dice: DiceSet) -> None:
        self.text = text
        self.dice = dice
        self.colours = (*known_colours(dice), CLAN)

    def error(self, message: str, *nodes: Node | Token, hint: str = "") -> NotationError:
        tokens = [token for node in nodes for token in _tokens(node)]
        start, end = tokens[0].start_pos, tokens[-1].end_pos
        return NotationError("task", message, self.text, start or 0, end, hint)

    @contextmanager
    def at(self, *nodes: Node | Token) -> Iterator[None]:
        """Turn what the model refuses into an error at this place."""
        try:
            yield
        except NotationError:
            raise
        except WordsError as error:
            raise self.error(str(error), *nodes) from None

    def task(self, tree: Node) -> Parts:
        if tree.data == "danger":
            with self.at(tree):
                return checked((), (), self.danger(tree))
        spaces: list[Space] = []
        relations: list[Relation] = []
        for node in _nodes(tree.children):
            if node.data == "space":
                spaces += self.space(node)
                if len(spaces) > MAX_SPACES:
                    raise self.error(f"a card has at most {MAX_SPACES} spaces, not {len(spaces)}", node)
            else:
                relations += self.relation(node, tuple(spaces))
        with self.at(tree):
            return checked(tuple(spaces), relations, None)

    def danger(self, tree: Node) -> Danger:
        health, *placed, kind = cast("list[Token | Node | None]", tree.children)
        assert kind is not None and health is not None
        pairs = [str(token) for token in _tokens(kind)] == ["pairs"]
        danger = Danger(
            self.number(cast("Token", health)),
            Space() if pairs else self.kind(cast("Node", kind), True),
            pairs,
        )
        found = cast("list[Token]", [token for token in placed if token is not None])
        if not found:
            return danger
        rolled = tuple(map(self.die, found))
        if not pairs:
            for token, die in zip(found, rolled, strict=True):
                with self.at(token):
                    replace(danger, placed=(die,))
        with self.at(*found):
            return replace(danger, placed=rolled)

    def space(self, node: Node) -> list[Space]:
        kind, held, count = cast("tuple[Node, Token | None, Token | None]", node.children)
        with self.at(kind):
            space = self.kind(kind)
        if held is not None:
            with self.at(held):
                space = replace(space, holds=self.die(held))
        times = 1 if count is None else self.number(count)
        if count is not None and not 1 <= times <= MAX_SPACES:
            raise self.error(f"a card has 1 to {MAX_SPACES} spaces, not {times}", count)
        return [space] * times

    def kind(self, node: Node, danger: bool = False) -> Space:
        colours: tuple[str, ...] | None = None
        numbers: Literal["even", "odd"] | tuple[tuple[int, int], ...] = ()
        rank: Literal["", "high", "low"] = ""
        for choice in _nodes(node.children):
            options = choice.children
            words = ["range" if _is_node(option) else str(option) for option in options]
            for word, option in zip(words, options, strict=True):
                known = ["range", "even", "odd", "any", *(() if danger else ("high", "low")), *self.colours]
                if word not in known:
                    hint = did_you_mean(short(word), [*known[1:], *(["pairs"] if danger else [])])
                    hint = hint or f"known colours: {', '.join(self.colours)}"
                    raise self.error(f"expected {DANGER_KIND if danger else KIND}", option, hint=hint)
            if len(words) > 1 and not (set(words) == {"range"} or set(words) <= set(self.colours)):
                raise self.error("a choice with | is one between colours or one between numbers", *options)
            if words[0] in ("high", "low"):
                twice, rank = bool(rank), cast(Literal["high", "low"], words[0])
            elif words[0] in ("even", "odd"):
                twice, numbers = bool(numbers), cast(Literal["even", "odd"], words[0])
            elif words[0] == "range":
                twice, numbers = bool(numbers), tuple(self.range(option) for option in _nodes(options))
            else:
                twice, colours = colours is not None, tuple(words) if words != ["any"] else ()
            if twice:
                raise self.error("this is stated twice; a choice is written red|blue or 2|5", *options)
        return Space(colours or (), numbers, rank)

    def range(self, node: Node) -> tuple[int, int]:
        lo, hi = cast("tuple[Token, Token | None]", node.children)
        bounds = self.number(lo), self.number(lo if hi is None else hi)
        with self.at(node):
            Space(numbers=(bounds,))
        return bounds

    def die(self, token: Token) -> Rolled:
        return read_rolled(self.text, str(token), token.start_pos or 0, self.dice, "task")

    def number(self, token: Token) -> int:
        if len(token) > 7:
            raise self.error("this number is too big", token)
        return int(token)

    def relation(self, node: Node, spaces: tuple[Space, ...]) -> Iterator[Relation]:
        tokens = cast("list[Token]", node.children)
        with self.at(node):
            if node.data == "words":
                yield self.word(tokens, len(spaces))
            elif node.data == "then":
                for first, second in pairwise(tokens):
                    yield Then(self.index(first, len(spaces)), self.index(second, len(spaces)))
            elif node.data == "either":
                either = Either(tuple(self.index(token, len(spaces)) for token in tokens))
                check_relation(either, spaces)
                yield either
            else:
                sums = [self.sum(part, len(spaces)) for part in _nodes(node.children)]
                parts = node.children
                for i, ((left, less), (right, more)) in enumerate(pairwise(sums)):
                    with self.at(*parts[2 * i : 2 * i + 3]):
                        terms = *left, *((-n, space) for n, space in right)
                        yield Compare(terms, cast(Operator, str(parts[2 * i + 1])), more - less)

    def sum(self, node: Node, size: int) -> tuple[list[tuple[int, int]], int]:
        """The terms of a sum, and its constant."""
        terms: list[tuple[int, int]] = []
        constant, sign = 0, 1
        for part in node.children:
            if part is None:
                continue
            if not _is_node(part):
                sign = -1 if part == "-" else 1
                continue
            *factor, last = cast("list[Token]", part.children)
            times = sign * self.number(factor[0]) if factor else sign
            if last.type == "INT":
                constant += times * self.number(last)
            else:
                terms.append((times, self.index(last, size)))
        return terms, constant

    def word(self, tokens: list[Token], size: int) -> Word:
        words = [str(token) for token in tokens]
        phrase = " ".join(words)
        if phrase in WORDS:
            return Word(phrase)
        for n in (2, 1):
            if " ".join(words[:n]) in WORDS and len(words) > n:
                raise self.error("expected ',' before another relation, or the end", *tokens[n:])
        if re.fullmatch("[A-Z]{1,2}", words[0]):
            self.index(tokens[0], size)
            if len(words) == 1:
                raise self.error(f"{words[0]} stands alone; expected {RELATION}", tokens[0])
            hint = did_you_mean(short(words[1]), ["then", "or"])
            raise self.error(f"expected a comparison, 'then' or 'or' after {words[0]}", tokens[1], hint=hint)
        hint = did_you_mean(short(phrase), WORDS) or f"known words: {', '.join(WORDS)}"
        raise self.error(f"expected {RELATION}", *tokens, hint=hint)

    def index(self, token: Token, size: int) -> int:
        name = str(token)
        if not re.fullmatch("[A-Z]{1,2}", name):
            upper = name.upper() if len(name) < 3 else ""
            hint = f"did you mean '{upper}'?" if upper in map(space_name, range(size)) else ""
            raise self.error(f"expected a space of this card: {extent(size)}", token, hint=hint)
        index = place_of(name)
        if index >= size:
            raise self.error(f"space {name} is not on this card: {extent(size)}", token)
        return index


def place_of(name: str) -> int:
    """The place of a space by its name of capital letters.

    >>> place_of("A"), place_of("BL")
    (0, 63)
    """
    index = 0
    for letter in name:
        index = 26 * index + ord(letter) - ord("A") + 1
    return index - 1


def _is_node(node: object) -> TypeGuard[Node]:
    return hasattr(node, "children")


def _nodes(children: Iterable[object]) -> list[Node]:
    return [child for child in children if _is_node(child)]


def _tokens(node: Node | Token) -> list[Token]:
    return list(node.scan_values(lambda token: token is not None)) if _is_node(node) else [cast("Token", node)]
