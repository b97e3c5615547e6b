"""A difference without its figures is the true one, rounded once; beside both it is that of the two as shown."""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from evaljson import ManyComparison, annotate_xeval, compare_many, evaluate, infer_schema
from evaljson.cli.text.compare_table import many_table
from evaljson.report.compare.forest import first_of, forest_figure
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.matrix import matrix_figure
from evaljson.report.compare.svg import forest_svg
from evaljson.report.compare.tables import field_rows

RECORDS = 60
FIELDS = [f"f{place:02}" for place in range(24)]
VARIANTS = ("old", "new", "other")
_RANDOM = Random(11)
WRONG = {name: {field: _RANDOM.randrange(7) for field in FIELDS} for name in VARIANTS}
"""In how many records a variant has a field wrong: its F1 is the share of the others."""
GOLD = [{"id": str(at), **dict.fromkeys(FIELDS, "v")} for at in range(RECORDS)]
SCHEMA = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}


def truth(variant: str, field: str) -> Fraction:
    """In points."""
    return Fraction(100 * (WRONG["old"][field] - WRONG[variant][field]), RECORDS)


def number(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace("▲", "").replace("▼", "").strip())


@pytest.fixture(scope="module")
def many() -> ManyComparison:
    scored = {}
    for name, wrong in WRONG.items():
        records = [
            {**record, **{field: "?" for field, count in wrong.items() if at < count}} for at, record in enumerate(GOLD)
        ]
        scored[name] = evaluate(GOLD, records, SCHEMA)
    return compare_many(scored, "old", resamples=200)


def in_the_map(many: ManyComparison) -> Mapping[tuple[str, str], str]:
    drawn = json.loads(matrix_figure(many, FIELDS, "black").to_json())["data"][0]["text"]
    names = list(many.comparisons)
    return {(names[at], field): row[at] for field, row in zip(FIELDS, drawn, strict=True) for at in (0, 1)}


def in_the_shell(many: ManyComparison) -> Mapping[tuple[str, str], str]:
    table = many_table(many, 200)
    paths, *columns = ([str(cell) for cell in column.cells] for column in table.columns)
    known = zip(many.comparisons, columns, strict=True)
    return {
        (name, path): cell
        for name, cells in known
        for path, cell in zip(paths, cells, strict=True)
        if path in FIELDS
    }  # fmt: skip


def in_the_chart(many: ManyComparison) -> Mapping[tuple[str, str], str]:
    shown = {}
    for name, one in many.comparisons.items():
        for marks in forest_figure(field_rows(one), "field", "black").data:
            for text in marks.text:
                field, change, _ = text.split("<br>")
                shown[name, field.removeprefix("<b>").removesuffix("</b>")] = change.split(" points ")[0]
    return shown


def in_the_chart_of_a_report(many: ManyComparison) -> Mapping[tuple[str, str], str]:
    shown = {}
    for name, one in many.comparisons.items():
        for title in forest_svg(one.fields, 0.95).split("<title>")[2:]:
            field, _, rest = title.partition(": ")
            shown[name, field] = rest.partition(" (")[0]
    return shown


@pytest.mark.parametrize(
    "shown_in",
    [
        pytest.param(in_the_map, id="the map of all variants"),
        pytest.param(in_the_shell, id="the table of several variants in the shell"),
        pytest.param(in_the_chart, id="the chart of fields"),
        pytest.param(in_the_chart_of_a_report, id="the chart of a report"),
    ],
)
def test_a_difference_without_its_figures_is_the_true_one_rounded(
    many: ManyComparison, shown_in: Callable[[ManyComparison], Mapping[tuple[str, str], str]]
) -> None:
    shown = shown_in(many)
    assert len(shown) >= len(FIELDS)
    off = {cell: text for cell, text in shown.items() if abs(Fraction(number(text)) - truth(*cell)) > Fraction(1, 20)}
    assert off == {}


def test_the_description_of_a_chart_has_true_differences_too(many: ManyComparison) -> None:
    rows = field_rows(many.comparisons["new"]).assign(verdict="worse").head(3)
    said = first_of(rows, "field").removeprefix("Beyond chance: ").removesuffix(".").split(", ")
    for field, phrase in zip(rows["field"], said, strict=True):
        if not phrase.endswith("at the same F1"):
            by = Fraction(number(phrase.removeprefix(f"{field} worse by ").removesuffix(" points")))
            assert abs(by - abs(truth("new", field))) <= Fraction(1, 20)


def test_a_difference_beside_both_figures_is_what_a_reader_subtracts(many: ManyComparison) -> None:
    rows = [line.split(" | ") for line in to_markdown(many).splitlines() if line.startswith(("| f0", "| f1", "| f2"))]
    assert len(rows) >= len(FIELDS)
    for _, before, after, change, *_ in rows:
        assert number(after) - number(before) == number(change)
