"""The life cycle of a smart card: commands, each allowed in some states only."""

from __future__ import annotations

from enum import IntEnum


class State(IntEnum):
    READY = 1
    INITIALIZED = 7
    SECURED = 15
    LOCKED = 127
    TERMINATED = 255


OK = 0x9000
NOT_ALLOWED = 0x6985
UNKNOWN_COMMAND = 0x6D00
WRONG_DATA = 0x6A80
BLOCKED = 0x6983
SECURITY = 0x6982
MOST_TRIES = 3


# clew: invariant 0 <= self._tries <= MOST_TRIES
# clew: invariant not (self._authenticated and self._state == State.TERMINATED)
class Card:
    def __init__(self) -> None:
        self._state = State.READY
        self._tries = MOST_TRIES
        self._authenticated = False
        self._pin = 0

    # clew: ensure result != OK or OLD.self._state != State.TERMINATED
    # clew: ensure self._state == OLD.self._state or result == OK
    # clew: ensure self._state >= OLD.self._state or OLD.self._state == State.LOCKED
    # clew: ensure OLD.self._state != State.TERMINATED or self._state == State.TERMINATED
    # clew: ensure self._state != State.SECURED or OLD.self._state in (State.INITIALIZED, State.SECURED, State.LOCKED)
    # clew: ensure not (self._authenticated and not OLD.self._authenticated) or data == OLD.self._pin
    def process(self, command: int, data: int) -> int:
        if self._state == State.TERMINATED:
            return NOT_ALLOWED
        if command == 0x20:
            return self._verify(data)
        if command == 0x24:
            return self._change_pin(data)
        if command == 0x2C:
            return self._unblock(data)
        if command == 0x70:
            self._authenticated = False
            return OK
        if command == 0xA4:
            return OK if self._state != State.LOCKED else NOT_ALLOWED
        if command == 0xE0:
            return self._advance(State.READY, State.INITIALIZED)
        if command == 0xE2:
            return self._advance(State.INITIALIZED, State.SECURED)
        if command == 0xE4:
            return self._lock()
        if command == 0xE6:
            return self._unlock()
        if command == 0xEE:
            return self._terminate()
        return UNKNOWN_COMMAND

    def _verify(self, data: int) -> int:
        if self._tries == 0:
            return BLOCKED
        if data != self._pin:
            self._tries -= 1
            self._authenticated = False
            return WRONG_DATA
        self._tries = MOST_TRIES
        self._authenticated = True
        return OK

    def _change_pin(self, data: int) -> int:
        if not self._authenticated:
            return SECURITY
        if not 0 <= data <= 9999:
            return WRONG_DATA
        self._pin = data
        return OK

    def _unblock(self, data: int) -> int:
        if self._state != State.SECURED or data != self._pin + 1:
            return NOT_ALLOWED
        self._tries = MOST_TRIES
        return OK

    def _advance(self, current: State, following: State) -> int:
        if self._state != current:
            return NOT_ALLOWED
        self._state = following
        return OK

    def _lock(self) -> int:
        if self._state != State.SECURED:
            return NOT_ALLOWED
        self._state = State.LOCKED
        return OK

    def _unlock(self) -> int:
        if self._state != State.LOCKED or not self._authenticated:
            return NOT_ALLOWED
        self._state = State.SECURED
        return OK

    def _terminate(self) -> int:
        if not self._authenticated:
            return SECURITY
        self._authenticated = False
        self._state = State.TERMINATED
        return OK
