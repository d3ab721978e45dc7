"""A run that was cut has reached what it reached, and says nothing of what lies behind it."""

import itertools


def spins(x: int) -> int:
    if x > 5:
        while True:
            pass  # reached by: w.broken_off(lambda: spins(6))
    return 1


def spins_busily(x: int) -> int:
    n = 0
    if x == 40:
        while n >= 0:
            n += 1  # reached by: w.broken_off(lambda: spins_busily(40))
    return n


def waits_for_a_sign(text: str) -> int:
    i = 0
    while i < len(text):
        if text[i] == "#":
            continue  # reached by: w.broken_off(lambda: waits_for_a_sign("#"))
        i += 1
    if text.endswith("done"):
        return 1  # reached by: waits_for_a_sign("done")
    return 0


def counts_long(x: int) -> int:
    n = 0
    while x != 17:
        n += 1
        if n > 300_000:
            return 7  # reached by: counts_long(0)
    return n


def counts_down(x: int) -> int:
    if x < 100_000:
        return 0
    while x > 0:
        x -= 1
    if x == 0:
        return 1  # reached by: counts_down(100_000)
    return 2


def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    if steps == 27:
        return 1  # reached by: collatz(65) [beyond loop]
    return steps


def drains(x: int, left: int) -> int:
    while left != 0:
        left -= 1
        x += 1
    if x == 90:
        return 1  # reached by: drains(89, 1)
    return 0


def after_a_helper(x: int) -> int:
    if x % 3 == 2:
        forever()
    if x > 70:
        return 1  # reached by: after_a_helper(72)
    return 0


def forever() -> None:
    while True:
        pass  # reached by: w.broken_off(lambda: after_a_helper(2))


def in_a_handler(x: int) -> int:
    try:
        return 10 // (x - 20)
    except ZeroDivisionError:
        while True:
            x += 1  # reached by: w.broken_off(lambda: in_a_handler(20))


def first_match(x: int) -> int:
    for i in itertools.count():
        if i * i == x:
            return i  # reached by: first_match(49)
        if i > 10_000_000:
            break
    return -1


def polls(states: list[str]) -> int:
    i = 0
    while True:
        state = states[i % len(states)] if states else "stop"
        if state == "stop":
            return i
        if state == "skip":
            continue  # reached by: w.broken_off(lambda: polls(["skip"]))
        i += 1


class Machine:
    def __init__(self, program: list[int]) -> None:
        self.program = program
        self.at = 0

    def run(self) -> int:
        while self.at < len(self.program):
            step = self.program[self.at]
            if step == 0:
                return self.at
            if step == 9:
                self.at = 0  # reached by: w.broken_off(Machine([9]).run)
            else:
                self.at += 1
        if self.at == 3:
            return 99  # reached by: Machine([1, 1, 1]).run()
        return -1
