"""What stands in a test is found there: private names as they are outside of their class, shadowed modules."""

from __future__ import annotations

from clew.inputs.recipes import Made, Name, Shared
from clew.testgen.expressions import Names, Writer
from clew.testgen.render import mangled


def test_private_names_are_mangled_with_their_class() -> None:
    assert mangled("Cart.__total") == "Cart._Cart__total"
    assert mangled("_Cart.__total") == "_Cart._Cart__total"
    assert mangled("Outer.Inner.__f") == "Outer.Inner._Inner__f"
    assert mangled("Cart.__init__") == "Cart.__init__"
    assert mangled("__module_level") == "__module_level"
    assert mangled("__.__f") == "__.__f"


def test_a_function_with_the_name_of_its_package_gets_another() -> None:
    names = Names("slug.slug")
    assert names.of("slug.slug", "slug") == "slug_"
    assert names.of("slug.slug", "other") == "other"
    assert sorted(names.imports) == ["from slug.slug import other", "from slug.slug import slug as slug_"]


def test_a_class_with_the_name_of_its_module_is_imported_from_it() -> None:
    names = Names("shop.cart")
    assert names.of("shop.Color", "Color.RED") == "Color.RED"
    assert names.of("paint.Color", "Color.RED") == "paint_Color_Color.RED"
    assert names.of("shop.color", "Color.RED") == "shop.color.Color.RED"
    wanted = ["from paint.Color import Color as paint_Color_Color", "from shop.Color import Color", "import shop.color"]
    assert sorted(names.imports) == wanted


def test_no_variable_takes_the_name_of_the_class_it_is_made_by() -> None:
    writer = Writer(Names("m"))
    assert writer.expression(Shared("delta", Made(Name("m", "delta")))) == "delta2"
    assert writer.setup == ["delta2 = delta()"]
