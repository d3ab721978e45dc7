"""Random statements, laid out, are what a formatter would have made of them."""

from __future__ import annotations

import ast
import io
import random
import subprocess
import sys
import tokenize
from pathlib import Path
from textwrap import dedent

import pytest

from clew.inputs.recipes import Collection, Dictionary, Literal, Made, Name, Recipe
from clew.testgen.expressions import Names, Writer, literal_text, restyled, snake, string_text
from clew.testgen.layout import layout, tokens_of


def random_recipe(rng: random.Random, depth: int) -> Recipe:
    kind = rng.randrange(9 if depth else 4)
    if kind < 4:
        texts = [
            "",
            "a",
            "it's",
            'say "x"',
            "both ' and \"",
            "a\n\\",
            "longer text " * rng.randrange(5),
            "\ud800",
            "日本",
        ]
        values = [0, -1, 10**30, 1.5, 1e18, -1e-300, float("inf"), True, None, 2j, b"\x00'", *texts]
        return Literal(rng.choice(values))
    items = tuple(random_recipe(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 5, 9))))
    match kind:
        case 4 | 5:
            return Collection(
                rng.choice(("list", "tuple", "set", "frozenset", "deque", "iterator", "bytearray")), items
            )
        case 6:
            pairs = tuple((Literal(f"key{i}"), item) for i, item in enumerate(items))
            return Dictionary(rng.choice(("dict", "Counter", "OrderedDict")), pairs)
        case _:
            return Made(Name("shop.cart", "Cart"), items[:3], tuple((f"name{i}", x) for i, x in enumerate(items[3:])))


def test_layout_is_what_ruff_makes(tmp_path: Path) -> None:
    rng = random.Random(7)
    lines: list[str] = []
    for number in range(300):
        writer = Writer(Names("shop.cart"))
        text = writer.expression(random_recipe(rng, 3))
        statement = rng.choice((f"x{number} = {text}", f"result = total({text}, 1)", f"total({text})"))
        lines.append(f"def f{number}() -> None:")
        for setup in writer.setup:
            lines.extend(layout(setup, 1))
        lines.extend((*layout(statement, 1), "", ""))
    path = tmp_path / "laid_out.py"
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8", errors="surrogatepass")
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "--no-cache", "--diff", path.name],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ruff.returncode == 0, ruff.stdout[:4000] + ruff.stderr


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("\u00e9 e\u0301", '"\u00e9 e\u0301"'),
        ("\u0301a", '"\\u0301a"'),
        ("\n\u0301", '"\\n\\u0301"'),
        ("\\\u0301", '"\\\\\\u0301"'),
        ("a\u200b\u202e\u2066", '"a\\u200b\\u202e\\u2066"'),
        ("\u3164\ufe0f\u2800", '"\\u3164\\ufe0f\\u2800"'),
        ("\U000e0101", '"\\U000e0101"'),
        ("\u05e9\u05dc", '"\u05e9\u05dc"'),
    ],
)
def test_what_cannot_be_seen_is_written_as_escapes(value: str, text: str) -> None:
    assert string_text(value) == text
    assert restyled(repr(value), Names(""), ()) == text
    assert ast.literal_eval(text) == value


def test_strings_and_names() -> None:
    assert string_text("it's") == '"it\'s"'
    assert string_text('say "x"') == "'say \"x\"'"
    assert snake("ShoppingCart") == "shopping_cart"
    assert snake("HTTPServer") == "http_server"
    names = Names("shop.cart")
    text = "[shop.cart.Color.RED, decimal.Decimal('1.5'), 1e+18, 'shop.cart.x']"
    wanted = '[Color.RED, decimal.Decimal("1.5"), 1e18, "shop.cart.x"]'
    assert restyled(text, names, ["shop.cart", "decimal"]) == wanted
    assert sorted(names.imports) == ["from shop.cart import Color", "import decimal"]
    assert Names("m").of("m", "list") == "m.list"
    assert Names("m").of("m", "test_connection") == "m.test_connection"
    assert Names("m").of("m", "m") == "m.m"


@pytest.mark.parametrize(
    "text",
    [
        "assert (result == 29) == (month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) and long_name)",
        "assert all(first[index] <= second[index] <= third[index] for index in range(len(first_of_the_lists) - 1000000))",
        "assert found == [one + another for one, another in zip(ones_of_the_lists, others_of_the_lists, strict=True) if one]",
        "assert table[first_index_of_the_table + second_index_of_the_table + third_index_of_the_table + fourth_index] == 1",
        "assert result is (first_of_the_operands + second_of_the_operands + third_of_the_operands + fourth_of_the_operands)",
        "result = {key_of_the_table: value_of_the_table + 1000000 for key_of_the_table, value_of_the_table in pairs_of_it}",
        "result = total((first_of_the_operands + second_of_the_operands), [third_of_the_operands], (fourth_of_the_operands,))",
        "assert rows[first_index_of_the_table + 1000000 : second_index_of_the_table + third_index_of_the_table + 10000] == []",
    ],
)
def test_what_is_broken_says_the_same(text: str) -> None:
    lines = layout(text, 1)
    assert len(lines) > 1
    assert ast.dump(ast.parse(dedent("\n".join(lines)))) == ast.dump(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "assert f(-1, 0.5e-3, .5, 1_000, 0x1F, (1, 2)[0], [3], {4: 5}) == {**a, 'b': \"c\"}",
        "x = (lambda a, b=(1, 2): a)(1, [i for i in y if i != 'for'], z[1:2], (w := 3))",
        "f('(', \"[,\", '')[0](1, 2)", "return (1, 2)", "f(not (a), b if (c) else d)", "f()", "x", "f(1)(2)[3]",
    ],
)  # fmt: skip
def test_what_needs_no_tokenizer_is_read_alike(text: str) -> None:
    read = tokenize.generate_tokens(io.StringIO(text).readline)
    wanted = [
        (each.string if each.type in (tokenize.NAME, tokenize.OP) else "", each.start[1], each.type == tokenize.NAME)
        for each in read
        if each.type not in (tokenize.NEWLINE, tokenize.ENDMARKER)
    ]
    found = tokens_of(text)
    assert found is not None and len(found) >= len(wanted)
    brackets = [each for each in found if each[0] in {*"()[]{},:", "for", "lambda"}]
    assert brackets == [each for each in wanted if each[0] in {*"()[]{},:", "for", "lambda"}]
    assert [each for each in found if each[2]] == [each for each in wanted if each[2]]


def test_what_does_not_end_is_not_read() -> None:
    assert tokens_of("f((1, 2)") is None and tokens_of("f('\\n'") is None and tokens_of("f(1)]") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2**1024, "2**1024"), (-(2**1024), "-2**1024"), (2**1024 - 2**970, "18014398509481983 * 2**970"),
        (-3 * 2**200, "-3 * 2**200"), (10**39, str(10**39)), (10**309, str(10**309)), (10**40 + 1, str(10**40 + 1)),
        (True, "True"), (0, "0"),
    ],
)  # fmt: skip
def test_large_ints_can_be_read(value: int, text: str) -> None:
    assert literal_text(value) == text and eval(text) == value
