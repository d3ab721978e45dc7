"""Small readers of small languages, without annotations."""


def read_value(text):
    """One JSON-like value: null, true, false, a number, a string or a list."""
    value, rest = read_from(text.lstrip())
    if rest.strip():
        raise ValueError("trailing text")
    return value


def read_from(text):
    if text.startswith("null"):
        return None, text[4:]
    if text.startswith("true"):
        return True, text[4:]
    if text.startswith("["):
        items = []
        rest = text[1:].lstrip()
        if rest.startswith("]"):
            return items, rest[1:]
        while True:
            item, rest = read_from(rest)
            items.append(item)
            rest = rest.lstrip()
            if rest.startswith(","):
                rest = rest[1:].lstrip()
            elif rest.startswith("]"):
                return items, rest[1:]
            else:
                raise ValueError("expected , or ]")
    if text.startswith('"'):
        end = text.find('"', 1)
        if end < 0:
            raise ValueError("unterminated")
        return text[1:end], text[end + 1 :]
    digits = 0
    while digits < len(text) and text[digits].isdigit():
        digits += 1
    if digits == 0:
        raise ValueError("no value here")
    return int(text[:digits]), text[digits:]


def tokenize(source):
    tokens = []
    position = 0
    while position < len(source):
        c = source[position]
        if c.isspace():
            position += 1
        elif c.isdigit():
            start = position
            while position < len(source) and source[position].isdigit():
                position += 1
            tokens.append(("number", source[start:position]))
        elif c.isalpha() or c == "_":
            start = position
            while position < len(source) and (source[position].isalnum() or source[position] == "_"):
                position += 1
            tokens.append(("name", source[start:position]))
        elif c in "+-*/()":
            tokens.append(("operator", c))
            position += 1
        else:
            raise SyntaxError(c)
    return tokens


def evaluate_rpn(expression):
    stack = []
    for token in expression.split():
        if token in ("+", "-", "*", "/"):
            if len(stack) < 2:
                raise ValueError("missing operand")
            b, a = stack.pop(), stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            elif token == "*":
                stack.append(a * b)
            else:
                if b == 0:
                    raise ZeroDivisionError(expression)
                stack.append(a // b)
        else:
            stack.append(int(token))
    if len(stack) != 1:
        raise ValueError("unbalanced")
    return stack[0]


def parse_options(arguments):
    options = {}
    positional = []
    for argument in arguments:
        if argument == "--":
            break
        if argument.startswith("--"):
            name, equals, value = argument[2:].partition("=")
            options[name] = value if equals else True
        elif argument.startswith("-") and len(argument) > 1:
            for letter in argument[1:]:
                options[letter] = True
        else:
            positional.append(argument)
    return options, positional


def parse_ini(lines):
    section = None
    result = {}
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
            result.setdefault(section, {})
        elif "=" in line:
            if section is None:
                raise ValueError("option outside a section")
            key, _, value = line.partition("=")
            result[section][key.strip()] = value.strip()
        else:
            raise ValueError("bad line")
    return result


def expand_ranges(text):
    numbers = []
    for part in text.split(","):
        if "-" in part:
            low, high = part.split("-")
            if int(low) > int(high):
                raise ValueError("descending")
            numbers.extend(range(int(low), int(high) + 1))
        elif part:
            numbers.append(int(part))
    return numbers
