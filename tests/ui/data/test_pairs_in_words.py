"""The sentence beside *Score* says by what records pair, and whether that is a key that someone wrote."""

import io
import json
import zipfile
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.ui.data.pairs_in_words import pairs_in_words
from evaljson.workspace.drafts import DataDraft

GOLD: list[Any] = [{"nr": f"A{at}", "a": f"text {at}"} for at in range(4)]


def zipped(records: list[Any], kind: Any) -> LoadedRecords:
    """One file for each record, named by its number."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for at, record in enumerate(records):
            archive.writestr(f"{at:03}.json", json.dumps(record))
    return read_records(packed.getvalue(), name="x.zip", kind=kind, id_field="id")


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (GOLD, "1 variant, 4 gold records: all pair by **id** (the name of its file or key)."),
        ([{**one, "id": one["nr"]} for one in GOLD], "1 variant, 4 gold records: all pair by **id**."),
    ],
    ids=["names of files", "a key"],
)
def test_names_of_files_are_told_from_a_key_that_is_called_id(records: list[Any], said: str) -> None:
    if "id" in records[0]:
        gold, extracted = (read_records(json.dumps(records).encode(), kind=kind) for kind in ("gold", "extracted"))
    else:
        gold, extracted = zipped(records, "gold"), zipped(records, "extracted")
    assert pairs_in_words(DataDraft(gold, {"one": extracted}, None, "id"), gold) == said
