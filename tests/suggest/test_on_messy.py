"""Suggestions over messy data: what is said is true, and examples show what differs."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.fields.examples import field_examples
from evaljson.suggest import Suggestions, suggest
from tests.messy import Messy, messy

LONG = "a beginning that all of these texts share, and that is longer than any line of a page, "


@cache
def made() -> Messy:
    """Few variants; every name begins alike, and in the first variant's labels only white space is wrong."""
    data = messy(16, 3)
    for value in (data.gold, *data.extracted.values()):
        _lengthen(value)
    data.extracted["spaces"] = _spaced(copy.deepcopy(data.gold))
    return data


def _lengthen(value: Any) -> None:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            _lengthen(inner)
        elif key == "name" and isinstance(inner, str):
            value[key] = LONG + inner


def _spaced(value: Any) -> Any:
    if isinstance(value, list):
        return [_spaced(inner) for inner in value]
    if isinstance(value, dict):
        return {key: inner.replace(" ", "  ") if key == "label" else _spaced(inner) for key, inner in value.items()}
    return value


@cache
def found(variant: str) -> Suggestions:
    return suggest(made().gold, {variant: made().extracted[variant]}, made().schema)


def test_where_only_white_space_is_wrong_it_is_never_said_that_nothing_explains_it() -> None:
    suggestions = found("spaces")
    run = evaluate(made().gold, made().extracted["spaces"], made().schema)
    faults = run.to_frame().query("status == 'mismatch'").groupby("field")["record_id"].nunique()
    wrong = set(faults[faults >= 2].index)  # in one record alone, it may be a matter of that record
    assert wrong
    assert {suggestion.edit.path for suggestion in suggestions if suggestion.kind == "whitespace"} >= wrong


@pytest.mark.parametrize("variant", ["spaces", "extracted_model_01", "extracted_model_02"])
def test_no_example_is_cut_before_the_difference(variant: str) -> None:
    run = evaluate(made().gold, made().extracted[variant], made().schema)
    wrong = [path for path, figures in run.per_field.items() if figures.mismatches]
    assert wrong
    examples = field_examples(run)
    types = {path for path in wrong if examples[path].gold.split("…")[-1] == examples[path].extracted.split("…")[-1]}
    assert all(path.endswith((".count", ".total", ".amount")) for path in types), "a number and its text look alike"
    shown = [example for suggestion in found(variant).to_dict()["suggestions"] for example in
             suggestion["evidence"]["examples"]]  # fmt: skip
    assert not [example for example in shown if example["gold"] == example["extracted"]]


@pytest.mark.parametrize("variant", ["spaces", "extracted_model_01", "extracted_model_02"])
def test_punctuation_is_never_ignored_in_numbers(variant: str) -> None:
    ignored = {
        suggestion.edit.path for suggestion in found(variant) if suggestion.kind in ("punctuation", "separators")
    }
    assert not [path for path in ignored if path.endswith((".count", ".total", ".amount"))]
