"""How x-eval-align is read: several keys, transforms, `on`, and chains."""

from typing import Any

import pytest

from evaljson.base.errors import SchemaError
from evaljson.schema import AlignSpec, TransformSpec, parse_eval_schema

ITEMS = {"type": "object", "properties": {"k": {"type": "string"}, "line": {"type": "integer"}}}
FREE = {"type": "object", "additionalProperties": {"type": "string"}}
UNIT = {**ITEMS, "x-eval-compare": "exact"}
BY_K = {"match_by": "key_field", "key": "k"}


def read(align: Any, items: dict[str, Any] = ITEMS) -> AlignSpec:
    array = {"type": "array", "items": items, "x-eval-align": align}
    return parse_eval_schema({"type": "object", "properties": {"a": array}}).properties["a"].align


@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ({"match_by": "key_field", "key": ["k"]}, AlignSpec("key_field", ("k",))),
        ({"match_by": "key_field", "key": ["line", "k"]}, AlignSpec("key_field", ("line", "k"))),
        (
            {**BY_K, "transform": ["strip", {"round_digits": {"digits": 2}}]},
            AlignSpec(
                "key_field", "k", transforms=(TransformSpec("strip"), TransformSpec("round_digits", {"digits": 2}))
            ),
        ),
        ({"match_by": "hungarian", "on": ["k"]}, AlignSpec("hungarian", on=("k",))),
        ([BY_K], AlignSpec("key_field", "k")),
        ([BY_K, {"ordered": True}], AlignSpec("key_field", "k", then=AlignSpec())),
        (
            [BY_K, {"match_by": "hungarian", "on": ["line"]}, {"match_by": "ordered"}],
            AlignSpec("key_field", "k", then=AlignSpec("hungarian", on=("line",), then=AlignSpec())),
        ),
    ],
)
def test_an_alignment_is_read(align: Any, expected: AlignSpec) -> None:
    assert read(align) == expected


def test_a_chain_gives_its_strategies_in_order() -> None:
    found = read([BY_K, {"match_by": "hungarian"}, {"ordered": True}])
    assert [one.strategy for one in found.chain()] == ["key_field", "hungarian", "ordered"]


@pytest.mark.parametrize("key", ["any", ["any", "other"]])
def test_elements_with_free_keys_may_be_aligned_by_any_of_them(key: Any) -> None:
    assert read({"match_by": "key_field", "key": key}, FREE).keys == (("any",) if key == "any" else ("any", "other"))


def test_elements_that_are_one_value_may_be_aligned_by_a_key() -> None:
    assert read({"match_by": "key_field", "key": ["k", "line"]}, UNIT).keys == ("k", "line")


@pytest.mark.parametrize(
    ("align", "says"),
    [
        ({"match_by": "key_field", "key": []}, "name at least one key, each once"),
        ({"match_by": "key_field", "key": ["k", "k"]}, "name at least one key, each once"),
        ({"match_by": "key_field", "key": ["k", "lin"]}, "no field 'lin' to align by. Did you mean 'line'?"),
        ({**BY_K, "transform": ["stripp"]}, "no transform 'stripp'. Did you mean 'strip'?"),
        ({**BY_K, "transform": "strip"}, "takes an array, not string"),
        ({**BY_K, "transform": [{"round_digits": {}}]}, "needs the parameter 'digits'"),
        ({"match_by": "hungarian", "on": []}, "name at least one key, each once"),
        ({"match_by": "hungarian", "on": ["kk"]}, "no field 'kk' to align by. Did you mean 'k'?"),
        ({"match_by": "hungarian", "transform": ["strip"]}, "has no parameter 'transform'"),
        ([], "names at least one strategy"),
        ([BY_K, [BY_K]], "holds no further list"),
        ([BY_K, "hungarian"], "takes an object"),
        ([BY_K, {"match_by": "key_field", "key": "kk"}], "no field 'kk' to align by. Did you mean 'k'?"),
    ],
)
def test_a_wrong_alignment_is_refused_with_its_path(align: Any, says: str) -> None:
    with pytest.raises(SchemaError, match=f"^a: .*{says.replace('?', '[?]')}") as error:
        read(align)
    assert error.value.path == "a"


def test_elements_that_are_one_value_have_no_fields_to_align_on() -> None:
    with pytest.raises(SchemaError, match="compared as one value: they have no fields to align on"):
        read({"match_by": "hungarian", "on": ["k"]}, UNIT)


@pytest.mark.parametrize("align", [{"match_by": "hungarian", "on": ["k"]}, [{"ordered": True}, BY_K]])
def test_elements_that_are_no_objects_have_no_fields_to_align_by(align: Any) -> None:
    with pytest.raises(SchemaError, match="needs elements that are objects"):
        read(align, {"type": "string"})
