"""Questions about the paths of a function: in, an expression over its lines and outcomes (Goldberg, Wang, Zimmerman,
ISSTA 1994); out, a twin of the function in which a statement is reached exactly along such a path.

Start with `expression.py`, then `steps.py` (what a path is made of) and `question.py` (the twin).
"""
