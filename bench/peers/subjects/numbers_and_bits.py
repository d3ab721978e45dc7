"""Floats and bit operations."""

import math


def quadratic_roots(a: float, b: float, c: float) -> tuple[float, ...]:
    if a == 0:
        if b == 0:
            return ()
        return (-c / b,)
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return ()
    if discriminant == 0:
        return (-b / (2 * a),)
    root = math.sqrt(discriminant)
    return ((-b - root) / (2 * a), (-b + root) / (2 * a))


def newton_sqrt(x: float) -> float:
    if x < 0 or x != x:
        raise ValueError("domain")
    if x == 0 or math.isinf(x):
        return x
    guess = x if x > 1 else 1.0
    for _ in range(60):
        better = (guess + x / guess) / 2
        if abs(better - guess) < 1e-12 * better:
            return better
        guess = better
    return guess


def bmi_class(weight: float, height: float) -> str:
    if weight <= 0 or height <= 0:
        raise ValueError("measure")
    bmi = weight / (height * height)
    if bmi < 18.5:
        return "under"
    if bmi < 25.0:
        return "normal"
    if bmi < 30.0:
        return "over"
    return "obese"


def popcount(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


def decode_flags(mask: int) -> list[str]:
    names = []
    if mask & 1:
        names.append("read")
    if mask & 2:
        names.append("write")
    if mask & 4:
        if not mask & 1:
            raise ValueError("execute without read")
        names.append("execute")
    if mask >> 3:
        raise ValueError("unknown bits")
    if mask & 8:  # infeasible: bits above the third were refused
        names.append("sticky")
    return names


def utf8_length(data: bytes) -> int:
    count = index = 0
    while index < len(data):
        lead = data[index]
        if lead < 0x80:
            step = 1
        elif lead >> 5 == 0b110:
            step = 2
        elif lead >> 4 == 0b1110:
            step = 3
        elif lead >> 3 == 0b11110:
            step = 4
        else:
            raise ValueError("lead byte")
        for offset in range(1, step):
            if index + offset >= len(data):
                raise ValueError("truncated")
            if data[index + offset] & 0xC0 != 0x80:
                raise ValueError("continuation")
        index += step
        count += 1
    return count


def mean_and_spread(values):
    if len(values) == 0:
        return None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    variance = sum((v - mean) ** 2 for v in values) / (len(values) - 1)
    if variance < 0:  # infeasible: a sum of squares
        raise ArithmeticError(variance)
    if variance > 100:
        return mean, math.inf
    return mean, math.sqrt(variance)


def gray_code(bits: int) -> list[int]:
    if bits < 0 or bits > 6:
        raise ValueError("bits")
    codes = [0]
    for position in range(bits):
        codes += [code | 1 << position for code in reversed(codes)]
    for left, right in zip(codes, codes[1:]):
        if bin(left ^ right).count("1") != 1:  # infeasible: neighbours differ in one bit
            raise AssertionError("not a gray code")
    return codes
