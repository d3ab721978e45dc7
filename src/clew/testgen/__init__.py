"""Cases that were replayed → pytest files people keep.

In: `Case`s and what the replay saw of them.  Out: text.  `render.py` writes one call, `minimise.py` picks the cases to
keep, `naming.py` says what each is for, `suite.py` makes the file; start there.
"""
