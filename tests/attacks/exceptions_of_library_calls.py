"""Handlers of library calls: the first exception that is seen is one of several, and handlers may stand anywhere."""

import ast
import base64
import binascii
import bisect
import codecs
import configparser
import contextlib
import csv
import datetime
import decimal
import heapq
import importlib
import io
import ipaddress
import json
import math
import operator
import os
import pathlib
import pickle
import random
import re
import statistics
import struct
import sys
import unicodedata
import urllib.parse
import uuid
import zlib


def packed(number: int) -> int:
    try:
        struct.pack(">H", number)
    except struct.error:
        return 1
    except Exception:
        return 2
    return 0


def unpacked(form: str, data: bytes) -> int:
    try:
        struct.unpack(form, data)
    except struct.error:
        return 1
    except UnicodeEncodeError:
        return 2  # reached by: unpacked("\ud800", b"")
    return 0


def pattern(text: str) -> int:
    try:
        re.compile(text)
    except re.error:
        return 1
    except RecursionError:
        return 2  # reached by: pattern("(" * 5000)
    except OverflowError:
        return 3  # reached by: pattern("a{99999999999999999999}")
    return 0


def literal(text: str) -> int:
    try:
        ast.literal_eval(text)
    except SyntaxError:
        return 1  # reached by: literal("(")
    except ValueError:
        return 2  # reached by: literal("f()")
    except (TypeError, MemoryError, RecursionError):
        return 3  # reached by: literal("{[]: 1}")
    return 0


def parsed(text: str) -> int:
    try:
        ast.parse(text)
    except SyntaxError:
        return 1
    except ValueError:
        return 2  # reached by: parsed("\ud800")
    return 0


def decoded(data: bytes, encoding: str) -> int:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return 1
    except LookupError:
        return 2  # reached by: decoded(b"a", "nope")
    except ValueError:
        return 3  # reached by: decoded(b"a", "\0")
    return 0


def encoded(text: str, encoding: str) -> int:
    try:
        codecs.encode(text, encoding)
    except LookupError:
        return 1
    except UnicodeError:
        return 2  # reached by: encoded("\ud800", "utf-8")
    except TypeError:
        return 3  # reached by: encoded("a", "hex")
    return 0


def amount(text: str) -> int:
    try:
        decimal.Decimal(text) / decimal.Decimal(text)
    except decimal.DivisionByZero:
        return 1
    except decimal.InvalidOperation:
        return 2  # reached by: amount("x")
    return 0


def moved(days: int) -> int:
    try:
        datetime.date(2020, 1, 1) + datetime.timedelta(days)
    except OverflowError as error:
        if "days=" in str(error):
            return 1  # reached by: moved(10**9)
        return 2  # reached by: moved(10**8)
    return 0


def stamp(seconds: float) -> int:
    try:
        datetime.datetime.fromtimestamp(seconds)
    except OverflowError:
        return 1
    except ValueError:
        return 2  # reached by: stamp(float("nan"))
    except OSError:
        return 3
    return 0


def inflated(data: bytes) -> int:
    with contextlib.suppress(zlib.error):
        base = base64.b64decode(data)
        zlib.decompress(base)
        return 0
    return 1  # reached by: inflated(b"YQ==")


def padded(data: bytes) -> int:
    try:
        with contextlib.suppress(zlib.error):
            zlib.decompress(base64.b64decode(data))
            return 0
    except binascii.Error:
        return 2  # reached by: padded(b"Y")
    return 1  # reached by: padded(b"YQ==")


def files(path: str) -> int:
    try:
        with open(path) as stream:
            stream.read()
    except FileNotFoundError:
        return 1
    except IsADirectoryError:
        return 2  # reached by: files("/")
    except ValueError:
        return 3  # reached by: files("\0")
    except OSError:
        return 4  # reached by: files("x" * 5000)
    return 0


def listed(path: str) -> int:
    try:
        return len(list(pathlib.Path(path).iterdir()))
    except NotADirectoryError:
        return -1  # reached by: listed("/dev/null")
    except OSError:
        return -2  # reached by: listed("/nowhere/at/all")
    except ValueError:
        return -3  # reached by: listed("\0")


def address(text: str) -> int:
    try:
        ipaddress.IPv4Network(text)
    except ipaddress.AddressValueError:
        return 1
    except ipaddress.NetmaskValueError:
        return 2  # reached by: address("1.2.3.4/99")
    except ValueError:
        return 3  # reached by: address("1.2.3.4/8")
    return 0


def port(url: str) -> int:
    try:
        return urllib.parse.urlsplit(url).port or 0
    except ValueError as error:
        if "range" in str(error):
            return -2  # reached by: port("http://a:99999")
        return -1  # reached by: port("http://[")


def quoted(text: str) -> int:
    try:
        urllib.parse.quote(text, encoding="ascii")
    except UnicodeEncodeError:
        return 1  # reached by: quoted("é")
    return 0


def identified(text: str) -> int:
    try:
        uuid.UUID(text)
    except ValueError:
        return 1  # reached by: identified("x")
    return 0


def unpickled(data: bytes) -> int:
    try:
        pickle.loads(data)
    except pickle.UnpicklingError:
        return 1
    except EOFError:
        return 2  # reached by: unpickled(b"")
    except (ModuleNotFoundError, AttributeError):
        return 3  # reached by: unpickled(b"cnowhere\nx\n.")
    except Exception:
        return 4  # reached by: unpickled(b"I x\n.")
    return 0


def imported(name: str) -> int:
    try:
        importlib.import_module(name)
    except ImportError:
        return 1
    except ValueError:
        return 2  # reached by: imported("")
    except TypeError:
        return 3  # reached by: imported(".x")
    return 0


def rows(text: str) -> int:
    try:
        return len(list(csv.reader([text], strict=True)))
    except csv.Error:
        return -1  # reached by: rows('"a"b')


def configured(text: str) -> int:
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
        return parser.getint("a", "b")
    except configparser.NoSectionError:
        return 1
    except configparser.NoOptionError:
        return 2  # reached by: configured("[a]")
    except configparser.MissingSectionHeaderError:
        return 3  # reached by: configured("x")
    except configparser.DuplicateSectionError:
        return 4  # reached by: configured("[a]\n[a]")
    except configparser.InterpolationError:
        return 5  # reached by: configured("[a]\nb=%(c)s")
    except ValueError:
        return 6  # reached by: configured("[a]\nb=x")


def middle(values: list[float]) -> int:
    try:
        statistics.stdev(values)
    except statistics.StatisticsError:
        return 1  # reached by: middle([])
    except AttributeError:
        return 2  # reached by: middle([float("inf"), 1.0])
    except Exception:
        return 3
    return 0


def root(value: float) -> int:
    try:
        math.fsum([value, value, -value, 1e308])
    except ValueError:
        return 1
    except OverflowError:
        return 2  # reached by: root(1.7e308)
    return 0


def choosing(values: list[int], weights: list[int]) -> int:
    try:
        random.choices(values, weights=weights)
    except ValueError:
        return 1
    except IndexError:
        return 2  # reached by: choosing([], [])
    return 0


def placed(values: list[int], number: int) -> int:
    try:
        bisect.bisect_left(values, 0, number)
    except ValueError:
        return 1
    except OverflowError:
        return 2  # reached by: placed([], 2**70) [beyond int]
    except IndexError:
        return 3
    return 0


def smallest(values: list[int], number: int) -> int:
    try:
        heapq.nsmallest(number, values)
    except OverflowError:
        return 1
    except TypeError:
        return 2
    return 0


def name_of(char: str) -> int:
    try:
        unicodedata.name(char)
    except ValueError:
        return 1
    except TypeError:
        return 2  # reached by: name_of("")
    return 0


def indexed(number: int) -> int:
    try:
        operator.mul([0], number)
    except OverflowError:
        return 1  # reached by: indexed(2**70)
    except MemoryError:
        return 2
    return 0


class Failed(Exception):
    pass


def load(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Failed(str(error)) from error


def chained(text: str) -> int:
    try:
        load(text)
    except Failed:
        return 1
    except RecursionError:
        return 2  # reached by: chained("[" * 100_000)
    except ValueError:
        return 3  # reached by: chained("1" * 5_000)
    return 0


def by_name(data: bytes) -> int:
    try:
        json.loads(data)
    except ValueError as error:
        if isinstance(error, UnicodeDecodeError):
            return 1  # reached by: by_name(b"\xff")
        if type(error) is ValueError:
            return 2  # reached by: by_name(b"1" * 5_000)
        return 3  # reached by: by_name(b"x")
    return 0


def by_attribute(path: str) -> int:
    try:
        os.stat(path)
    except OSError as error:
        if error.errno == 36:
            return 1  # reached by: by_attribute("x" * 5000)
        if error.filename != path:
            return 2
        return 3  # reached by: by_attribute("/nowhere/at/all")
    except ValueError:
        return 4  # reached by: by_attribute("\0")
    return 0


def looked_at(data: bytes) -> int:
    name = ""
    with contextlib.suppress(ValueError):
        try:
            json.loads(data)
        finally:
            kind = sys.exc_info()[0]
            name = kind.__name__ if kind is not None else ""
    if name == "UnicodeDecodeError":
        return 1  # reached by: looked_at(b"\xff")
    return 0


class Guard:
    def __init__(self) -> None:
        self.seen = ""

    def __enter__(self) -> "Guard":
        return self

    def __exit__(self, kind: type | None, error: object, trace: object) -> bool:
        if kind is not None:
            self.seen = kind.__name__
        return kind is not None and issubclass(kind, Exception)


def guarded(path: str) -> int:
    with Guard() as guard:
        os.listdir(path)
    if guard.seen == "ValueError":
        return 1  # reached by: guarded("\0")
    if guard.seen == "NotADirectoryError":
        return 2  # reached by: guarded("/dev/null")
    return 0


@contextlib.contextmanager
def translated():
    try:
        yield
    except zlib.error:
        raise Failed("zlib") from None
    except binascii.Error:
        raise Failed("base64") from None


def behind_a_manager(data: bytes) -> int:
    try:
        with translated():
            zlib.decompress(base64.b64decode(data))
    except Failed as error:
        if str(error) == "base64":
            return 1  # reached by: behind_a_manager(b"Y")
        return 2  # reached by: behind_a_manager(b"YQ==")
    return 0


def numbers(texts: list[str]):
    for text in texts:
        yield json.loads(text)


def from_a_generator(texts: list[str]) -> int:
    try:
        for _ in numbers(texts):
            pass
    except json.JSONDecodeError:
        return 1
    except RecursionError:
        return 2  # reached by: from_a_generator(["[" * 100_000])
    return 0


def retried(text: str) -> int:
    errors = []
    for parse in (json.loads, ast.literal_eval):
        try:
            parse(text)
            break
        except ValueError:
            errors.append(1)
        except SyntaxError:
            errors.append(2)
        except RecursionError:
            errors.append(3)
    if errors == [3, 2]:
        return 1  # reached by: retried("[" * 100_000)
    if errors == [1, 2]:
        return 2  # reached by: retried("(")
    return 0


def the_cause(text: str) -> int:
    try:
        load(text)
    except Failed as error:
        if isinstance(error.__cause__, json.JSONDecodeError):
            return 1  # reached by: the_cause("x")
        return 2
    except Exception:
        return 3  # reached by: the_cause("1" * 5_000)
    return 0


def raised_again(data: bytes) -> int:
    try:
        try:
            json.loads(data)
        except Exception as error:
            raise error
    except json.JSONDecodeError:
        return 1
    except UnicodeDecodeError:
        return 2  # reached by: raised_again(b"\xff")
    return 0


def by_tuple(path: str) -> int:
    wanted = (FileNotFoundError, PermissionError)
    try:
        os.listdir(path)
    except wanted:
        return 1
    except (NotADirectoryError, ValueError):
        return 2  # reached by: by_tuple("\0")
    except OSError:
        return 3  # reached by: by_tuple("x" * 5000)
    return 0


def nothing_said(text: str) -> bool:
    try:
        datetime.datetime.strptime(text, text)
        return True
    except ValueError:
        return False


def behind_nothing_said(text: str) -> int:
    try:
        nothing_said(text)
    except re.error:
        return 1
    except Exception:
        return 2
    return 0


def key_of(table: dict[str, int], text: str) -> int:
    try:
        return table[json.loads(text)]
    except KeyError:
        return -1
    except TypeError:
        return -2  # reached by: key_of({}, "[]")
    except ValueError:
        return -3  # reached by: key_of({}, "x")


def attribute_of(text: str) -> int:
    try:
        return len(getattr(json, text))
    except AttributeError:
        return -1
    except TypeError:
        return -2  # reached by: attribute_of("loads")
    except ValueError:
        return -3


def printed(text: str) -> int:
    try:
        print(text)
    except UnicodeEncodeError:
        return 1  # reached by: sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8"); printed("\ud800")
    return 0
