"""Processes in which the user's code runs: hosts and the zygote they are forked from, guards, limits.

Changes with the operating system; knows nothing of what is run.
"""
