"""Numbers with a sign in tables."""

import pandas as pd
import pytest
import streamlit as st

from evaljson.ui.shared.signed import MOST, signed
from evaljson.wording.words import LEAST_P

COLUMNS = {
    "x": st.column_config.NumberColumn("X", format="%+.1f"),
    "y": st.column_config.NumberColumn("Y", format="%.1f"),
}
VALUES = {-15.0: "−15.0", 0.0: "0.0", -0.04: "0.0", 2.25: "+2.2", float("nan"): "–"}


def test_differences_have_a_true_minus_and_those_that_round_to_nothing_no_sign() -> None:
    rows = pd.DataFrame({"x": [*VALUES], "y": 1.0, "name": "n"})
    styled, columns = signed(rows, COLUMNS)
    assert not isinstance(styled, pd.DataFrame)
    assert styled.data is rows  # type: ignore[attr-defined]  # still numbers, to be sorted as such
    shown = styled.hide(axis="index").hide(axis="columns").to_string(delimiter="|").split()
    assert [line.split("|")[0] for line in shown] == [*VALUES.values()]
    assert (columns["x"]["type_config"]["format"], columns["y"]) == (None, COLUMNS["y"])


def test_the_figures_beside_a_difference_are_rounded_as_in_sentences() -> None:
    columns = COLUMNS | {"a": st.column_config.NumberColumn("A", format="%.1f")}
    styled, _ = signed(pd.DataFrame({"x": [1.0, 1.0], "a": [99.96, 100.0]}), columns)
    assert not isinstance(styled, pd.DataFrame)
    shown = styled.hide(axis="index").hide(axis="columns").to_string(delimiter="|").split()
    assert [line.split("|")[1] for line in shown] == ["99.9", "100.0"]


@pytest.mark.parametrize("rows", [2, MOST + 2])
def test_a_difference_is_that_of_the_figures_beside_it(rows: int) -> None:
    number = st.column_config.NumberColumn
    columns = {"a": number(format="%.1f"), "b": number(format="%.1f"), "difference": number(format="%+.1f")}
    table = pd.DataFrame({"a": [79.655, None], "b": [90.64, 50.0], "difference": [10.985, None]}, index=[0, 1])
    data, _ = signed(pd.concat([table, *[table] * (rows // 2 - 1)], ignore_index=True), columns)
    shown = data if isinstance(data, pd.DataFrame) else data.data  # type: ignore[attr-defined]
    assert shown["difference"][0] == pytest.approx(10.9)
    assert pd.isna(shown["difference"][1])


@pytest.mark.parametrize(("length", "columns"), [(MOST + 1, COLUMNS), (1, {"y": COLUMNS["y"]})])
def test_a_long_table_and_one_without_differences_stay_as_they_are(length: int, columns: dict[str, object]) -> None:
    rows = pd.DataFrame({"x": [1.0] * length, "y": 1.0})
    assert signed(rows, columns)[0] is rows


@pytest.mark.parametrize("rows", [3, MOST + 3])
def test_a_p_above_0_never_looks_like_0(rows: int) -> None:
    columns = {**COLUMNS, "p": st.column_config.NumberColumn("p", format="%.4f")}
    p = [0.000012, 0.01234, None] + [1.0] * (rows - 3)
    data, shown = signed(pd.DataFrame({name: [0.5] * rows for name in COLUMNS} | {"p": p}), columns)
    if isinstance(data, pd.DataFrame):
        assert (data["p"].min(), shown["p"]["type_config"]["format"]) == (LEAST_P, "%.4f")
    else:
        written = data.hide(axis="index").hide(axis="columns").to_string(delimiter="|").split()
        assert [line.split("|")[-1] for line in written] == ["<0.0001", "0.0123", "–"]
