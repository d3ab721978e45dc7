"""Agreement of the covering algorithms: random `.ivl` programs, all algorithms, and running everything.  First file:
`agreement.py`.

In: a seed.  Out: programs on which two of them differ about which blocks or paths are feasible.
"""
