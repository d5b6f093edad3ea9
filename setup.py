"""The compiled kernels and grammar, and the shipped data; everything else is in pyproject.toml."""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
FLAGS = ["-O3", "-g0"]  # without debug information a kernel is a tenth of the size


class BuildPyWithPuzzles(build_py):
    """Copy `puzzles/` into the package, except for an editable install, which reads the folder itself."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "solver" / "puzzles"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(HERE / "puzzles", target)


class BuildExtWithGrammar(build_ext):
    """Compile the kernels, and beside them the grammar of the task notation."""

    def run(self) -> None:
        super().run()
        sys.path.insert(0, str(HERE))
        from solver.task.grammar import KEPT, keep

        home = HERE if self.inplace else Path(self.build_lib).resolve()
        tables = home / KEPT.relative_to(HERE)
        tables.parent.mkdir(parents=True, exist_ok=True)
        keep(tables)


def kernels() -> list[Extension]:
    """`ext/<stem>.pyx` becomes `solver._<stem>`."""
    ext = HERE / "ext"
    headers = [f"ext/{path.name}" for path in sorted(ext.glob("*.pxd"))]
    return [
        Extension(f"solver._{path.stem}", [f"ext/{path.name}"], depends=headers, extra_compile_args=FLAGS)
        for path in sorted(ext.glob("*.pyx"))
    ]


setup(
    # setuptools hands .pyx files to Cython itself, so that the sources, not the generated C, enter the sdist
    # the Makefile builds the kernels in place by itself, one by one as they change, and installs without them
    ext_modules=[] if os.environ.get("GNOMON_WITHOUT_KERNELS") else kernels(),
    cmdclass={"build_ext": BuildExtWithGrammar, "build_py": BuildPyWithPuzzles},
    options={"build_ext": {"cython_c_in_temp": True}},
)
