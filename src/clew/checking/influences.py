"""What a test may be seen to depend on or to change, besides its arguments: the marks of `watch`, as plain data."""

from __future__ import annotations

from typing import Final

FOLDER: Final = "folder"  # the current folder, or something in it
TEMPORARY: Final = "temporary"  # a temporary file or folder was made
VARIABLE: Final = "variable:"  # of the environment
ENVIRONMENT: Final = "environment"  # all of it, or what is to be written to it
ARGUMENTS: Final = "arguments"  # `sys.argv`
INPUT: Final = "input"  # standard input
RANDOM: Final = "random"  # the generator that the functions of `random` share
ENTROPY: Final = "entropy"  # `os.urandom`, and so `secrets` and `uuid4`
CLOCK: Final = "clock"
ADDRESS: Final = "address"  # `id` of an object
HASH: Final = "hash"  # `hash` of one
AT_IMPORT: Final = "at-import:"  # a variable of the environment, asked for while the module was imported
WARNING: Final = "warning"  # a warning was issued
MISSING: Final = "missing:"  # a module that was looked for in vain
MACHINE: Final = "machine:"  # something that another machine, or tomorrow's, has otherwise
CHANCE: Final = "chance:"  # a generator of random numbers without a seed
UNSEEDED: Final = f"{CHANCE}a generator of random numbers without a seed"
