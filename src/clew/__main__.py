"""`python -m clew`."""

from clew.cli.start import run

run()
