"""Text and the places in it.  In: paths and bytes; out: `Span`, source files.  Open `spans.py` first."""
