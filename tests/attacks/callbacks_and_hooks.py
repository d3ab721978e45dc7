"""Code that runs without being called by name: callbacks, hooks, what library classes call of those that inherit."""

from __future__ import annotations

import argparse
import ast
import atexit
import cmd
import json
import logging
import re
import signal
import string
import threading
import weakref
from collections.abc import Callable
from functools import reduce
from html.parser import HTMLParser

log: list[str] = []


def hooked(text: str) -> object:
    def hook(found: dict[str, object]) -> object:
        if len(found) > 1:
            log.append("many")  # reached by: hooked('{"a": 1, "b": 2}')
        return found

    return json.loads(text, object_hook=hook)


def counted(text: str) -> int:
    count = 0

    def hook(found: dict[str, object]) -> object:
        nonlocal count
        count += 1
        return found

    json.loads(text, object_hook=hook)
    if count > 0:
        return 1  # reached by: counted("{}")
    return 0


def replaced(pattern: str, text: str) -> str:
    found = []

    def longer(match: re.Match[str]) -> str:
        found.append(match.group())
        return match.group() * 2

    result = re.sub(pattern, longer, text)
    if len(found) > 2:
        return "many"  # reached by: replaced("a", "aaa")
    return result


def written(value: dict[str, object]) -> str:
    def default(other: object) -> str:
        log.append("default")  # reached by: written({"a": {1}})
        return str(other)

    return json.dumps(value, default=default)


class Encoder(json.JSONEncoder):
    def __init__(self) -> None:
        super().__init__()
        self._unknown = 0

    def default(self, o: object) -> object:
        self._unknown += 1
        return None

    def unknown(self, value: list[object]) -> int:
        self.encode(value)
        if self._unknown:
            return self._unknown  # reached by: Encoder().unknown([{1}])
        return 0


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self._found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._found.append(tag)


def links(page: str) -> int:
    parser = Links()
    parser.feed(page)
    if parser._found:
        return 1  # reached by: links("<a>")
    return 0


class Names(ast.NodeVisitor):
    def __init__(self) -> None:
        self._names: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        self._names.add(node.id)


def names(text: str) -> int:
    visitor = Names()
    visitor.visit(ast.parse(text))
    if len(visitor._names) > 1:
        return 2  # reached by: names("a + b")
    return 0


class Shell(cmd.Cmd):
    def __init__(self) -> None:
        super().__init__()
        self._greeted = False

    def do_hello(self, line: str) -> None:
        self._greeted = True


def commanded(line: str) -> int:
    shell = Shell()
    shell.onecmd(line)
    if shell._greeted:
        return 1  # reached by: commanded("hello")
    return 0


class Counting(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self._seen = 0

    def emit(self, record: logging.LogRecord) -> None:
        self._seen += 1


def logged(level: int) -> int:
    handler = Counting()
    logger = logging.Logger("attack")
    logger.addHandler(handler)
    logger.log(level, "message")
    if handler._seen:
        return 1  # reached by: logged(50)
    return 0


def parsed(arguments: list[str]) -> int:
    seen = []

    def positive(text: str) -> int:
        seen.append(text)
        return int(text)

    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=positive, default=0)
    parser.parse_args(arguments)
    if seen:
        return 1  # reached by: parsed(["--count", "2"])
    return 0


def folded(items: list[int]) -> int:
    largest = 0

    def step(total: int, item: int) -> int:
        nonlocal largest
        largest = max(largest, item)
        return total + item

    reduce(step, items, 0)
    if largest > 5:
        return 1  # reached by: folded([6])
    return 0


def at_the_end(name: str) -> None:
    def farewell() -> None:
        log.append(name)  # reached by: at_the_end("x"); import atexit; atexit._run_exitfuncs()

    atexit.register(farewell)


def later(seconds: float) -> int:
    done = False

    def finish() -> None:
        nonlocal done
        done = True

    timer = threading.Timer(0.0, finish)
    timer.start()
    timer.join(2.0)
    if done:
        return 1  # reached by: later(0.0)
    return 0


def interrupted(number: int) -> int:
    def handler(signum: int, frame: object) -> None:
        log.append("signal")  # reached by: interrupted(1); import os; os.kill(os.getpid(), signal.SIGUSR1)

    signal.signal(signal.SIGUSR1, handler)
    return number


class Resource:
    closed = 0

    def __del__(self) -> None:
        Resource.closed += 1


def dropped(count: int) -> int:
    before = Resource.closed
    resource: Resource | None = Resource()
    resource = None
    if Resource.closed > before:
        return 1  # reached by: dropped(1)
    return 0


class Token:
    pass


def forgotten(count: int) -> int:
    token = Token()
    reference = weakref.ref(token)
    del token
    if reference() is None:
        return 1  # reached by: forgotten(1)
    return 0


class Loud(string.Formatter):
    def __init__(self) -> None:
        self._fields = 0

    def get_value(self, key: int | str, args: object, kwargs: object) -> object:
        self._fields += 1
        return "x"

    def shout(self, template: str) -> int:
        self.format(template)
        if self._fields > 1:
            return 1  # reached by: Loud().shout("{} {}")
        return 0


class Worker(threading.Thread):
    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self._result = 0

    def run(self) -> None:
        self._result = self._number


def threaded(number: int) -> int:
    worker = Worker(number)
    worker.start()
    worker.join()
    if worker._result == 7:
        return 1  # reached by: threaded(7)
    return 0


class Stream:
    def __init__(self) -> None:
        self._parts: list[str] = []

    def write(self, text: str) -> None:
        self._parts.append(text)


def printed(text: str) -> int:
    stream = Stream()
    print(text, end="", file=stream)
    if stream._parts:
        return 1  # reached by: printed("x")
    return 0


class Ordered:
    compared = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __lt__(self, other: Ordered) -> bool:
        Ordered.compared += 1
        return self.value < other.value


def compared(values: list[int]) -> int:
    before = Ordered.compared
    sorted([Ordered(value) for value in values])
    if Ordered.compared > before + 1:
        return 1  # reached by: compared([3, 2, 1])
    return 0


def decorated(limit: int) -> Callable[[Callable[[], int]], Callable[[], int]]:
    def wrap(function: Callable[[], int]) -> Callable[[], int]:
        calls = 0

        def inner() -> int:
            nonlocal calls
            calls += 1
            if calls > 2:
                return -1  # reached by: f = decorated(1)(lambda: 1); f(); f(); f()
            return function()

        return inner

    return wrap


class Buttons:
    def __init__(self) -> None:
        self._actions: list[Callable[[], None]] = []

    def add(self, name: str) -> None:
        def action() -> None:
            log.append(name)  # reached by: b = Buttons(); b.add("a"); b.press()

        self._actions.append(action)

    def press(self) -> None:
        for action in self._actions:
            action()


def kept_and_failed(handlers: list[Callable[[], None]]) -> None:
    def handler() -> None:
        log.append("kept")  # reached by: w.call_after_failure()

    handlers.append(handler)
    raise ValueError("no")


def precise(items: list[str]) -> int:
    """The key is called during the call alone, and changes nothing."""
    count = 1
    sorted(items, key=lambda item: item.lower())
    if count > 1:
        return 1  # infeasible
    return 0
