"""Rows become dataclasses by name: whatever the order of columns, and never with one too few or too many."""

from dataclasses import dataclass

import pytest
from sqlalchemy import select

from evaljson.store import Store
from evaljson.store.rows import build, columns_for, split
from evaljson.store.tables import SettingRow


@dataclass(frozen=True, slots=True)
class Setting:
    """Its fields are not in the order of the table's columns."""

    key: str
    scope: str


def test_columns_bind_by_name(store: Store) -> None:
    store.settings.set("workspace", "theme", 1, by="ann")
    for columns in (columns_for(Setting, SettingRow), [SettingRow.scope, SettingRow.key]):
        with store._database.reading() as connection:
            row = connection.execute(select(*columns)).mappings().one()
        assert build(Setting, row) == Setting(key="theme", scope="workspace")


def test_a_joined_row_splits_by_its_prefix(store: Store) -> None:
    store.settings.set("workspace", "theme", 1, by="ann")
    columns = (*columns_for(Setting, SettingRow, prefix="own_"), SettingRow.updated_by)
    with store._database.reading() as connection:
        row = connection.execute(select(*columns)).mappings().one()
    assert split(row, "own_") == ({"updated_by": "ann"}, {"key": "theme", "scope": "workspace"})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"key": "k"}, r"Setting cannot be built from this row: missing \['scope'\], extra \[\]"),
        ({"key": "k", "scope": "s", "value": 1}, r"missing \[\], extra \['value'\]"),
    ],
)
def test_a_missing_or_extra_name_is_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        build(Setting, values)


def test_a_field_without_a_column_is_refused() -> None:
    @dataclass
    class Other:
        nothing: str

    with pytest.raises(AttributeError, match="nothing"):
        columns_for(Other, SettingRow)
    assert columns_for(Other, SettingRow, without={"nothing"}) == []
