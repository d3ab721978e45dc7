"""Parsing and rewriting text, typed."""

ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def from_roman(numeral: str) -> int:
    total = 0
    previous = 0
    for letter in reversed(numeral.upper()):
        if letter not in ROMAN:
            raise ValueError(f"not a numeral: {letter}")
        value = ROMAN[letter]
        if value < previous:
            total -= value
        else:
            total += value
            previous = value
    return total


def to_roman(n: int) -> str:
    if not 0 < n < 4000:
        raise ValueError("out of range")
    table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")]
    table += [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out = ""
    for value, letters in table:
        while n >= value:
            out += letters
            n -= value
    if n != 0:  # infeasible: the last value is one
        raise AssertionError(n)
    return out


def balanced(text: str) -> bool:
    pairs = {")": "(", "]": "[", "}": "{"}
    stack: list[str] = []
    for character in text:
        if character in "([{":
            stack.append(character)
        elif character in pairs:
            if not stack:
                return False
            if stack.pop() != pairs[character]:
                return False
    return not stack


def split_csv(line: str, separator: str = ",") -> list[str]:
    fields: list[str] = []
    current = ""
    quoted = False
    index = 0
    while index < len(line):
        c = line[index]
        if quoted:
            if c == '"':
                if index + 1 < len(line) and line[index + 1] == '"':
                    current += '"'
                    index += 1
                else:
                    quoted = False
            else:
                current += c
        elif c == '"' and not current:
            quoted = True
        elif c == separator:
            fields.append(current)
            current = ""
        else:
            current += c
        index += 1
    if quoted:
        raise ValueError("unterminated quote")
    fields.append(current)
    return fields


def parse_url(url: str) -> dict[str, str]:
    scheme, found, rest = url.partition("://")
    if not found:
        raise ValueError("no scheme")
    if scheme not in ("http", "https", "ftp"):
        raise ValueError("unknown scheme")
    host, slash, path = rest.partition("/")
    if not host:
        raise ValueError("no host")
    result = {"scheme": scheme, "path": slash + path}
    if ":" in host:
        host, _, port = host.rpartition(":")
        if not port.isdigit() or int(port) > 65535:
            raise ValueError("port")
        result["port"] = port
    elif scheme == "https":
        result["port"] = "443"
    result["host"] = host.lower()
    return result


def run_lengths(text: str) -> str:
    if not text:
        return ""
    out = []
    last, count = text[0], 1
    for c in text[1:]:
        if c == last:
            count += 1
            continue
        out.append(last if count == 1 else f"{count}{last}")
        last, count = c, 1
    if count == 0:  # infeasible: every run has a member
        out.append("?")
    else:
        out.append(last if count == 1 else f"{count}{last}")
    return "".join(out)


def password_strength(password: str) -> str:
    if len(password) < 4:
        return "short"
    classes = 0
    if any(c.islower() for c in password):
        classes += 1
    if any(c.isupper() for c in password):
        classes += 1
    if any(c.isdigit() for c in password):
        classes += 1
    if any(not c.isalnum() for c in password):
        classes += 1
    if classes == 0:  # infeasible, nearly: only letters without case would do
        return "odd"
    if classes >= 3 and len(password) >= 8:
        return "strong"
    return "medium" if classes >= 2 else "weak"


def snake_case(name: str) -> str:
    out: list[str] = []
    for index, c in enumerate(name):
        if c.isupper():
            if index > 0 and (not name[index - 1].isupper() or (index + 1 < len(name) and name[index + 1].islower())):
                out.append("_")
            out.append(c.lower())
        elif c in " -":
            out.append("_")
        else:
            out.append(c)
    return "".join(out)
