"""Which names of code say that it may change what the process holds."""

from __future__ import annotations

import pytest

from clew.effects.environment_effects import changes_process
from clew.frontend.handlers import calls_while_handling
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


@pytest.mark.parametrize(
    ("body", "calls"),
    [
        ("try:\n        g()\n    except ValueError:\n        return 0", False),
        ("try:\n        g()\n    except ValueError:\n        raise KeyError('x') from None", False),
        ("try:\n        g()\n    except ValueError:\n        done = True", False),
        ("try:\n        g()\n    except ValueError:\n        h()", True),
        ("try:\n        g()\n    except ValueError as e:\n        raise KeyError(str(e))", True),
        ("try:\n        g()\n    except ValueError as e:\n        return e.code", True),
        ("try:\n        g()\n    except ValueError:\n        return x + 1", True),
        ("try:\n        g()\n    except ValueError:\n        return f'{x}'", True),
        ("try:\n        g()\n    finally:\n        h()", True),
        ("g()", False),
    ],
)
def test_what_runs_while_an_exception_is_handled(body: str, calls: bool) -> None:
    assert calls_while_handling(f"def f(x):\n    {body}\n") is calls
    assert not calls_while_handling(f"def f(x):\n    {body}\n    except:")  # nobody runs it


def test_managers_see_the_exception_that_they_handle() -> None:
    assert calls_while_handling("class M:\n    def __exit__(self, *error):\n        self.close()\n")
