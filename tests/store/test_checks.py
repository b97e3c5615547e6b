"""check finds whatever was changed behind the store's back, and says to whom it belongs."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from evaljson.store import Evaluation, Store, open_store
from tests.store.conftest import gold
from tests.store.topics.test_runs import add

TRIGGERS = ("runs", "schema_versions", "blobs")

HARM = {
    "UPDATE blobs SET data = (SELECT data FROM blobs AS other WHERE other.sha256 = (SELECT result_table FROM runs)) "
    "WHERE sha256 = (SELECT content FROM datasets WHERE kind = 'gold')": (
        r"records of 'gold.jsonl' in evaluation 'Invoices'.*(cannot be unpacked|another hash|longer|shorter)"
    ),
    "UPDATE blobs SET size = size + 1 WHERE sha256 = (SELECT result_table FROM runs)": (
        "table of run .* is shorter than it says"
    ),
    "UPDATE schema_versions SET content = '[]'": "schema version 1 of evaluation .* another hash than its text",
    "UPDATE schema_versions SET content = 'x'": "is not JSON|another hash",
    "UPDATE runs SET signature = '{}'": "run .* another hash than its signature",
    "UPDATE evaluations SET schema_number = 5": "under schema version 5, which is not there",
    "UPDATE evaluations SET revision = 5": "at revision 5 after 1 recorded changes",
    "UPDATE datasets SET count = 9": "another name or number of records",
    "UPDATE datasets SET kind = 'gold' WHERE kind = 'extracted'": "another id than its content gives",
    "UPDATE evaluations SET gold = (SELECT dataset FROM variants)": "has extracted records as gold",
    "UPDATE variants SET dataset = (SELECT gold FROM evaluations)": "holds gold",
}


@pytest.fixture
def used(store: Store, evaluation: Evaluation) -> Store:
    """With a run, and without what keeps others from writing."""
    add(store, evaluation)
    return store


def change(store: Store, statement: str) -> None:
    with store._database.writing() as connection:
        on_table = "" if store._database.is_sqlite else " ON {0}"
        for table in TRIGGERS:
            connection.execute(text(f"DROP TRIGGER {table}_immutable" + on_table.format(table)))
        connection.execute(text(statement))


def test_a_sound_store_has_no_faults(used: Store) -> None:
    checked = used.check()
    assert (checked.evaluations, checked.datasets, checked.runs, checked.blobs) == (1, 2, 1, 5)
    assert checked.faults == ()


@pytest.mark.parametrize(("statement", "said"), HARM.items(), ids=range(len(HARM)))
def test_a_change_behind_the_store_s_back_is_found(used: Store, statement: str, said: str) -> None:
    change(used, statement)
    found = "\n".join(map(str, used.check().faults))
    assert re.search(said, found), found


def test_a_reference_to_nothing_is_found(tmp_path: Path) -> None:
    with open_store(folder=tmp_path) as store:
        store.evaluations.create("Invoices", by="ann", gold=gold())
        # PostgreSQL cannot be made to forget its references; SQLite looks at them only where it is asked to.
        with closing(sqlite3.connect(tmp_path / "evaljson.db")) as raw, raw:
            raw.execute("DELETE FROM blobs WHERE sha256 = (SELECT content FROM datasets)")
        said = "\n".join(map(str, store.check().faults))
    assert "refers to something in blobs that is not there" in said
    assert "is missing" in said
