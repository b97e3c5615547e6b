"""Labels: whatever evaluation a pair came from, a person's newest word on it stands, and nothing is lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.store import Conflict, Label, NotFound, Store, StoreError, pair_sha256
from tests.store.test_gc import AT_ONCE

RUBRIC = "ab" * 32


def label(store: Store, gold: Any = "net 30", extracted: Any = "30 days", by: str = "ann", **more: Any) -> Label:
    fields = {"score": 1.0, "step": "same", "by": by, **more}
    return store.labels.add("terms", RUBRIC, gold, extracted, **fields)


@pytest.mark.parametrize("value", [None, "", 0, 1.0, True, [], {"b": [1, 1.0], "a": "\x00\ud800"}])
def test_values_come_back_exactly(store: Store, value: Any) -> None:
    added = label(store, value, [value], about={"title": value})
    (kept,) = store.labels.all()
    assert kept == added
    assert (kept.gold, type(kept.gold), kept.extracted, kept.about) == (value, type(value), [value], {"title": value})  # fmt: skip # noqa: E501


def test_the_newest_label_of_a_person_stands(store: Store) -> None:
    first = label(store, score=0.0, step="different")
    second, other = label(store), label(store, by="bob", score=0.0, step="different")
    assert [kept.id for kept in store.labels.all()] == [second.id, other.id]
    assert [kept.id for kept in store.labels.all(withdrawn=True)] == [first.id]


def test_a_label_is_withdrawn_and_reinstated(store: Store) -> None:
    added = label(store)
    assert store.labels.withdraw(added.id).withdrawn is not None
    assert store.labels.all() == []
    assert store.labels.reinstate(added.id) == added
    assert store.labels.all() == [added]


def test_a_former_label_is_not_reinstated_beside_the_newer_one(store: Store) -> None:
    first, second = label(store, score=0.0, step="different"), label(store)
    with pytest.raises(Conflict, match="ann has labelled this pair again"):
        store.labels.reinstate(first.id)
    store.labels.withdraw(second.id)
    assert store.labels.reinstate(first.id).withdrawn is None


def test_labels_are_found_by_pair_path_and_rubric(store: Store) -> None:
    first, second = label(store), label(store, by="bob")
    other = store.labels.add("city", "cd" * 32, "x", "y", score=0.0, step="different", by="ann")
    by_pair = store.labels.of([first.pair, other.pair, "ef" * 32])
    assert {pair: [each.id for each in each_of] for pair, each_of in by_pair.items()} == {
        first.pair: [first.id, second.id], other.pair: [other.id],
    }  # fmt: skip
    assert [each.id for each in store.labels.all(path="city")] == [other.id]
    assert [each.id for each in store.labels.all(rubric=RUBRIC)] == [first.id, second.id]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"score": 1.5}, "from 0 to 1"),
        ({"score": True}, "from 0 to 1"),
        ({"score": float("nan")}, "from 0 to 1"),
        ({"step": " "}, "step of the scale needs a name"),
        ({"by": ""}, "who labels needs a name"),
        ({"note": "x" * 2001}, "at most 2,000"),
    ],
)
def test_what_is_no_label_is_refused(store: Store, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(StoreError, match=message):
        label(store, **wrong)
    assert store.labels.all() == []


def test_a_label_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(NotFound, match="no label 'x'"):
        store.labels.withdraw("x")
    with pytest.raises(NotFound, match="no label 'x'"):
        store.labels.reinstate("x")


json_values = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), st.lists, max_leaves=3)


@given(json_values, json_values)
def test_pairs_are_the_same_only_where_their_values_are(a: Any, b: Any) -> None:
    same = (repr(a), repr(b)) == (repr(b), repr(a))
    assert (pair_sha256("p", RUBRIC, a, b) == pair_sha256("p", RUBRIC, b, a)) == same
    assert pair_sha256("p", RUBRIC, a, b) not in (pair_sha256("q", RUBRIC, a, b), pair_sha256("p", "cd" * 32, a, b))


def test_gc_removes_what_was_withdrawn_long_ago(store: Store) -> None:
    kept, gone = label(store), label(store, by="bob")
    store.labels.withdraw(gone.id)
    assert (store.gc().labels, store.gc(AT_ONCE).labels) == (0, 1)
    assert store.labels.all() == [kept]
    assert store.labels.all(withdrawn=True) == []
