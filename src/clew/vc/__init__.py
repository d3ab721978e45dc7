"""A loop-free procedure goes in; for each block a test that passes it, a proof that no execution does, or a reason.

`task.py` says what is asked and answered, `reachability.py` has the formula of the paper; the algorithms are
`path_cover.py`, `statement_cover.py`, `worst_case_optimal.py`, `query_optimal.py` and, ours, `learning_cover.py`.
"""
