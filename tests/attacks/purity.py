"""What a library call did not change in one run it may change in another."""

from __future__ import annotations

import array
import bisect
import collections
import configparser
import copy
import csv
import difflib
import heapq
import html.parser
import io
import logging
import operator
import queue
import random
import sched
import shelve
import string
import struct
import time
import warnings
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from email.message import Message
from string import Formatter


def reads_settings(text: str) -> int:
    parser = configparser.ConfigParser()
    parser.read_string(text)
    if parser.has_section("a"):
        return 1  # reached by: reads_settings("[a]\nb=1\n")
    return 0


def settings_kept(text: str) -> int:
    parser = configparser.RawConfigParser({"b": "1"})
    try:
        parser.read_string(text)
    except configparser.Error:
        return 0
    if parser.sections():
        return 1  # reached by: settings_kept("[x]")
    return 2


def shuffled(items: list[int]) -> int:
    if len(items) == 3 and items[0] == 1:
        random.shuffle(items)
        if items[0] != 1:
            return 1  # reached by: [(random.seed(n), shuffled([1, 2, 3])) for n in range(9)]
    return 0


def heap(items: list[int]) -> int:
    if len(items) == 3 and items[0] > items[1]:
        heapq.heapify(items)
        if items[0] <= items[1]:
            return 1  # reached by: heap([3, 2, 1])
    return 0


def insorted(items: list[str], x: str) -> int:
    before = len(items)
    bisect.insort(items, x, key=str.lower)
    if len(items) != before:
        return 1  # reached by: insorted([], "a")
    return 0


def packed(value: int) -> int:
    buffer = bytearray(4)
    struct.pack_into("<I", buffer, 0, value & 0xFF)
    if buffer[0] == 7:
        return 1  # reached by: packed(7)
    return 0


class Counting(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def tags(text: str) -> int:
    parser = Counting()
    parser.feed(text)
    if parser.tags:
        return 1  # reached by: tags("<b>x</b>")
    return 0


def element(text: str) -> int:
    root = ET.Element("root")
    if text:
        ET.SubElement(root, text)
    if len(root) > 0:
        return 1  # reached by: element("a")
    return 0


def element_set(key: str) -> int:
    root = ET.Element("root")
    root.set(key, "1")
    if root.attrib.get("lang") is not None:
        return 1  # reached by: element_set("lang")
    return 0


def rows(text: str) -> int:
    names: list[str] = []
    reader = csv.DictReader(io.StringIO(text), restkey="rest")
    for row in reader:
        names.extend(row)
    if "rest" in names:
        return 1  # reached by: rows("a\n1,2\n")
    return 0


def written(value: str) -> int:
    out = io.StringIO()
    csv.writer(out).writerow([value])
    if '"' in out.getvalue():
        return 1  # reached by: written('a"b')
    return 0


def header(name: str, value: str) -> int:
    message = Message()
    message[name] = value
    if "x-flag" in message:
        return 1  # reached by: header("X-Flag", "1")
    return 0


def queued(items: list[int]) -> int:
    waiting: queue.Queue[int] = queue.Queue()
    for item in items:
        waiting.put(item)
    if waiting.qsize() > 2:
        return 1  # reached by: queued([1, 2, 3])
    return 0


def ordered(key: str) -> int:
    table = collections.OrderedDict(a=1, b=2)
    if key in table:
        table.move_to_end(key, last=False)
    if next(iter(table)) == "b":
        return 1  # reached by: ordered("b")
    return 0


def set_by_operator(items: list[int], index: int) -> int:
    before = list(items)
    if 0 <= index < len(items):
        operator.setitem(items, index, 99)
    if items != before:
        return 1  # reached by: set_by_operator([1], 0)
    return 0


def concatenated(items: list[int], more: list[int]) -> int:
    before = len(items)
    operator.iconcat(items, more)
    if len(items) > before:
        return 1  # reached by: concatenated([], [1])
    return 0


def unbound(items: list[int], x: int) -> int:
    list.append(items, x)
    if len(items) == 1:
        return 1  # reached by: unbound([], 1)
    return 0


def mapped(items: list[int], target: list[int]) -> int:
    list(map(target.append, items))
    if target and target[-1] == 5:
        return 1  # reached by: mapped([5], [])
    return 0


def numbers(value: int) -> int:
    values = array.array("q", [0, 0])
    values[value & 1] = 1
    if values[1] == 1:
        return 1  # reached by: numbers(1)
    return 0


@dataclass
class Bag:
    items: list[str] = field(default_factory=list)


class Holding(logging.Handler):
    def __init__(self, bag: Bag) -> None:
        super().__init__()
        self.bag = bag

    def emit(self, record: logging.LogRecord) -> None:
        self.bag.items.append(record.getMessage())


def logged(text: str) -> int:
    bag = Bag()
    log = logging.Logger("own")
    log.addHandler(Holding(bag))
    if text:
        log.warning(text)
    if bag.items:
        return 1  # reached by: logged("x")
    return 0


def registry_of_warnings(text: str) -> int:
    registry: dict[object, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.warn_explicit(text, UserWarning, "f.py", 1, registry=registry)
    if registry:
        return 1  # reached by: registry_of_warnings("x")
    return 0


def matched(a: str, b: str) -> int:
    matcher = difflib.SequenceMatcher(None, a, b)
    if matcher.ratio() > 0.5 and matcher.matching_blocks is not None:
        return 1  # reached by: matched("ab", "ab")
    return 0


class Tracking(Formatter):
    def __init__(self) -> None:
        self.seen: list[object] = []

    def check_unused_args(self, used: object, args: object, kwargs: object) -> None:
        self.seen.append(used)


def formatted(text: str) -> int:
    formatter = Tracking()
    formatter.format(text)
    if formatter.seen:
        return 1  # reached by: formatted("x")
    return 0


def deep_memo(items: list[list[int]]) -> int:
    memo: dict[int, object] = {}
    copy.deepcopy(items, memo)
    if memo:
        return 1  # reached by: deep_memo([[1]])
    return 0


def scheduled(delay: int) -> int:
    found: list[int] = []
    scheduler = sched.scheduler(time.monotonic, lambda seconds: None)
    if delay == 0:
        scheduler.enter(0, 1, found.append, (delay,))
        scheduler.run()
    if found:
        return 1  # reached by: scheduled(0)
    return 0


def template(text: str) -> int:
    names: list[str] = []

    class Noting(dict[str, str]):
        def __missing__(self, key: str) -> str:
            names.append(key)
            return ""

    string.Template(text).safe_substitute(Noting())
    if names:
        return 1  # reached by: template("$a")
    return 0


def shelf(key: str) -> int:
    kept: dict[bytes, bytes] = {}
    book = shelve.Shelf(kept)  # type: ignore[arg-type]
    book[key] = 1
    if kept:
        return 1  # reached by: shelf("a")
    return 0
