"""Gold checked against its schema."""

import logging
from typing import Any

import pytest

from evaljson.compat.struct_extract_eval import GoldValidationError, infer_schema, parse_eval_schema, validate_gold

from .build import TEXT, many, of


@pytest.mark.parametrize("annotated", [False, True])
def test_gold_that_fits_is_accepted_whether_or_not_the_schema_is_annotated(annotated: bool) -> None:
    gold = [{"id": "r1", "a": "x", "rows": [{"k": "1"}]}]
    schema = infer_schema(gold) if not annotated else parse_eval_schema(of(id=TEXT, a=TEXT, rows=many(of(k=TEXT))))
    assert validate_gold(gold, schema, id_field="id") is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("skipped", [True, False])
def test_keys_below_a_skipped_node_are_checked_like_others(skipped: bool) -> None:
    schema = of(memo={**of(a=TEXT), "x-eval-skip": skipped})
    with pytest.raises(GoldValidationError, match="not in the schema") as caught:
        validate_gold([{"memo": {"a": "x"}}, {"memo": {"b": "y"}}], schema, warn_missing=False)
    assert (caught.value.record_id, caught.value.path) == (1, "memo.b")


@pytest.mark.parametrize("strict_types", [False, True])
def test_types_below_a_skipped_node_are_checked_where_all_are(
    strict_types: bool, caplog: pytest.LogCaptureFixture
) -> None:
    schema, gold = of(memo={**TEXT, "x-eval-skip": True}), [{"memo": 7}]
    if not strict_types:
        validate_gold(gold, schema)
        assert "integer instead of string" in caplog.text
        return
    with pytest.raises(GoldValidationError, match="integer instead of string"):
        validate_gold(gold, schema, strict_types=True)


def test_missing_fields_are_logged_unless_told_otherwise(caplog: pytest.LogCaptureFixture) -> None:
    validate_gold([{}], of(a=TEXT), warn_missing=False)
    assert not caplog.records
    validate_gold([{}], of(a=TEXT))
    assert [(record.levelno, record.getMessage().split(" ")[0]) for record in caplog.records] == [
        (logging.WARNING, "a:")
    ]


@pytest.mark.parametrize("record", [{}, {"id": None}, {"id": 1.5}, {"id": True}])
def test_a_record_without_a_usable_id_is_named_by_its_index(record: dict[str, Any]) -> None:
    with pytest.raises(GoldValidationError, match="text or an integer") as caught:
        validate_gold([{"id": 7}, record], of(id=TEXT), id_field="id", warn_missing=False)
    assert (caught.value.record_id, caught.value.path) == (1, "id")
