"""Fully right records and rows in words, and figures by group as a table."""

from evaljson import evaluate
from evaljson.report.fields.straight_through import group_table, notes_on_groups, right_in_words
from evaljson.results.groups import figures_by_group
from tests.compare import made

PARITY = {place: "even" if place % 2 == 0 else "odd" for place in range(8)} | {8: "few", 9: None}


def test_shares_are_written_with_their_intervals() -> None:
    run = made.run(10, {"name": [0], "price": [0, 1]})
    assert right_in_words(run.fully_right) == (
        "8 of 10 records (80.0 of 100, 95% interval 49.0 to 94.3), "
        "18 of 20 rows of arrays (90.0 of 100, 95% interval 69.9 to 97.2)"
    )


def test_without_arrays_only_records_are_named() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert right_in_words(evaluate([{"a": "x"}], [{"a": "x"}], schema).fully_right).startswith("1 of 1 record (100.0")
    assert right_in_words(evaluate([], [], schema).fully_right) == "no records to count"


def test_groups_of_several_variants_are_side_by_side_in_the_order_of_the_first() -> None:
    a, b = made.run(10, {"name": [1, 3]}), made.run(10, {"name": [0]})
    table = group_table({name: figures_by_group(run, PARITY) for name, run in (("A", a), ("B", b))})
    assert list(zip(table["Group"], table["Variant"], strict=True)) == [
        ("odd", "A"), ("odd", "B"), ("even", "A"), ("even", "B"), ("few", "A"), ("few", "B"),
    ]  # fmt: skip
    assert table["Records right"].tolist() == [50.0, 100.0, 100.0, 75.0, 100.0, 100.0]
    assert table.loc[0, "Records interval"] == "15.0 to 85.0"


def test_small_groups_and_records_in_none_are_named() -> None:
    said = notes_on_groups(figures_by_group(made.run(10), PARITY))
    assert "of 3 groups, some may look special by chance." in said
    assert "Fewer than 5 records, which say little: even, few, odd." in said
    assert said.endswith("In no group, since they have no value there: 1 record.")


def test_a_group_in_which_nothing_counts_has_no_f1() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string", "x-eval-weight": 0}}}
    run = evaluate([{"a": "x"}, {"b": "y"}], [{"a": "x"}, {"b": "z"}], schema)
    table = group_table({"A": figures_by_group(run, lambda record: "a" if "a" in record.gold else "b")})
    assert table[["Group", "F1"]].astype(object).fillna("–").values.tolist() == [["a", 100.0], ["b", "–"]]
