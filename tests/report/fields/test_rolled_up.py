"""Fields rolled up to the objects and arrays that they are in."""

import numpy as np
import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields.by_variant import variant_figures
from evaljson.report.fields.fault_kinds import KINDS, fault_kinds, kind_table, worst_kinds
from evaljson.report.fields.rolled_up import groups_of, opened, rolled, sum_up, sum_up_all
from evaljson.results.model import RunResult

FIELDS = ["id", "seller.name", "seller.vat.id", "seller.vat.country", "rows", "rows[].sku", "rows[].price", "['a.b']"]
GOLD = [{"total": "1", "seller": {"name": "x", "city": "y"}}, {"total": "2", "seller": {"name": "x", "city": "y"}}]


def run(*changed: tuple[int, str, str]) -> RunResult:
    extracted = [{"total": one["total"], "seller": dict(one["seller"])} for one in GOLD]  # type: ignore[call-overload]
    for place, key, value in changed:
        extracted[place]["seller"][key] = value
    leaf = {"type": "string"}
    seller = {"type": "object", "properties": {"name": leaf, "city": leaf}}
    return evaluate(GOLD, extracted, {"type": "object", "properties": {"total": leaf, "seller": seller}})


@pytest.mark.parametrize(
    ("under", "rows"),
    [
        ("", ["id", "seller", "seller", "seller", "rows", "rows", "rows", "['a.b']"]),
        ("seller", [None, "seller.name", "seller.vat", "seller.vat", None, None, None, None]),
        ("rows", [None, None, None, None, "rows", "rows[].sku", "rows[].price", None]),
        ("nowhere", [None] * 8),
    ],
)
def test_a_field_is_in_the_row_of_its_object_or_array(under: str, rows: list[str | None]) -> None:
    assert groups_of(FIELDS, under) == rows


def test_a_row_of_one_field_is_that_field_and_a_key_that_is_no_path_stays_itself() -> None:
    assert groups_of(["a.b.c", "d", "[[odd"]) == ["a.b.c", "d", "[[odd"]


@pytest.mark.parametrize(
    ("fields", "under"), [(["doc.a", "doc.b"], "doc"), (["doc.a.x", "doc.b"], "doc"), (["a", "b.c"], ""), (["a"], "")]
)
def test_an_object_around_everything_is_open_from_the_start(fields: list[str], under: str) -> None:
    assert opened(fields) == under


def test_a_row_counts_no_array_or_object_itself_among_its_fields() -> None:
    fields = ["to", "to[]", "to[].name", "to[].at.x", "to[].at", "tags", "tags[]", "note"]
    assert rolled(fields).groups == {"to": "2 fields", "tags": "1 field"}


def test_a_row_pools_what_its_fields_have_and_counts_each_record_once() -> None:
    scored = run((0, "name", "?"), (0, "city", "?"), (1, "city", "?"))
    summed = sum_up(scored, fault_kinds(scored))
    table = kind_table(summed, summed.faults).set_index("field")
    assert summed.groups == {"seller": "2 fields"}
    assert table.loc["seller", ["f1", "f1_lost", "results", "affected", "among"]].tolist() == [0.25, 0.5, 4, 2, 2]
    assert table.loc["total", ["f1", "f1_lost", "affected", "among"]].tolist() == [1, 0, 0, 2]
    assert table["share"].sum() == 1
    whole = kind_table(scored, fault_kinds(scored))
    for kind in KINDS:
        assert table[kind.label].sum() == whole[kind.label].sum()


def test_a_records_cell_of_a_row_is_the_worst_in_it() -> None:
    scored = run((1, "city", "?"))
    summed = sum_up(scored, fault_kinds(scored))
    worst = worst_kinds(summed, summed.faults)
    named = {field: [KINDS[code].status for code in worst[:, i]] for i, field in enumerate(summed.tallies.rows.fields)}
    assert named == {"seller": ["match", "wrong_value"], "total": ["match", "match"]}


def test_variants_share_their_rows_also_where_one_lacks_a_field() -> None:
    other = evaluate(
        GOLD, [{"total": "1"}, {"total": "2"}], {"type": "object", "properties": {"total": {"type": "string"}}}
    )
    figures = variant_figures(*sum_up_all({"one": run((0, "name", "?")), "other": other}))
    assert figures.fields == ["seller", "total"]
    assert figures.wholes["seller"] == "2 fields"
    assert figures.affected[figures.fields.index("seller"), 0] == 1
    assert np.isnan(figures.f1[figures.fields.index("seller"), 1])
