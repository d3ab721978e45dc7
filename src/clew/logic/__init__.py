"""Terms: what is asked of a solver, knowing nothing of Python.

`terms.py` makes them (interned, simplified as they are built), `evaluate.py` computes them under a model, `smtlib.py`
is their text both ways.  A term is made only by the functions of `terms.py` and compared by identity.
"""
