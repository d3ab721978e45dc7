"""What the variables of a module say of the process that imported it, in words."""

from __future__ import annotations

import pytest

from clew.frontend.import_time import made_at_import


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import os\nx = os.environ.get('A')", "the surroundings of the process"),
        ("import threading\nx = threading.local()", "what a thread has for itself"),
        ("from threading import local\nx = local()", "what a thread has for itself"),
        ("import threading\nx = threading.current_thread()", "the surroundings of the process"),
        ("import sys\nx = sys.version_info", "this Python"),
        ("try:\n    import numpy as x\nexcept ImportError:\n    x = None", "the packages that are installed"),
        ("import os\nx = os.path.join('a', 'b')", None),
        ("x = 1", None),
    ],
)
def test_what_a_variable_says_of_the_process(text: str, what: str | None) -> None:
    assert made_at_import(text).get("x") == what
