"""Spans, scopes and reasons as JSON, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from clew.source.spans import Span
from clew.verdict.reasons import Reason
from clew.verdict.scopes import Scope

ScopeJson: TypeAlias = str | dict[str, dict[str, int]]


def scope_to_json(scope: Scope) -> ScopeJson:
    return {"within": dict(scope)} if scope else "unbounded"


def read_scope(data: str | Mapping[str, Any]) -> Scope:
    return () if isinstance(data, str) else tuple(data["within"].items())


def reason_to_json(reason: Reason) -> dict[str, Any]:
    data: dict[str, Any] = {"code": reason.code, "text": reason.text}
    if reason.setting is not None:
        data["setting"] = reason.setting
    if reason.place is not None:
        data["span"] = list(reason.place)
    return data


def read_reason(data: Mapping[str, Any]) -> Reason:
    place = read_span(data["span"]) if "span" in data else None
    return Reason(data["code"], data["text"], data.get("setting"), place)


def read_span(data: Iterable[int]) -> Span:
    line, column, end_line, end_column = data
    return Span(line, column, end_line, end_column)
