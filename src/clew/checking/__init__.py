"""The last word on what a test does: CPython's.

In come scripts (a test as text) and the coverage goals they are said to reach; out comes, for each, what was seen when
it ran on the unmodified module and on a copy with probes, or the reason why it is not to be trusted.  Open `replay.py`
first; `worker.py` is what runs inside the guarded processes, `describe.py` writes results down as text.
"""
