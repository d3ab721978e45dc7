"""Which exception a call into the library raises: more classes than two runs show."""

import gzip
import json
import os
import time
from datetime import date
from fractions import Fraction


def parse(data: bytes) -> int:
    try:
        json.loads(data)
    except json.JSONDecodeError:
        return 1
    except UnicodeDecodeError:
        return 2  # reached by: parse(b"\xff")
    return 0


def fraction(text: str) -> int:
    try:
        Fraction(text)
    except ValueError:
        return 1
    except ZeroDivisionError:
        return 2  # reached by: fraction("1/0")
    return 0


def day(number: int) -> int:
    try:
        date.fromordinal(number)
    except ValueError:
        return 1
    except OverflowError:
        return 2  # reached by: day(2**70)
    return 0


def inflate(data: bytes) -> int:
    try:
        gzip.decompress(data)
    except gzip.BadGzipFile:
        return 1
    except EOFError:
        return 2  # reached by: inflate(b"\x1f\x8b\x08\x00")
    return 0


def moment(text: str, form: str) -> int:
    try:
        time.strptime(text, form)
    except ValueError:
        return 1
    except KeyError:
        return 2
    except Exception:
        return 3  # reached by: moment("\ud800", "%Z" * 101)
    return 0


def source(text: str) -> int:
    try:
        compile(text, "<x>", "eval")
    except SyntaxError:
        return 1
    except Exception:
        return 2  # reached by: source("\ud800")
    return 0


def size(path: str) -> int:
    try:
        os.stat(path)
    except OSError:
        return 1
    except ValueError:
        return 2  # reached by: size("\0")
    return 0


def helper(data: bytes) -> str:
    return json.loads(data)


def behind(data: bytes) -> int:
    try:
        helper(data)
    except json.JSONDecodeError:
        return 1
    except Exception:
        return 2  # reached by: behind(b"\xff")
    return 0
