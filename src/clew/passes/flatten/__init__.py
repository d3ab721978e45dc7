"""Tree form → block form, for functions over ints, bools and lists: every operation that can raise becomes a branch.

`function.py` says what is in the subset and is where to start; `statements.py` and `operations.py` are the two
dispatches, `loops.py`, `calls.py`, `lists.py` and `approximate.py` what is added to them, `graph.py` the graph under
construction, `values.py` what a value is known to be, `exceptions.py` the exception classes.
"""
