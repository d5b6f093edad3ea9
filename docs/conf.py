"""Sphinx configuration: `make docs`. It needs no network, and every warning is an error."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

project = "Gnomon"
author = "The Gnomon authors"
copyright = f"2026, {author}"
settings = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
release = version = settings["project"]["version"]

extensions = [
    "sphinx.ext.autodoc",
    "myst_parser",
    "numpydoc",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    "gnomon_docs",
    "pictures",
    "rulebooks",
]
exclude_patterns = ["_build", "benchmarks_table.md", "games/companion-quest-modes-table.md"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
default_role = "code"
highlight_language = "none"
smartquotes = False  # two dashes are two dashes
nitpicky = True
suppress_warnings = ["ref.python"]  # a short name in an annotation that several games give to a class of theirs
# Links into this project are checked; other libraries (no network, no inventory), kernels and types in words are not.
nitpick_ignore_regex = [("py:.*", r"(?!solver\b).*"), ("py:.*", r"solver\._.*"), ("py:.*", r".*\s.*")]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist", "substitution"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "ignore-module-all": True}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = "Gnomon"
html_static_path = ["_static"]
html_css_files = ["gnomon.css"]
html_show_sourcelink = False
html_sidebars = {"**": []}  # the bar on top leads everywhere
html_theme_options = {
    "logo": {"text": "Gnomon"},
    "navigation_with_keys": False,
    "show_prev_next": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
}
