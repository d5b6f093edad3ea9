"""Pictures that Gnomon draws, drawn while the pages are built: `gnomon-board`, with the name of a game."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata


class Board(SphinxDirective):
    """What `gnomon board GAME -o FILE.svg` draws."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        from solver.draw.boards import board_svg

        return [nodes.raw("", f'<p class="board">{board_svg(self.arguments[0])}</p>', format="html")]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("gnomon-board", Board)
    return {"version": "1", "parallel_read_safe": True}
