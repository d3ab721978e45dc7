"""A procedure in block form goes in; a procedure that means the same, or a bounded part of it, comes out.

`pipelines.py` says what a pass is, which forms there are, and in which orders passes run: read that first.  `flatten`
is the way there, from the tree form.
"""
