"""The rulebook of a game, rule by rule, with the tests that prove each: `gnomon-rulebook`, with the folder of the game.

It shows `tests/games/<game>/rulebook.yaml`, which a test holds to be complete.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from ruamel.yaml import YAML
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

ROOT = Path(__file__).resolve().parents[2]


def proved(test: str) -> list[nodes.Node]:
    """A test by its file and what its name says: `test_rules_end` the crown alone wins nothing."""
    file, _, name = test.partition("::")
    said = name.split("::")[-1].removeprefix("test_").replace("_", " ")
    return [nodes.literal("", Path(file).stem), nodes.Text(f" {said}")]


def row(*cells: nodes.Node) -> nodes.row:
    return nodes.row("", *(nodes.entry("", cell) for cell in cells))


class Rulebook(SphinxDirective):
    """Sections with a table each; in the first line how many rules and tests there are."""

    required_arguments = 1
    option_spec = {"summary": directives.flag}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        file = ROOT / "tests" / "games" / self.arguments[0] / "rulebook.yaml"
        self.env.note_dependency(str(file))
        sections = YAML(typ="safe").load(file.read_text(encoding="utf-8"))["sections"]
        rules = [rule for section in sections for rule in section.get("rules") or []]
        tests = {test for rule in rules for test in rule["tests"]}
        read = {ruling for rule in rules for ruling in rule.get("readings") or []}
        said = (
            f"{len(rules)} rules, proved by {len(tests)} tests; {len(read)} rulings settle what the text leaves open."
        )
        found: list[nodes.Node] = [nodes.paragraph("", said)]
        return found if "summary" in self.options else [*found, *map(self.section, sections)]

    def section(self, section: dict[str, Any]) -> nodes.section:
        title = section["section"]
        made = nodes.section("", nodes.title("", title), names=[nodes.fully_normalize_name(title)])
        self.state.document.note_implicit_target(made)
        rules = section.get("rules") or []
        if not rules:
            made += nodes.paragraph("", f"No rule: {section['nothing']}.")
            return made
        lines = []
        for rule in rules:
            readings = nodes.paragraph("")
            for number, ruling in enumerate(rule.get("readings") or []):
                readings += [nodes.Text(", ")] * bool(number) + [nodes.literal("", ruling)]
            tests = nodes.bullet_list(
                "", *(nodes.list_item("", nodes.paragraph("", "", *proved(test))) for test in rule["tests"])
            )
            lines.append(row(nodes.paragraph("", rule["rule"]), readings, tests))
        heads = [nodes.paragraph("", head) for head in ("rule", "rulings", "proved by")]
        group = nodes.tgroup(
            "",
            *(nodes.colspec(colwidth=width) for width in (35, 20, 45)),
            nodes.thead("", row(*heads)),
            nodes.tbody("", *lines),
            cols=3,
        )
        made += nodes.table("", group, classes=["gnomon-rulebook"])
        return made


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("gnomon-rulebook", Rulebook)
    return {"version": "1", "parallel_read_safe": True}
