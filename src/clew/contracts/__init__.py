"""Claims, read off the source: what must never happen in a function (`claims.py` first).

In comes a lowered module; out comes the same module whose units have claims for goals, with guards around the
operations that the claims are about, so that a claim is a goal like any other: the place where it fails.
"""
