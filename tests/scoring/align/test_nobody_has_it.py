"""Aligning elements by content looks at no pair of a field that no element has."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.scoring.unit import Unit

LEAF = {"type": "string"}
FIELDS = {
    "a": LEAF,
    "never": LEAF,
    "only_gold": LEAF,
    "nothing": {"type": "object", "properties": {"deep": LEAF}},
    "skipped": {**LEAF, "x-eval-skip": True},
}
GOLD = [{"list": [{"a": str(n), "only_gold": "x"} for n in range(6)]}]
EXTRACTED = [{"list": [{"a": str(5 - n)} for n in range(6)]}]


def schema(fields: dict[str, Any]) -> dict[str, Any]:
    items = {"type": "object", "properties": fields}
    array = {"type": "array", "x-eval-align": {"match_by": "hungarian"}, "items": items}
    return {"type": "object", "properties": {"list": array}}


def test_only_fields_that_both_sides_have_are_compared_in_every_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, compared = Unit.score, []

    def noted(self: Unit, pairs: Any) -> Any:
        compared.append(len(self.values))
        return plain(self, pairs)

    monkeypatch.setattr(Unit, "score", noted)
    run = evaluate(GOLD, EXTRACTED, schema(FIELDS))
    assert len(compared) == 2, "once for all pairs of `a`, and once for those that were chosen"
    frame = run.to_frame()
    assert frame.groupby("field")["status"].unique().map(list).to_dict() == {
        "list[].a": ["match"],
        "list[].only_gold": ["omission"],
    }


def test_fields_that_nobody_has_change_no_pairing_and_no_figure() -> None:
    has = {name: FIELDS[name] for name in ("a", "only_gold")}
    few, all_fields = (evaluate(GOLD, EXTRACTED, schema(fields)) for fields in (has, FIELDS))
    assert few.mean_f1 == all_fields.mean_f1
    assert few.alignments().equals(all_fields.alignments())
