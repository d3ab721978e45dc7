"""Settings that other parts of a program make."""

import asyncio
import calendar
import csv
import decimal
import logging
import os
import socket
import time
import tracemalloc
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import fresh_ambient as m


def inside_loop(function: Callable[[], Any]) -> None:
    async def run() -> None:
        function()

    asyncio.run(run())


def sunday(function: Callable[[], Any]) -> None:
    calendar.setfirstweekday(6)
    try:
        function()
    finally:
        calendar.setfirstweekday(0)


def larger(function: Callable[[], Any]) -> None:
    before = csv.field_size_limit(10**6)
    function()
    csv.field_size_limit(before)


def impatient(function: Callable[[], Any]) -> None:
    socket.setdefaulttimeout(3.0)
    function()
    socket.setdefaulttimeout(None)


def in_zone(name: str, function: Callable[[], Any]) -> None:
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    function()
    del os.environ["TZ"]
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


def berlin(function: Callable[[], Any]) -> None:
    in_zone("CET-1", function)


def america(function: Callable[[], Any]) -> None:
    in_zone("EST5", function)


def tracing(function: Callable[[], Any]) -> None:
    tracemalloc.start()
    function()
    tracemalloc.stop()


def unfiltered(function: Callable[[], Any]) -> None:
    with warnings.catch_warnings():
        warnings.resetwarnings()
        function()


def critical(function: Callable[[], Any]) -> None:
    before = logging.getLogger().level
    logging.getLogger().setLevel(logging.CRITICAL)
    function()
    logging.getLogger().setLevel(before)


def up(function: Callable[[str], Any]) -> None:
    with decimal.localcontext(rounding=decimal.ROUND_HALF_UP):
        function("up")


def register_plain(listing: type["m.Listing"]) -> None:
    listing.register(m.Plain)


def watch(function: Callable[["m.Target"], Any]) -> None:
    target = m.Target()
    reference = weakref.ref(target)
    function(target)
    reference()


def held(function: Callable[[list[int]], Any]) -> None:
    values: list[int] = []
    others = [values, values, values]
    function(values)
    others.clear()


def moved(function: Callable[[], Any]) -> None:
    before = os.environ.get("HOME")
    os.environ["HOME"] = "/fresh"
    function()
    del os.environ["HOME"]
    if before is not None:
        os.environ["HOME"] = before


def handling(function: Callable[[], Any]) -> None:
    try:
        raise KeyError
    except KeyError:
        function()


def handling_with(function: Callable[[str], Any]) -> None:
    try:
        raise KeyError
    except KeyError:
        function("a")


def during(function: Callable[["m.Problem"], Any]) -> None:
    try:
        try:
            raise KeyError
        except KeyError:
            raise m.Problem from None
    except m.Problem as problem:
        function(problem)


def raised(function: Callable[["m.Problem"], Any]) -> None:
    try:
        raise m.Problem
    except m.Problem as problem:
        function(problem)


def noted(function: Callable[["m.Problem"], Any]) -> None:
    problem = m.Problem()
    problem.add_note("a")
    function(problem)
