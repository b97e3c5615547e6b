"""Tables of the app as CSV: names and texts from anyone are one cell each, and none of them is a formula."""

import csv
import io

import pandas as pd
import pytest

from evaljson.report.export.csv_table import safe_csv
from tests.report.export.test_results_table import BREAKS, FORMULAS, is_formula


def read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))


@pytest.mark.parametrize("text", [*FORMULAS, *BREAKS, "a\n=b"], ids=ascii)
def test_hostile_names_and_texts_are_one_cell_each_and_no_formula(text: str) -> None:
    rows = read(safe_csv(pd.DataFrame({"field": [text, "a"], text: [1, 2]})))
    assert [len(cells) for cells in rows] == [2, 2, 2]
    assert not [cell for cells in rows for cell in cells if is_formula(cell)]


def test_numbers_keep_their_digits_and_what_is_missing_is_empty() -> None:
    table = pd.DataFrame({"f1": [0.1, None], "n": pd.Series([2**60, None], dtype=object), "same": [True, False]})
    assert safe_csv(table) == f"f1,n,same\n0.1,{2**60},True\n,,False\n".encode()
