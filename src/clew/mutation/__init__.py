"""Which mutants a user's own tests kill.

In come files, names of functions and arguments for pytest; out comes, for each mutant, the test that fails for it, that
none does, or that none reaches it.  One process (`runner.py`, open it first) runs the tests under pytest
(`session.py`): once with probes, to see what each reaches (`reach.py`), twice as they are, and then those that reach a
mutant in a fork for each of these (`forks.py`), in which the functions there have the code of the mutant (`swap.py`).
The command never imports the user's code; it talks to this process through `suite.py`.
"""
