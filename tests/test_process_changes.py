"""Which names of code say that it may change what the process holds."""

from __future__ import annotations

import pytest

from clew.effects.environment_effects import changes_process
from clew.frontend.names_after_import import LaterNames

LOGGING = "the configuration of logging"


def later(text: str, whole: bool = False) -> LaterNames:
    found = LaterNames()
    found.read(text, whole)
    return found


@pytest.mark.parametrize(
    ("text", "what", "changes"),
    [
        ("logging.basicConfig()", LOGGING, False),
        ("if __name__ == '__main__':\n    logging.basicConfig()", LOGGING, True),
        ("def f():\n    LOG.setLevel(10)", LOGGING, True),
        ("quiet = LOG.setLevel", LOGGING, True),
        ("f = lambda: LOG.setLevel(10)", LOGGING, True),
        ("class C:\n    def f(self):\n        LOG.propagate = False", LOGGING, True),
        ("def f():\n    getattr(LOG, 'setLevel')(10)", LOGGING, True),
        ("def f():\n    LOG.info('level')\n    return LOG.level", LOGGING, False),
        ("from logging import basicConfig\nbasicConfig()", LOGGING, False),
        ("CONTEXT = getcontext()\ndef f():\n    CONTEXT.prec = 3", "the decimal context", True),
        ("def f():\n    return getcontext().prec", "the decimal context", False),
        ("def f():\n    setattr(getcontext(), NAME, 3)", "the decimal context", True),
        ("def f():\n    sys.stdout = None", "sys.stdout", True),
        ("def f():\n    with redirect_stdout(None):\n        g()", "sys.stdout", True),
        ("def f():\n    print(1, file=sys.stdout)", "sys.stdout", False),
        ("def f():\n    sys.settrace(None)", "sys.trace", True),
        ("Sequence.register(C)", "the classes registered with Sequence", False),
        ("@Sequence.register\nclass C: pass", "the classes registered with Sequence", False),
        ("def f(c):\n    Sequence.register(c)", "the classes registered with Sequence", True),
        ("def f(", LOGGING, False),
    ],
)
def test_what_functions_change_of_the_process(text: str, what: str, changes: bool) -> None:
    names = later(text)
    assert changes_process(what, names.used, names.stored) is changes


def test_of_a_file_that_did_not_run_everything_is_still_to_come() -> None:
    names = later("from core import LOG\nLOG.setLevel(10)", whole=True)
    assert changes_process(LOGGING, names.used, names.stored)
