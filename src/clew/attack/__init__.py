"""Every proof is attacked before it is shown: plain runs of the probed module try to reach what was called infeasible.

In: the functions with such goals, with the cases found for them.  Out: calls that reached one of the goals.  What is
called is made from the annotations as Python itself evaluates them, and mutated from the cases; nothing here knows how
the executor makes inputs, or what it assumed, so that the same oversight is not made twice.  Start with `campaign.py`.
"""
