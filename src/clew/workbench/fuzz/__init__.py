"""Soundness harness: random programs are analysed, then attacked by random executions.  First file: `__main__.py`.

In: a seed.  Out: contradictions between what was said and what CPython does, each reduced to a small regression file.
"""
