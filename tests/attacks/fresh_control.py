"""Control: finally, context managers, generators and their consumers, patterns, exception groups, loops with else."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from types import TracebackType
from typing import Literal


def classify(value: object) -> str:
    match value:
        case True:
            return "true"
        case int():
            return "int"
        case float():
            return "float"
        case {"kind": str(kind)} if kind:
            return kind  # reached by: classify({"kind": "a", "more": 1})
        case [first, *rest] if not rest:
            return str(first)  # reached by: classify(range(1))
        case str() | bytes():
            return "text"
        case []:
            return "empty"  # reached by: classify(())
        case {}:
            return "mapping"  # reached by: classify({"b": 1})
    return "other"


def command(parts: list[str]) -> int:
    match parts:
        case ["go", direction]:
            return len(direction)
        case ["go", *rest] if len(rest) == 1:
            return -1
        case [verb] | [verb, _]:
            return 1
        case []:
            return 0
    return 2


def cleanup(handler: Callable[[], int]) -> int:
    done = False
    try:
        result = handler()
        done = True
    finally:
        if not done:
            return -1  # reached by: cleanup(w.leave)
    return result


def guarded(handler: Callable[[], int]) -> str:
    try:
        handler()
    except Exception:
        return "error"
    except BaseException:
        return "exit"  # reached by: guarded(w.leave)
    return "fine"


class Swallow:
    def __init__(self, *kinds: type[BaseException]) -> None:
        self.kinds = kinds
        self.caught = 0

    def __enter__(self) -> "Swallow":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if kind is not None and issubclass(kind, self.kinds):
            self.caught += 1
            return True
        return False


def first_number(texts: list[str]) -> int:
    found = 0
    guard = Swallow(ValueError)
    for text in texts:
        with guard:
            found = int(text)
            break
    if guard.caught and found:
        return found  # reached by: first_number(["x", "7"])
    return 0


def suppressed(table: dict[str, int], key: str) -> int:
    value = -1
    with contextlib.suppress(KeyError):
        value = table[key]
        return value
    return value - 1  # reached by: suppressed({}, "a")


def search(rows: list[list[int]], wanted: int) -> tuple[int, int]:
    for index, row in enumerate(rows):
        for at, value in enumerate(row):
            if value == wanted:
                break
        else:
            continue
        return index, at  # reached by: search([[], [1]], 1)
    else:
        return -1, -1


@contextlib.contextmanager
def transaction(log: list[str]) -> Iterator[None]:
    log.append("begin")
    try:
        yield
    except ValueError:
        log.append("rollback")  # reached by: w.failing(transaction)
    else:
        log.append("commit")  # reached by: w.passing(transaction)
    finally:
        log.append("end")


def saved(log: list[str], text: str) -> int:
    with transaction(log):
        return int(text)
    return -1  # reached by: saved([], "x")


def averages() -> Generator[float, float | None, str]:
    total = 0.0
    count = 0
    average = 0.0
    while True:
        value = yield average
        if value is None:
            if count == 0:
                return "nothing"  # reached by: list(averages())
            return "done"  # reached by: w.sending(averages)
        total += value
        count += 1
        average = total / count


def numbers(lines: Iterable[str]) -> Iterator[int]:
    position = 0
    try:
        for line in lines:
            position += 1
            yield int(line)
    except GeneratorExit:
        position = -1  # reached by: w.leaving(numbers)
        raise
    except KeyError:
        position = -2  # reached by: w.throwing(numbers)
    except OSError:
        position = -3  # reached by: list(numbers(w.broken()))


def take(values: Iterator[int]) -> list[int]:
    try:
        return [next(values) for _ in range(3)]
    except StopIteration:
        return []  # reached by: take(iter([1]))


def take_lazy(values: Iterator[int]) -> list[int]:
    try:
        return list(next(values) for _ in range(3))
    except StopIteration:
        return []
    except RuntimeError:
        return [-1]  # reached by: take_lazy(iter([1]))


def gathered(errors: list[Exception]) -> str:
    try:
        if errors:
            raise ExceptionGroup("several", errors)
    except* ValueError:
        kind = "value"
        kind += "!"  # reached by: gathered([ValueError()])
    except* KeyError as group:
        if len(group.exceptions) > 1:
            kind = "keys"  # reached by: gathered([KeyError(), KeyError()])
    return "end"


def mode(name: Literal["r", "w"]) -> int:
    if name == "r":
        return 1
    if name == "w":
        return 2
    return 3


def retry(action: Callable[[int], bool], times: int) -> int:
    error: Exception | None = None
    for attempt in range(times):
        try:
            if action(attempt):
                return attempt
        except ConnectionError as failure:
            error = failure
            continue
        except OSError:
            break  # reached by: retry(w.missing, 1)
    else:
        if error is not None:
            return -1  # reached by: retry(w.refused, 2)
        return -2
    return -3


def until(read: Callable[[], str]) -> int:
    count = 0
    for chunk in iter(read, ""):
        count += len(chunk)
        if count > 3:
            return count  # reached by: until(iter(["ab", "cd"]).__next__)
    return -1
