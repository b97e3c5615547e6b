"""The figures on top of Fields say over which records they are."""

from typing import Any

import pytest

from tests.ui.conftest import Made, Open, loaded

FIELDS: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
SCHEMA = {**FIELDS, "x-eval-id": "id"}
BY_TYPE = {"type": "object", "x-eval-id": "id", "x-eval-by": "kind", "x-eval-schemas": {"inv": FIELDS, "rec": FIELDS}}


@pytest.mark.parametrize(
    ("schema", "chosen", "over"),
    [
        (SCHEMA, {}, "all records that count"),
        (BY_TYPE, {"type": "inv"}, "all records that count, of this document type"),
    ],
    ids=["some left out", "of one type"],
)
def test_the_means_say_which_records_count(
    open_app: Open, schema: dict[str, Any], chosen: dict[str, str], over: str
) -> None:
    gold = [{"id": str(n), "a": "xyz"[n % 3], **({"kind": ["inv", "rec"][n % 2]} if chosen else {})} for n in range(12)]
    extracted = loaded(gold[:8], "one.json", "extracted")
    options = {"scoring": {"missing_records": "exclude"}}
    app = open_app(
        "fields", evaluation=Made("few", loaded(gold, "gold.json"), {"one": extracted}, schema, options), **chosen
    )
    helps = {one.label: one.help for one in app.metric}
    assert f"Mean over {over}, 0 to 100." in helps["F1"]
    assert f"Of {over.replace('all records', 'all gold records')}." in helps["Fully right"]
