"""A function goes in, in tree form or in block form; facts about it come out, computed and never stored in it.

For the tree form read `statement_flow.py` first: `type_flow.py` and `value_flow.py` build on it.  For the block form
read `cfg.py`: `dominators.py` and `loops.py` do.
"""
