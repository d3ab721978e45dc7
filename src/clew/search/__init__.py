"""Runs, the tree of their paths, and what is proved by it.

Changes with algorithms; how a run is made is left to whoever asks (`session.Subject`).
"""
