"""Dicts that a function looks constant keys up in are tried with these keys, present and absent, nested and in lists."""

from __future__ import annotations

from pathlib import Path

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Unknown

TEXT = """
def price(order: dict):
    if "discount" in order:
        if order["kind"] == "vip" and order.get("years", 0) > 3:
            return order["total"] * 0.5
        return order["total"] * 0.9
    return order["total"]

def area(shape):
    match shape:
        case {"kind": "circle", "r": r} if r > 0:
            return 3 * r * r
        case {"kind": "rect", "w": w, "h": h}:
            return w * h
    return 0

def total(items: list[dict]) -> float:
    s = 0
    for item in items:
        if item["taxed"]:
            s += item["price"] * item["count"] * 1.2
        elif item["count"] > 10:
            s += item["price"] * item["count"] * 0.9
    return s

def route(config):
    server = config.get("server") or {}
    port = server.get("port", 80)
    if not isinstance(port, int):
        raise TypeError
    if port < 1024 and not config.get("root"):
        raise PermissionError
    for name, entry in server["routes"].items():
        if entry["method"] == "POST" and entry["auth"]:
            return name
    return None

def others(d: dict[str, int]):
    if "a" in d:
        return 1
    if len(d) > 5 and d["a"] > 1:
        return 2
    for key in d:
        if key != "a":
            return 3
    return 4
"""

PARSING = """
import json
from json import loads

def port(text: str) -> dict:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError("object wanted")
    if "port" in data:
        found = data["port"]
        if not isinstance(found, int) or found <= 0:
            raise ValueError("port")
    return data

def kind(raw):
    event = loads(raw)
    if event["type"] == "push":
        return event["ref"]
    elif event["type"] == "tag":
        return event.get("name", "none")
    return None
"""


def covered(text: str, folder: Path, effort: str = "normal") -> dict[str, UnitReport]:
    path = folder / "subject.py"
    path.write_text(text)
    target = Target(path=str(path), file="subject.py", module="subject", root=str(folder), qualname=None)
    result = cover([target], Settings(suite="small", jobs=1, paths=100, attack=0, effort=effort), Silent())
    return {unit.id.partition("::")[2]: unit for unit in result.report.units}


def test_looked_up_keys_are_tried(tmp_path: Path) -> None:
    units = covered(TEXT, tmp_path)
    for name in ("price", "area", "total", "route"):
        assert [g.id for g in units[name].goals if not isinstance(g.verdict, Covered)] == [], name


def test_dicts_with_other_keys_are_not_forgotten(tmp_path: Path) -> None:
    """Where `"a" in d` is false, `d["a"]` fails for every plain dict, and every key is another one: a defaultdict, which
    the annotation admits, makes what is missing, so nothing is proved.
    """
    others = covered(TEXT, tmp_path, effort="thorough")["others"]
    goals = {g.id.partition("::")[2].partition(":")[2]: g.verdict for g in others.goals}
    open_goals = {name: v for name, v in goals.items() if not isinstance(v, Covered)}
    assert open_goals.keys() == {
        "41.22:condition:true", "41:branch:true", "42:statement", "43:branch:exhausted", "44:branch:false",
    }  # fmt: skip
    assert all(isinstance(v, Unknown) and v.reason.code == "types" for v in open_goals.values())


def test_parsed_documents_look_as_they_are_used(tmp_path: Path) -> None:
    for unit in covered(PARSING, tmp_path).values():
        assert [g.id for g in unit.goals if not isinstance(g.verdict, Covered)] == [], unit.id
