"""The JSON schema of the settings takes what clew takes."""

from __future__ import annotations

import jsonschema
import pytest

from clew.source.settings import Option, options
from clew.workbench.reference import settings_schema

GIVEN = (
    True, False, 0, 1, 3, -1, 0.5, 1.5, "", "x", "normal", "quick", "branch", "branch,mcdc", [], ["x"], ["branch"],
    ["branch", "x"], [1], {}, "dask://host:8786",
)  # fmt: skip


@pytest.mark.parametrize("option", options(), ids=lambda option: option.key)
def test_what_is_taken(option: Option) -> None:
    schema = settings_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    for given in GIVEN:
        if option.kind == "names" and isinstance(given, str):
            continue  # names in one text, which a schema does not take apart
        problems = list(jsonschema.Draft7Validator(schema).iter_errors({option.key: given}))
        assert bool(problems) is not _is_taken(option, given), (given, problems)


def test_other_keys_are_none() -> None:
    assert list(jsonschema.Draft7Validator(settings_schema()).iter_errors({"lop": 3}))


def _is_taken(option: Option, given: object) -> bool:
    try:
        option.check(given)
    except ValueError:
        return False
    return True
