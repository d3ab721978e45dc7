"""Every operation of the IR, once: its value, its term, when it raises.

`shadow.py` says what stands beside a concrete value, `operation.py` what an entry of the table is and what it may ask
of the machine that runs it, `table.py` finds the entry for an operation and the types of its operands.  One file per
Python type holds the entries.
"""
