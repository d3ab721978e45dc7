"""What a Python function means, as plain values with a text form both ways.

`tree.py` (structured form: what the frontend makes and the executor runs) comes first; `blocks.py` is the same
program as basic blocks, for the proofs and for `.ivl` programs.
"""
