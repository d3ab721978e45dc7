"""Dataclasses are compared field by field: a nan differs from itself."""

from dataclasses import dataclass


@dataclass
class Point:
    x: float
    y: int = 0


def same_nan(v: float):
    if Point(v) == Point(v):
        return 1  # covered
    return 2  # covered


def same_object(v: float):
    p = Point(v)
    if p == p:
        return 1  # covered
    return 2  # infeasible


def in_a_list(v: float):
    if Point(v) in [Point(v)]:
        return 1  # covered
    return 2  # covered


def all_fields(a: int, b: int):
    if Point(1.0, a) == Point(1.0, b):
        if a != b:
            return 1  # infeasible
        return 2  # covered
    return 3  # covered
