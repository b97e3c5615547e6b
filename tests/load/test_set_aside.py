"""Gold records that someone leaves out, and that come back as they were."""

import json
from dataclasses import replace

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.load.repaired_value import RepairedValue
from evaljson.load.set_aside import as_read, with_set_aside
from evaljson.store.record_codec import decode, encode

CHANGED = RepairedValue("a", "1", "2", "because", lossy=False)


@pytest.fixture
def gold() -> LoadedRecords:
    """Five records with all that may be known of one beside it."""
    records = [{"id": f"r{place}", "a": place} for place in range(5)]
    read = read_records(json.dumps(records).encode(), kind="gold", id_field="id", name="gold.json")
    return replace(
        read,
        ids=[f"file {place}" for place in range(5)],
        metadata=[{"cost": place} for place in range(5)],
        repaired={1: ("a comma",), 3: ("a quote",), 4: ("a brace",)},
        repaired_values={3: (CHANGED,), 4: (CHANGED,)},
    )


def test_the_others_keep_all_that_is_known_of_them(gold: LoadedRecords) -> None:
    left = with_set_aside(gold, [3, 0])
    assert [record and record["a"] for record in left.records] == [1, 2, 4]
    assert (left.ids, left.metadata) == (["file 1", "file 2", "file 4"], [{"cost": 1}, {"cost": 2}, {"cost": 4}])
    assert (left.repaired, left.repaired_values) == ({0: ("a comma",), 2: ("a brace",)}, {2: (CHANGED,)})
    assert left.n_read == gold.n_read, "the file had as many records as before"


@pytest.mark.parametrize("places", [[0], [3], [0, 3, 4], [0, 1, 2, 3, 4]])
def test_what_was_left_out_comes_back_as_it_was(gold: LoadedRecords, places: list[int]) -> None:
    assert as_read(with_set_aside(gold, places)) == gold


def test_other_records_left_out_are_other_records_by_hash(gold: LoadedRecords) -> None:
    one, other = with_set_aside(gold, [0]), with_set_aside(gold, [1])
    assert len({gold.sha256, one.sha256, other.sha256}) == 3
    assert with_set_aside(other, [0]) == one


@pytest.mark.parametrize("places", [[], [3], [0, 1, 4]])
def test_the_store_keeps_what_was_left_out(gold: LoadedRecords, places: list[int]) -> None:
    left = with_set_aside(gold, places)
    assert decode(*encode(left)) == left


def test_a_variant_keeps_its_unreadable_and_cut_off_records_in_their_places() -> None:
    lines = '{"id": 0}\n{"a": 1}\n{oops\n{"id": 3}\n'
    read = replace(read_records(lines.encode(), kind="extracted", name="v.jsonl"), cut_off={1: "a", 3: None})
    left = with_set_aside(read, [1])
    assert (list(left.unread), left.cut_off) == ([1], {2: None})
    assert decode(*encode(left)) == left
    assert as_read(left) == read
