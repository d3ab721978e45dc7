"""Calls that are broken off from outside, as a user would."""

import signal
from collections.abc import Callable


def broken_off(call: Callable[[], object], seconds: float = 0.2) -> None:
    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        call()
    except TimeoutError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
