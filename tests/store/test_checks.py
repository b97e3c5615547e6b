"""check finds whatever was changed behind the store's back, and says to whom it belongs."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from evaljson.store import Evaluation, Store, open_store
from evaljson.store.location import FILE
from tests.store.conftest import extracted, gold
from tests.store.topics.reviewing import ANN, make_review
from tests.store.topics.test_runs import add

TRIGGERS = ("runs", "schema_versions", "blobs", "review_cards", "review_events")

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
    "UPDATE evaluations SET revision = 5": "at revision 5 after 2 recorded changes",
    "UPDATE datasets SET count = 9": "another name or number of records",
    "UPDATE datasets SET kind = 'gold' WHERE kind = 'extracted'": "another id than its content gives",
    "UPDATE evaluations SET gold = (SELECT dataset FROM variants)": "has extracted records as gold",
    "UPDATE variants SET dataset = (SELECT gold FROM evaluations)": "holds gold",
}
HARM_TO_REVIEWS = {
    "UPDATE reviews SET state = 'x'": "review .* is in the unknown state 'x'",
    "UPDATE reviews SET gold = (SELECT dataset FROM variants)": "review .* has extracted records as gold",
    "UPDATE reviews SET replaced = gold": "does not say which gold",
    "UPDATE reviews SET runs = '[1]'": "has runs that are no ids",
    "UPDATE reviews SET settings = '{\"people\": 1}'": "has settings that are none .the people",
    "UPDATE reviews SET last_event = 9": "is at event 9 after 1 of them",
    "UPDATE review_cards SET \"key\" = 'x'": "card 0 of review .* has a key that is not a hash",
    "UPDATE review_cards SET places = '[]'": "has no places|answers places that its card has not",
    "UPDATE review_cards SET split_from = 0": "did not come from an earlier card",
    "DELETE FROM review_seats WHERE card = 1; DELETE FROM review_cards WHERE number = 1": (
        "has 2 cards, and the last one has number 2"
    ),
    "UPDATE review_events SET number = 2": "event 2 of review .* follows event 0: some are missing",
    "UPDATE review_events SET kind = 'x'": "is of an unknown kind, proof or role",
    "UPDATE review_events SET schema_number = 4": "is about another gold or schema version than its review",
    "UPDATE review_events SET places = '[0, 0]'": "answers places that its card has not",
    "UPDATE review_events SET kind = 'undo'": "takes back what nobody|counts an answer of 'ann'",
    "UPDATE review_seats SET answered_by = 'eve' WHERE card = 0": "counts an answer of 'eve' that is not there",
    "DELETE FROM review_seats WHERE card = 1": "card 1 of review .* has 0 seats, where 1 opinions are wanted",
}


@pytest.fixture
def used(store: Store, evaluation: Evaluation) -> Store:
    """With a run and a review."""
    use(store, evaluation)
    return store


def use(store: Store, evaluation: Evaluation) -> None:
    add(store, evaluation)
    review = make_review(store, evaluation)
    taken = store.review_cards.take(review.id, by=ANN, session="a")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, {"answer": "unsure"}, by=ANN)


def change(store: Store, statement: str) -> None:
    with store._database.writing() as connection:
        on_table = "" if store._database.is_sqlite else " ON {0}"
        for table in TRIGGERS:
            connection.execute(text(f"DROP TRIGGER {table}_immutable" + on_table.format(table)))
        for part in statement.split("; "):
            connection.execute(text(part))


def test_a_sound_store_has_no_faults(used: Store) -> None:
    checked = used.check()
    assert (checked.evaluations, checked.datasets, checked.runs, checked.blobs) == (1, 2, 1, 5)
    assert checked.faults == ()


@pytest.mark.parametrize(("statement", "said"), HARM.items(), ids=range(len(HARM)))
def test_a_change_behind_the_store_s_back_is_found(used: Store, statement: str, said: str) -> None:
    change(used, statement)
    found = "\n".join(map(str, used.check().faults))
    assert re.search(said, found), found


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store in which a review has begun, to be copied."""
    folder = tmp_path_factory.mktemp("reviewed")
    with open_store(folder=folder) as store:
        variants = {"A": extracted()}
        use(store, store.evaluations.create("x", by="ann", gold=gold(), variants=variants, schema={}))
    return folder / FILE


@pytest.mark.parametrize(("statement", "said"), HARM_TO_REVIEWS.items(), ids=range(len(HARM_TO_REVIEWS)))
def test_a_change_of_a_review_behind_the_store_s_back_is_found(
    reviewed: Path, tmp_path: Path, statement: str, said: str
) -> None:
    shutil.copy(reviewed, tmp_path / FILE)
    with open_store(folder=tmp_path) as store:
        change(store, statement)
        found = "\n".join(map(str, store.check().faults))
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
