"""No parameter and no value makes a comparator or a transform take a processor or a memory to itself."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from evaljson.base.errors import SchemaError
from evaljson.base.params import LARGEST, Param, check_params, is_deeper, number_words
from evaljson.comparators.builtin import BUILT_IN
from evaljson.schema.parse.entries import _STRATEGIES
from evaljson.transforms.registry import find_transform, transform_names
from tests.profiles import share

COMPARATORS, TRANSFORMS = sorted(BUILT_IN), sorted(transform_names())
GROUPS = [("comparator", COMPARATORS[start::3]) for start in range(3)] + [("transform", TRANSFORMS)]
VALUES_EACH = share(40) // 10
"""Values tried with each extreme parameter: a few in turn, or many under the deep profile."""


def described() -> list[tuple[str, Param]]:
    """Every parameter of every comparator, transform and alignment, those inside objects too."""
    owners = {
        **{name: fn.params for name, fn in BUILT_IN.items()},
        **{name: find_transform(name).params or () for name in TRANSFORMS},
        **_STRATEGIES,
    }
    outer = [(name, param) for name, params in owners.items() for param in params]
    return outer + [(f"{name}.{param.name}", inner) for name, param in outer for inner in param.fields]


NUMBERS = [(name, param) for name, param in described() if param.kind in ("number", "integer")]


@pytest.mark.parametrize(("kind", "names"), GROUPS, ids=lambda part: part if isinstance(part, str) else part[0])
def test_no_parameter_and_no_value_outruns_the_processor_or_fills_the_memory(
    kind: str, names: list[str], project_root: Path
) -> None:
    command = [sys.executable, "-m", "tests.extremes", kind, str(VALUES_EACH), *names]
    environment = {**os.environ, "PYTHONPATH": str(project_root)}
    done = subprocess.run(command, cwd=project_root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-500:]}\n{done.stderr[-2000:]}"
    assert done.stdout.endswith("done\n")


@pytest.mark.parametrize(("name", "param"), NUMBERS, ids=[f"{name}.{param.name}" for name, param in NUMBERS])
def test_every_number_has_both_bounds_and_a_value_beyond_them_is_refused_with_the_range(
    name: str, param: Param
) -> None:
    assert param.minimum is not None
    assert param.maximum is not None
    kind = "whole number" if param.kind == "integer" else "number"
    says = f"takes a {kind} from {number_words(param.minimum)} to {number_words(param.maximum)}, not "
    for value in (10**400, -(10**9) - 1, 2 * int(LARGEST)):
        with pytest.raises(SchemaError, match=re.escape(says)):
            check_params({param.name: value}, [param], name, "f")


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        ("string", "a" * 10_001, "takes at most 10,000 characters, not 10,001"),
        ("array", [0] * 10_001, "takes at most 10,000 values, not 10,001"),
        ("object", dict.fromkeys(map(str, range(10_001))), "takes at most 10,000 values, not 10,001"),
        ("any", "a" * 10_001, "takes at most 10,000 characters"),
        ("any", [[[0] * 10_001]], None),
        ("array", eval("[" * 90 + "]" * 90), None),
    ],
)
def test_texts_lists_and_tables_have_a_most(kind: str, value: object, says: str | None) -> None:
    param = Param("p", kind, "Anything.")  # type: ignore[arg-type]
    if says is None:
        check_params({"p": value}, [param], "it", "f")
        return
    with pytest.raises(SchemaError, match=says):
        check_params({"p": value}, [param], "it", "f")


def test_lists_and_objects_inside_each_other_are_counted_once_each() -> None:
    assert is_deeper([[{"a": [1]}]], 3)
    assert not is_deeper([[{"a": [1]}]], 4)
    assert not is_deeper("text", 0)


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0"), (1, "1"), (0.5, "0.5"), (-400, "-400"), (1_000_000_000, "1,000,000,000"), (1e100, "1e100")],
)
def test_a_bound_is_written_as_people_read_it(number: float, words: str) -> None:
    assert number_words(number) == words
