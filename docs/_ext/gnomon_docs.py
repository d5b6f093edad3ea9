"""What the pages need from Gnomon: numbers, command output and pictures, computed while the pages are built.

Roles
    {odds}`TASK with POOL`      the chance, in percent and as a fraction
    {card}`TASK`                the picture of a task

Directives
    gnomon-run                  command lines and what they show; `:exit: 2` for a fault, `:lines: 9` cuts,
                                `:markdown:` takes what is shown as part of the page
    gnomon-python               Python as an interactive session; names live on through the page
    gnomon-symbols              a table of lines `TASK ;; POOL ;; meaning`, with picture and computed example
    gnomon-keys                 the same for every symbol of the Master Key, from its data file
    gnomon-effects              lines `RULING=READING ;; POSITION ;; OBJECTIVE or perft N`: what the reading changes
    gnomon-names                what `from solver import ...` offers
    gnomon-house                the modules of `solver` by floor, with their first lines

A command that fails, a task that does not parse or a number that cannot be computed fails the build.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path
from typing import ClassVar, get_origin

import cards
import console
from docutils import nodes
from docutils.parsers.rst import directives
from ruamel.yaml import YAML
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)
DOCS = Path(__file__).resolve().parents[1]
EXAMPLES = DOCS / "examples"  # command lines run here and may name its files


def chance(task: str, pool: str) -> str:
    """The chance as the pages show it: `2.78 % = 1/36`."""
    from solver import Pool, Task, odds
    from solver.format import fraction, percent

    value = odds(Task(task.strip()), Pool(pool.strip()))
    return f"{percent(value)} = {fraction(value)}"


def svg(task: str) -> nodes.raw:
    from solver import Task

    Task(task.strip())  # a picture of what Gnomon does not understand must not appear
    return nodes.raw("", cards.picture(task.strip()), format="html")


class OddsRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        task, _, pool = self.text.partition(" with ")
        return [nodes.literal("", chance(task, pool))], []


class CardRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        return [svg(self.text)], []


class Run(SphinxDirective):
    has_content = True
    option_spec: ClassVar = {
        "exit": directives.nonnegative_int,
        "lines": directives.positive_int,
        "markdown": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        shown: list[str] = []
        for line in filter(None, map(str.strip, self.content)):
            code, text = console.run(line, EXAMPLES)
            if code != self.options.get("exit", 0):
                raise self.error(f"{line}\nended with exit code {code}:\n{text}")
            lines = text.splitlines()
            most = self.options.get("lines", len(lines))
            if "markdown" in self.options:
                return self.as_markdown("\n".join(lines[:most]))
            shown += [f"$ {line}", *lines[:most], *(["…"] if len(lines) > most else []), ""]
        block = nodes.literal_block("\n".join(shown).rstrip(), "\n".join(shown).rstrip(), language="console")
        return [block]

    def as_markdown(self, text: str) -> list[nodes.Node]:
        """Without its first heading, as the page has one; sections made by hand, or they would come before the rest."""
        first, *rest = re.split(r"(?m)^## ", re.sub(r"\A# .*\n", "", text))
        parsed = self.parse_text_to_nodes(first, allow_section_headings=False)
        for part in rest:
            heading, _, body = part.partition("\n")
            section = nodes.section("", nodes.title("", heading), names=[nodes.fully_normalize_name(heading)])
            section += self.parse_text_to_nodes(body, allow_section_headings=False)
            self.state.document.note_implicit_target(section)
            parsed.append(section)
        return parsed


class Python(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        names = self.env.temp_data.setdefault("gnomon_names", {})
        text = console.session("\n".join(self.content), names)
        return [nodes.literal_block(text, text, language="pycon")]


def table(heads: list[str], rows: list[list[list[nodes.Node]]]) -> nodes.table:
    """Rows of cells, each cell a list of inline nodes."""

    def line(cells: list[list[nodes.Node]]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))

    group = nodes.tgroup(
        "",
        *(nodes.colspec(colwidth=1) for _ in heads),
        nodes.thead("", line([[nodes.Text(head)] for head in heads])),
        nodes.tbody("", *map(line, rows)),
        cols=len(heads),
    )
    return nodes.table("", group, classes=["gnomon-keys", "colwidths-auto"])


class Symbols(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        rows = []
        for written in filter(str.strip, self.content):
            task, pool, meaning = map(str.strip, written.split(";;"))
            example = [nodes.Text(f"{pool}: "), nodes.literal("", chance(task, pool))]
            rows.append([[svg(task)], [nodes.literal("", task)], self.parse_inline(meaning)[0], example])
        return [table(["picture", "text", "meaning", "example"], rows)]


class Keys(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        file = DOCS.parent / "puzzles" / "keys" / "master_key.yaml"
        self.env.note_dependency(str(file))
        rows = []
        for entry in YAML(typ="safe").load(file)["symbols"]:
            task, pool = entry["task"], entry["pool"]
            rolls: list[nodes.Node] = [nodes.literal("", entry["meets"]), nodes.Text(" does it")]
            if "fails" in entry:
                rolls += [nodes.Text(", "), nodes.literal("", entry["fails"]), nodes.Text(" does not")]
            number = [nodes.Text(f"{pool}: "), nodes.literal("", chance(task, pool))]
            meaning = [nodes.Text(entry["meaning"])]
            rows.append([[svg(task)], [nodes.literal("", task)], meaning, rolls, number])
        return [table(["picture", "text", "meaning", "rolls", "chance"], rows)]


def answer(position: str, wanted: str, rules: list[str]) -> str:
    """What a position is worth under some rules: the best action, or how many decisions there are."""
    from solver.advice import read_position, turn
    from solver.format import decimal, percent
    from solver.parts import part
    from solver.solve.perft import perft

    read = read_position(position, rules)
    if wanted.startswith("perft"):
        game, state = part(read.game, "show").game_of(read)
        plies = perft(game, int(wanted.split()[1]), state=state)
        decisions, outcomes = sum(ply.decisions for ply in plies), sum(ply.outcomes for ply in plies)
        return f"{decisions:,} decisions and {outcomes:,} outcomes down to depth {plies[-1].depth}"
    found = turn(read, wanted or None)
    shown = percent(found.best.value) if found.measures[0].unit == "chance" else decimal(found.best.value)
    return f"{found.best.action}: {shown} {found.measures[0].name}"


class Effects(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        rows = []
        for written in filter(str.strip, self.content):
            rule, position, wanted = map(str.strip, written.split(";;"))
            before, after = answer(position, wanted, []), answer(position, wanted, [rule])
            if before == after:
                raise self.error(f"{rule} changes nothing in {position}: {before}")
            cells: list[list[nodes.Node]] = [[nodes.literal("", rule)], [nodes.literal("", position)]]
            rows.append([*cells, [nodes.Text(before)], [nodes.Text(after)]])
        return [table(["reading", "position", "by default", "with it"], rows)]


class Names(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        import solver

        lines = ["| name | what it is |", "|---|---|"]
        for name in sorted(solver.__all__, key=str.lower):
            value = getattr(solver, name)
            home = getattr(value, "__module__", "")
            role = "class" if inspect.isclass(value) else "func" if inspect.isroutine(value) else "data"
            link = f"{{{role}}}`{name} <{home}.{name}>`" if home.startswith("solver.") else f"`{name}`"
            said = (inspect.getdoc(value) or "").partition("\n")[0] if role != "data" else ""
            lines.append(f"| {link} | {said} |")
        return self.parse_text_to_nodes("\n".join(lines))


def floors() -> dict[int, list[str]]:
    """The table that the test of the house uses, so that page, test and code cannot disagree."""
    source = ast.parse((DOCS.parent / "tests" / "test_house.py").read_text(encoding="utf-8"))
    table = next(
        node.value for node in source.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "FLOORS"
    )
    return {number: names.split() for number, names in ast.literal_eval(table).items()}


class House(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        lines = ["| floor | module | what it holds |", "|---|---|---|"]
        for number, names in reversed(floors().items()):
            for name in names:
                path = DOCS.parent / "solver" / name
                path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
                if path.is_file():
                    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
                    lines.append(f"| {number} | `{name}` | {said.partition(chr(10))[0]} |")
        for path in sorted((DOCS.parent / "ext").glob("*.pyx")):
            said = ast.get_docstring(ast.parse(doc_of_kernel(path))) or ""
            lines.append(f"| 0 | `_{path.stem}` | {said.partition(chr(10))[0]} |")
        return self.parse_text_to_nodes("\n".join(lines))


def doc_of_kernel(path: Path) -> str:
    """The docstring of a Cython file, still quoted."""
    quoted = re.search(r'"""(?s:.*?)"""', path.read_text(encoding="utf-8"))
    return quoted.group() if quoted else ""


def public_modules() -> dict[str, str]:
    """Every module that defines something public, with its first line; `cli` has a page of its own."""
    import solver

    found = {}
    for part in pkgutil.walk_packages(solver.__path__, "solver.", onerror=lambda name: None):
        if any(name.startswith("_") or name == "cli" for name in part.name.split(".")):
            continue
        try:
            module = importlib.import_module(part.name)
        except ImportError as fault:
            logger.warning("cannot import %s: %s", part.name, fault)
            continue
        mine = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_")
            and getattr(value, "__module__", None) == part.name
            and (inspect.isclass(value) or inspect.isroutine(value))
        ]
        if mine:
            found[part.name] = (inspect.getdoc(module) or "").partition("\n")[0]
    return found


def headed(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n\n"


def write_reference(app: Sphinx) -> None:
    """A page for each module, and a list of them by floor; what is unchanged is left alone."""
    folder = DOCS / "reference" / "modules"
    folder.mkdir(exist_ok=True)
    modules = public_modules()
    index = headed("Modules", "=")
    wanted = {}
    for number, names in floors().items():
        on_floor = [name for name in modules if name.split(".")[1] in names]
        if on_floor:
            index += headed("Ground" if number == 0 else f"Floor {number}", "-")
            index += "".join(f":doc:`{name} <{name}>`\n   {modules[name]}\n\n" for name in on_floor)
            index += ".. toctree::\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in on_floor) + "\n"
        for name in on_floor:
            wanted[f"{name}.rst"] = headed(name.replace("_", r"\_"), "=") + f".. automodule:: {name}\n"
    wanted["index.rst"] = index
    for path in folder.glob("*.rst"):
        if path.name not in wanted:
            path.unlink()
    for file, text in wanted.items():
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def known_without_page(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.TextElement
) -> nodes.TextElement | None:
    """Type variables and aliases in annotations have no entry of their own; that they exist is enough."""
    home, _, name = node.get("reftarget", "").rpartition(".")
    if node.get("refdomain") != "py" or not home.startswith("solver"):
        return None
    if (home, name) == ("solver.entry", "RulesEntry"):  # made anew for every game
        return shown
    value = getattr(sys.modules.get(home), name, None)
    return None if value is None or inspect.isclass(value) or inspect.isroutine(value) else shown


def code_before_letters(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """In a docstring `or`s is code and a letter; reStructuredText wants the two told apart."""
    lines[:] = [re.sub(r"(?<![`:\w])(`[^`]+`)(?=[^\W_])", r"\1\\ ", line) for line in lines]


def help_as_written(app: Sphinx, context: object, lines: list[str]) -> None:
    """Examples in a command's help are code, and a star in its text is a star."""
    written: list[str] = []
    code = False
    for line in lines:
        if line.startswith("| "):
            written += [f"   {line[2:]}"] if code else ["::", "", f"   {line[2:]}"]
        else:
            written += [*([""] if code else []), re.sub(r"([*`|\\])", r"\\\1", line)]
        code = line.startswith("| ")
    lines[:] = written


def skip_aliases(app: Sphinx, what: str, name: str, value: object, skip: bool, options: object) -> bool | None:
    """A name for a longer type has no page text of its own, only that of `dict`, `tuple` or the like."""
    return True if get_origin(value) is not None else None


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_role("odds", OddsRole())
    app.add_role("card", CardRole())
    app.add_directive("gnomon-run", Run)
    app.add_directive("gnomon-python", Python)
    app.add_directive("gnomon-symbols", Symbols)
    app.add_directive("gnomon-keys", Keys)
    app.add_directive("gnomon-effects", Effects)
    app.add_directive("gnomon-names", Names)
    app.add_directive("gnomon-house", House)
    app.connect("builder-inited", write_reference)
    app.connect("autodoc-skip-member", skip_aliases)
    app.connect("autodoc-process-docstring", code_before_letters)
    app.connect("sphinx-click-process-description", help_as_written)
    app.connect("sphinx-click-process-epilog", help_as_written)
    app.connect("missing-reference", known_without_page)
    return {"version": "1", "parallel_read_safe": True}
