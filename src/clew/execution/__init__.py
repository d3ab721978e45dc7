"""Running functions on real Python objects with shadows beside them (concolic execution).

`codegen.py` turns the tree form of a function into instrumented Python text, `machine.py` is what that text calls,
`loader.py` imports the project instrumented, `inputs.py` builds arguments from choices and scalars, `tree.py` is the
tree of paths, `search.py` chooses where to go next, `explore.py` settles one function.
"""
