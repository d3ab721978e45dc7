"""Python's `ast` in, IR and goals out.  Never fails: what it cannot lower it keeps as `Native` and reports.

`module.py` first: a source file becomes units, each with its function in tree form and its coverage goals.
"""
