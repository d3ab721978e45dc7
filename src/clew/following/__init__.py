"""Files as they change: what is known of their functions, where these went, and which have to be settled again.

Targets and texts come in, standings (all that is known of a file) go out.  Begin with `follower.py`; `desk.py` is the
thread that settles.
"""
