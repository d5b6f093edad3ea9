"""The house: imports go down only, modules are small and named after what they hold, starting is quick."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "solver"

# floor: the modules and packages of `solver` on it; what is compiled (`_name`) lies on the ground
FLOORS = {
    0: "errors",
    1: "deck dice distribution document entry fault format inline manipulation report source statistics",
    2: "cpsat enumeration game placement task",
    3: "solve",
    4: "games",
    5: "advice catalog draw parts puzzlebook rulings sitting sweep",
    6: "cli guide",
}
NAMELESS = {"utils", "util", "helpers", "helper", "manager", "core", "common", "misc"}
HEAVY = {
    "click", "distributed", "gmpy2", "lark", "matplotlib", "networkx", "numpy", "ortools", "pandas",
    "pyarrow", "pydantic", "rich", "rich_click", "ruamel", "scipy",
}  # fmt: skip
# kernels do not call each other, and so one may need more room than a module
LONGEST = {"solver/**/*.py": 400, "benchmarks/**/*.py": 400, "ext/*.pxd": 400, "ext/*.pyx": 800}


def modules() -> list[str]:
    """Dotted names of all Python modules, `solver` itself included."""
    names = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def source(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def tree(module: str) -> ast.Module:
    return ast.parse(source(module).read_text(encoding="utf-8"))


MODULES = modules()
KERNELS = {f"solver._{path.stem}" for path in (ROOT / "ext").glob("*.pyx")}
inside = pytest.mark.parametrize("module", [name for name in MODULES if name != "solver"])


def imports(module: str, nodes: Iterator[ast.AST] | None = None) -> Iterator[tuple[int, str]]:
    """Line and name of every module of this project that is imported, wherever the import stands."""
    for node in nodes or ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "solver":
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = node.level - (source(module).name == "__init__.py")
                base = ".".join([*module.split(".")[: -up or None], *filter(None, [node.module])])
            if base.split(".")[0] == "solver":
                for alias in node.names:
                    full = f"{base}.{alias.name}"
                    yield node.lineno, full if full in MODULES or full in KERNELS else base


def floor(module: str) -> int:
    """Its number, or -1 for one that has none, of which another test complains."""
    part = module.split(".")[1]
    if part.startswith("_"):
        return 0
    return next((number for number, names in FLOORS.items() if part in names.split()), -1)


@inside
def test_stands_on_a_floor(module: str) -> None:
    known = " ".join(FLOORS.values()).split()
    assert module.split(".")[1] in known, f"{module}: give it a floor, here and in docs/architecture.md"


@inside
def test_imports_go_down_only(module: str) -> None:
    wrong = [
        f"line {line}: {module} (floor {floor(module)}) imports {target} (floor {floor(target)})"
        for line, target in imports(module)
        if target != "solver" and floor(target) > floor(module)
    ]
    assert not wrong


@inside
def test_never_imports_the_package_itself(module: str) -> None:
    wrong = [f"line {line}" for line, target in imports(module) if target == "solver"]
    wrong += [
        f"line {node.lineno}: import {alias.name}"
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.split(".")[0] == "solver"
    ]
    assert not wrong, f"{module}: say `from solver.part import name`"


@inside
def test_games_do_not_know_each_other(module: str) -> None:
    def game(name: str) -> str | None:
        parts = name.split(".")
        return parts[2] if parts[1] == "games" and len(parts) > 2 else None

    own = game(module)
    wrong = [f"line {line}: {target}" for line, target in imports(module) if own and game(target) not in {None, own}]
    assert not wrong


def test_no_import_cycles() -> None:
    """Also within a floor; what is imported for types alone or inside a function does not count."""

    def at_import(module: str) -> Iterator[ast.AST]:
        waiting: list[ast.AST] = [tree(module)]
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                waiting += node.orelse
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                waiting += ast.iter_child_nodes(node)

    graph = {name: {to for _, to in imports(name, at_import(name)) if to in MODULES} for name in MODULES}
    graph["solver"] = set()
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> None:
        assert name not in path, " -> ".join([*path[path.index(name) :], name])
        if name not in done:
            for target in sorted(graph[name]):
                visit(target, [*path, name])
            done.add(name)

    for name in MODULES:
        visit(name, [])


def public_names(module: str) -> set[str]:
    """What a package's `__init__` offers: `__all__`, its definitions, the names it imports."""
    names: set[str] = set()
    for node in tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            above = [alias for alias in node.names if f"{node.module}.{alias.name}" not in MODULES]
            names |= {alias.asname or alias.name for alias in above}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if node.value and "__all__" in {ast.unparse(target) for target in targets}:
                names |= {str(leaf.value) for leaf in ast.walk(node.value) if isinstance(leaf, ast.Constant)}
    return names


@pytest.mark.parametrize("package", [name for name in MODULES if source(name).name == "__init__.py"])
def test_no_module_hides_a_name(package: str) -> None:
    """`from solver import odds` must never return a module."""
    children = {name.rpartition(".")[2] for name in MODULES if name.rpartition(".")[0] == package}
    assert not children & public_names(package)


def test_public_names_are_not_modules() -> None:
    code = (
        "import solver, types\n"
        "names = list(getattr(solver, '__all__', []))\n"
        "values = {name: getattr(solver, name) for name in names}\n"
        "import pkgutil, importlib\n"
        "for part in pkgutil.iter_modules(solver.__path__):\n"
        "    if part.name != '__main__': importlib.import_module(f'solver.{part.name}')\n"
        "module = types.ModuleType\n"
        "bad = [n for n, v in values.items() if isinstance(v, module) or getattr(solver, n) is not v]\n"
        "assert not bad, bad\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize(
    ("path", "most"),
    [
        pytest.param(path, most, id=str(path.relative_to(ROOT)))
        for pattern, most in LONGEST.items()
        for path in sorted(ROOT.glob(pattern))
    ],
)
def test_small_and_named(path: Path, most: int) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= most, f"{lines} lines: two concepts"
    assert not NAMELESS & {path.stem, path.parent.name}


def test_import_is_light() -> None:
    code = "import sys, solver; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert "solver" in loaded
    assert not HEAVY & loaded


@pytest.mark.parametrize("kernel", sorted(KERNELS))
def test_every_kernel_has_a_stub(kernel: str) -> None:
    assert (PACKAGE / f"{kernel.split('.')[1]}.pyi").is_file()


def test_every_stub_has_a_kernel() -> None:
    assert {f"solver.{path.stem}" for path in PACKAGE.glob("_*.pyi")} == KERNELS


def texts() -> list[Path]:
    """Every text of the repository; what is built or installed is left out."""
    built = {".git", ".venv", "build", "dist", "_build", "modules", "__pycache__"}
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not built & set(path.relative_to(ROOT).parts)
        and not any(part.endswith((".egg-info", "_cache")) or part == ".hypothesis" for part in path.parts)
        and path.suffix not in {".so", ".c", ".tables", ".png", ".pdf", ".parquet", ".inv", ".ico"}
    ]


def test_no_path_of_one_machine() -> None:
    homes = ("root", "home", "work", "Users")
    place = re.compile(rf"(?<![\w./~-])/(?:{'|'.join(homes)})/\w|(?<![\w./-])/tmp/\w|[A-Z]:\\\w")
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if place.search(line)
    ]
    assert not wrong
