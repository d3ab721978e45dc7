"""The site: `make docs`.  Pages are Markdown that can be read where they lie, too; rooms/ are for who changes clew."""

from __future__ import annotations

import clew

project = "clew"
author = "the clew developers"
version = release = clew.__version__
extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "rooms"]
html_theme = "furo"
html_title = f"clew {release}"
html_copy_source = False
html_show_sourcelink = False
smartquotes = False
highlight_language = "text"
