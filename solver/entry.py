"""What the models of documents are made of: strict mappings, names, notations, and faults with a place.

A model derives from :class:`Entry`, that of a whole document from :class:`Document`. Nothing knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic_core import PydanticCustomError, core_schema

from solver.errors import NotationError, WordsError, did_you_mean
from solver.fault import Place as Place
from solver.fault import in_words

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue

M = TypeVar("M", bound=BaseModel)


class Entry(BaseModel):
    """A mapping of a document: its keys are the fields of the model and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True, defer_build=True)


class Document(Entry):
    """A whole document: `game` first, then what it holds."""

    game: str


def wrong(message: str, *place: str | int, word: str = "") -> PydanticCustomError:
    """What a model's validator raises: the message, and where below the model it stands.

    `place` leads from the validated value to the faulty one; the caret marks `word` where that is part of it.
    """
    return PydanticCustomError("wrong", "{message}", {"message": message, "faults": [(place, message, word)]})


def all_wrong(faults: Sequence[tuple[Place, str, str]]) -> PydanticCustomError:
    """Several faults at once, each as (place, message, word)."""
    return PydanticCustomError("wrong", "{message}", {"message": faults[0][1], "faults": list(faults)})


_NAME = "[a-z0-9]+(-[a-z0-9]+)*"


def _name(text: str) -> str:
    if not re.fullmatch(_NAME, text):
        raise wrong(f"'{text}' is not a name; names are small letters, digits and hyphens, as in three-of-a-kind")
    return text


Name = Annotated[str, AfterValidator(_name), WithJsonSchema({"type": "string", "pattern": f"^{_NAME}$"})]
Text = Annotated[str, StringConstraints(min_length=1)]
Provenance = Literal["printed", "reported", "sample"]
Confidence = Literal["stated", "strong", "medium", "weak"]


def no_repeats(document: M, field: str, *keys: str) -> M:
    """The document, if no two entries of a list share the value of any of the keys."""
    faults: list[tuple[Place, str, str]] = []
    for key in keys:
        seen: set[object] = set()
        for number, entry in enumerate(getattr(document, field)):
            value = getattr(entry, key)
            if value in seen:
                faults.append(((field, number, key), f"'{value}' stands twice; every {key} is unique", ""))
            seen.add(value)
    if faults:
        raise all_wrong(faults)
    return document


def need_source(entry: M) -> M:
    """The entry, if it says where it was reported."""
    if getattr(entry, "provenance", "") == "reported" and not getattr(entry, "source", ""):
        raise wrong("what is reported needs a 'source': who reports it", "provenance")
    return entry


def rules_entry(rules: type[Any]) -> type[Entry]:
    """The entry of a position that holds what is not the default of a game's rules: readings, and numbers from 0."""
    hints = get_type_hints(rules)
    kinds = {name: Annotated[int, Field(ge=0)] if kind is int else kind for name, kind in hints.items()}
    made: Any = {field.name: (kinds[field.name], field.default) for field in fields(rules)}
    return create_model("RulesEntry", __base__=Entry, __doc__="Readings and numbers that are not the default.", **made)


class RulingEntry(Entry):
    """An open question of a rulebook, its possible readings and the one that holds by default."""

    id: Annotated[str, StringConstraints(pattern="^[a-z][a-z0-9_]*$")]
    question: Text
    readings: dict[str, Text]
    default: str
    switch: bool
    confidence: Confidence
    source: Text
    effect: Text

    @model_validator(mode="after")
    def _known_default(self) -> RulingEntry:
        if self.default not in self.readings:
            hint = did_you_mean(self.default, self.readings) or f"expected {' or '.join(self.readings)}"
            raise wrong(f"'{self.default}' is not one of the readings; {hint}", "default")
        if self.switch and len(self.readings) < 2:
            raise wrong("a switch needs a second reading", "readings")
        return self


class RulingsFile(Document):
    """The open questions of one rulebook."""

    rulings: list[RulingEntry]

    @model_validator(mode="after")
    def _unique(self) -> RulingsFile:
        return no_repeats(self, "rulings", "id")


def _fraction(text: str) -> str:
    if not re.fullmatch(r"[0-9]+(/[1-9][0-9]*)?", text):
        raise wrong(f"{in_words(text)} is not a fraction such as 1/36")
    return text


ExactText = Annotated[str, AfterValidator(_fraction), WithJsonSchema({"type": "string", "description": "1/36"})]


class PuzzleEntry(Entry):
    """A position with a question, its proven answer, and by how much that is better than any other.

    A game's own entry says what its `position` is. `margin` is a fraction, in the measure named `margin_in`.
    """

    id: Name
    title: Text
    level: Literal["easy", "medium", "hard"]
    question: Text
    objective: str = ""
    position: Any
    answer: Text
    margin: ExactText
    margin_in: Text
    kind: Literal["exact", "abstraction"] = "exact"
    hint: Text
    why: Text
    source: Text


@dataclass(frozen=True, slots=True)
class Notation:
    """Marks a field that is written in a notation: ``Annotated[Pool, Notation(Pool, "a pool")]``.

    A mistake in the notation is shown with the caret under the very character, inside the document.
    """

    parse: Callable[[str], Any]
    what: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", "description": f"{self.what}, in its notation"}

    def _read(self, value: object) -> Any:
        if not isinstance(value, str):
            hints = {list: "; a text that begins with [ needs quotes", int: "; put it in quotes"}
            hint = hints.get(type(value), "")
            raise wrong(f"expected {self.what}, not {in_words(value)}{hint}")
        try:
            return self.parse(value)
        except NotationError as error:
            raise PydanticCustomError("notation", "{message}", {"message": error.message, "error": error}) from None
        except WordsError as error:
            raise wrong(str(error)) from None
