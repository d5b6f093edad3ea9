"""Pictures that Gnomon draws, drawn while the pages are built: `gnomon-chase`."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class Chase(SphinxDirective):
    """The chase of Companion Quest that `gnomon board companion-quest` tells of."""

    def run(self) -> list[nodes.Node]:
        from solver.draw.chase import chase_svg
        from solver.games.companion_quest.board import example
        from solver.games.companion_quest.rules import Rules

        return [nodes.raw("", f'<p class="board">{chase_svg(example(Rules()))}</p>', format="html")]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("gnomon-chase", Chase)
    return {"version": "1", "parallel_read_safe": True}
