"""Tables of the app as CSV: names and texts from anyone are one cell each, and none of them is a formula."""

import csv
import io

import pandas as pd
import pytest

from evaljson.report.export.csv_cells import text_cell
from evaljson.report.export.csv_table import safe_csv
from tests.report.export.test_results_table import BREAKS, FORMULAS, is_formula


def read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))


@pytest.mark.parametrize("text", [*FORMULAS, *BREAKS, "a\n=b"], ids=ascii)
def test_hostile_names_and_texts_are_one_cell_each_and_no_formula(text: str) -> None:
    rows = read(safe_csv(pd.DataFrame({"field": [text, "a"], text: [1, 2]})))
    assert [len(cells) for cells in rows] == [2, 2, 2]
    assert not [cell for cells in rows for cell in cells if is_formula(cell)]


@pytest.mark.parametrize("text", ["-1", "-36", "0", "-0.5", "-1e-7", "-9007199256610111", "1E+9"])
def test_a_number_is_no_formula_though_it_begins_with_a_minus(text: str) -> None:
    assert text_cell(text) == text
    assert safe_csv(pd.DataFrame({"extracted": [text]})).decode() == f"extracted\n{text}\n"


@pytest.mark.parametrize(
    "text",
    ["-1+cmd|' /C calc'!A0", "-1+1", "-1-1", "-1,5", "-1 ", "-1\n", "-1\n=2", "--1", "-", "-.5", "-01", "+1", "-1e",
     "-\uff11", "-\u0661", "\u22121", "\uff0d1", "-1%", "-a", "-1;=2", "-Infinity"],
    ids=ascii,
)  # fmt: skip
def test_what_only_begins_as_a_number_is_defused(text: str) -> None:
    [[cell]] = read(text_cell(text).encode())
    assert cell == f"'{text}" or text == "\u22121"  # a minus sign that no spreadsheet reads as one


def test_numbers_keep_their_digits_and_what_is_missing_is_empty() -> None:
    table = pd.DataFrame({"f1": [0.1, None], "n": pd.Series([2**60, None], dtype=object), "same": [True, False]})
    assert safe_csv(table) == f"f1,n,same\n0.1,{2**60},True\n,,False\n".encode()
