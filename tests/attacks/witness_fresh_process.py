"""Processes in another state."""

import asyncio
import decimal
import gc
import io
import sys
import threading
import types
import warnings
from collections.abc import Callable
from typing import Any


def handling(function: Callable[[], Any]) -> Any:
    try:
        raise KeyError("a")
    except KeyError:
        return function()


def outer(function: Callable[[], Any]) -> Any:
    return function()


def inside_loop(function: Callable[[], Any]) -> Any:
    async def run() -> Any:
        return function()

    return asyncio.run(run())


def in_thread(function: Callable[[], Any]) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def strict(function: Callable[[str], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return function("a")


def precise(function: Callable[[], Any]) -> Any:
    with decimal.localcontext(prec=3):
        return function()


def untrapped(function: Callable[[], Any]) -> Any:
    with decimal.localcontext() as context:
        context.traps[decimal.DivisionByZero] = False
        return function()


def uncollected(function: Callable[[], Any]) -> Any:
    gc.disable()
    try:
        return function()
    finally:
        gc.enable()


def profiled(function: Callable[[], Any]) -> Any:
    before = sys.getprofile()
    sys.setprofile(lambda *_: None)
    try:
        return function()
    finally:
        sys.setprofile(before)


def with_module(function: Callable[[str], Any]) -> Any:
    sys.modules["fresh_optional"] = types.ModuleType("fresh_optional")
    try:
        return function("a")
    finally:
        del sys.modules["fresh_optional"]


def deep(function: Callable[[], Any]) -> Any:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(30000)
    try:
        return function()
    finally:
        sys.setrecursionlimit(before)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(function: Callable[[], Any]) -> Any:
    before, sys.stdout = sys.stdout, Terminal()
    try:
        return function()
    finally:
        sys.stdout = before


def with_arguments(function: Callable[[], Any]) -> Any:
    before, sys.argv = sys.argv, ["app", "serve"]
    try:
        return function()
    finally:
        sys.argv = before


class Caller:
    def call(self, function: Callable[[], Any]) -> Any:
        return function()
