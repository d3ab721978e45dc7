"""Tree form → block form, for functions over ints and bools: every operation that can raise becomes a branch.

`function.py` says what is in the subset and is where to start; `statements.py` and `operations.py` are the two
dispatches, `graph.py` the graph under construction, `values.py` what a value is known to be, `exceptions.py` the
exception classes.
"""
