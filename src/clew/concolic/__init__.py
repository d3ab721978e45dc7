"""Concolic execution: instrumented functions, the machine beside CPython, and the tasks of a host.

Changes with CPython.
"""
