"""A procedure in block form goes in; facts about its graph come out.  Facts are computed, never stored in the
procedure.

Read `cfg.py` first; `dominators.py` and `loops.py` build on it.
"""
