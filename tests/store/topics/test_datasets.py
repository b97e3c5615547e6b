"""Loaded records come back exactly, whatever is in them, and the same ones are stored once."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaljson.base.jsontypes import strict_key
from evaljson.load import LoadedRecords, LoadProblem, read_records
from evaljson.load.repaired_value import RepairedValue
from evaljson.store import NotFound, Store, StoreDamaged, StoreError, open_store
from evaljson.store.blobs import Packed, content_of, pack
from evaljson.store.column_types import escaped, unescaped
from evaljson.store.record_codec import (
    BEGIN,
    decode,
    decode_without_records,
    encode,
    from_bytes,
    record_in,
    record_lengths,
    to_bytes,
)
from tests.store.conftest import extracted, gold

text = st.text(st.characters(), max_size=8) | st.sampled_from(["\ud83d\ude00", "\ud800", "\x00", "\\u0000", "é"])
numbers = st.integers() | st.integers(10**39, 10**40) | st.floats() | st.sampled_from([1, 1.0, True, -0.0, 1e308])
values = st.recursive(
    st.none() | st.booleans() | numbers | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)
records = st.lists(st.none() | st.dictionaries(text, values, max_size=4), max_size=4)
problems = st.lists(
    st.builds(
        LoadProblem,
        line=st.none() | st.integers(1, 9),
        column=st.none() | st.integers(1, 9),
        path=text,
        message=text,
        severity=st.sampled_from(["error", "warning"]),
        excerpt=text,
    ),
    max_size=2,
)


repaired_values = st.builds(
    RepairedValue, path=text, before=text, after=st.none() | text, why=text, lossy=st.booleans()
)


@st.composite
def loaded_records(draw: st.DrawFn) -> LoadedRecords:
    drawn = draw(records)
    each = st.lists(text, min_size=len(drawn), max_size=len(drawn))
    places = st.integers(0, 9)
    return LoadedRecords(
        records=drawn,
        ids=draw(st.none() | each),
        problems=draw(problems),
        format=draw(text),
        name=draw(text),
        sha256=draw(text),
        n_read=draw(places),
        n_refused=draw(places),
        repaired=draw(st.dictionaries(places, st.lists(text, max_size=2).map(tuple), max_size=2)),
        repaired_values=draw(st.dictionaries(places, st.lists(repaired_values, max_size=2).map(tuple), max_size=2)),
        unread=draw(st.dictionaries(places, text, max_size=2)),
        metadata=draw(st.none() | st.lists(st.dictionaries(text, values), min_size=len(drawn), max_size=len(drawn))),
        columns=tuple(draw(st.lists(text, max_size=2))),
    )


def exactly(value: Any) -> Any:
    """Equal only for what is the same to the last bit: order of keys, the sign of zero, the type of a number."""
    if isinstance(value, dict):
        return ("object", [(key, exactly(item)) for key, item in value.items()])
    if isinstance(value, list):
        return ("array", [exactly(item) for item in value])
    return (type(value), repr(value))


@given(loaded_records())
def test_records_come_back_exactly(loaded: LoadedRecords) -> None:
    back = decode(*encode(loaded))
    assert exactly(back.records) == exactly(loaded.records)
    assert exactly(back.metadata) == exactly(loaded.metadata)
    plain = {"records": [], "metadata": None}
    assert replace(back, **plain) == replace(loaded, **plain)


@given(loaded_records())
def test_a_record_can_be_read_without_the_others_and_what_is_beside_them_without_any(loaded: LoadedRecords) -> None:
    content, report = encode(loaded)
    at, found = len(BEGIN), []
    for length in record_lengths(content):
        found.append(record_in(content, at, length))
        at += length + 1
    assert exactly(found) == exactly(loaded.records)
    end = at - 1 if found else at
    assert decode_without_records(report, content[end:], found) == replace(decode(content, report), records=found)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"records":[', b'{"records":[{]', b'{"records":[{}'])
def test_what_is_no_list_of_records_has_no_lengths(content: bytes) -> None:
    with pytest.raises(StoreDamaged, match="stored records"):
        record_lengths(content)


@given(loaded_records())
def test_the_same_content_gives_the_same_bytes(loaded: LoadedRecords) -> None:
    assert encode(decode(*encode(loaded))) == encode(loaded)


@given(values, values)
def test_two_values_have_the_same_bytes_only_if_they_are_strictly_equal(left: Any, right: Any) -> None:
    if to_bytes(left) == to_bytes(right):
        assert strict_key(left) == strict_key(right)


@given(st.text(st.characters(), max_size=20) | text)
def test_any_text_goes_through_a_column_that_holds_no_nul_and_no_surrogate(raw: str) -> None:
    kept = escaped(raw)
    assert unescaped(kept) == raw
    assert "\x00" not in kept
    kept.encode("utf-8")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(loaded_records())
def test_records_come_back_exactly_from_the_database(store: Store, loaded: LoadedRecords) -> None:
    back = store.datasets.load(store.datasets.add(loaded, "extracted", by="ann").id)
    assert exactly(back.records) == exactly(loaded.records)


def test_what_the_loader_lets_through_comes_back_exactly(store: Store) -> None:
    odd = b'{"z": 1, "a": 1.0, "n": -0.0, "big": %d, "x": NaN, "i": -Infinity, "e": 1e308, "s": "\\ud800"}' % 10**40
    loaded = read_records(odd, name="odd.jsonl", kind="extracted")
    back = store.datasets.load(store.datasets.add(loaded, "extracted", by="ann").id)
    assert exactly(back.records) == exactly(loaded.records)
    assert list(back.records[0] or {}) == ["z", "a", "n", "big", "x", "i", "e", "s"]


def test_a_refused_record_stays_none_with_its_reason(store: Store) -> None:
    loaded = extracted()
    assert loaded.records[1] is None
    assert store.datasets.load(store.datasets.add(loaded, "extracted", by="ann").id) == loaded


def test_a_dataset_says_what_is_in_it_and_who_loaded_it_first(store: Store) -> None:
    first = store.datasets.add(extracted(), "extracted", by="ann")
    again = store.datasets.add(extracted(), "extracted", by="bob")
    assert first == again == store.datasets.get(first.id)
    assert (first.name, first.kind, first.count, first.refused, first.created_by) == (
        "a.jsonl",
        "extracted",
        2,
        1,
        "ann",
    )


def test_the_same_records_from_another_file_share_their_content(store: Store) -> None:
    first = store.datasets.add(extracted(), "extracted", by="ann")
    second = store.datasets.add(extracted(name="b.jsonl"), "extracted", by="ann")
    assert first.id != second.id
    with store._database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT DISTINCT content FROM datasets").all()
    assert len(rows) == 1


@pytest.mark.parametrize("odd", [b"bytes", {1, 2}, 1j, 10**5000], ids=lambda value: type(value).__name__)
def test_what_is_no_json_is_refused(store: Store, odd: Any) -> None:
    loaded = replace(gold(), records=[{"x": odd}])
    with pytest.raises(StoreError, match="cannot be stored as JSON"):
        store.datasets.add(loaded, "gold", by="ann")


def test_an_unknown_dataset_is_not_found(store: Store) -> None:
    for act in (store.datasets.get, store.datasets.load):
        with pytest.raises(NotFound, match="no dataset 'x' here"):
            act("x")


def test_content_compresses() -> None:
    packed = pack(b"the same again " * 1000)
    assert (packed.codec, packed.size) == ("zstd", 15000)
    assert len(packed.data) < 500
    assert content_of(packed) == b"the same again " * 1000


@pytest.mark.parametrize("content", [b"", b"x", bytes(range(256))], ids=["empty", "one", "random"])
def test_what_does_not_compress_is_kept_as_it_is(content: bytes) -> None:
    packed = pack(content)
    assert (packed.codec, content_of(packed)) == ("raw", content)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"data": b"x" * 30}, "cannot be unpacked"),
        ({"size": 14999}, "longer than it says"),
        ({"size": 15001}, "shorter than it says"),
        ({"sha256": "0" * 64}, "another hash"),
        ({"codec": "lzma"}, "packed by 'lzma'"),
    ],
    ids=["bytes", "longer", "shorter", "hash", "codec"],
)
def test_a_damaged_blob_is_found_out(change: dict[str, Any], message: str) -> None:
    packed: Packed = replace(pack(b"the same again " * 1000), **change)
    with pytest.raises(StoreDamaged, match=message):
        content_of(packed)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"records": 1, "ids": null, "metadata": null}',
        b'{"records": [1], "ids": null, "metadata": null}',
        b'{"records": [], "ids": ["a"], "metadata": null}',
        b"[" * 100_000,
    ],
    ids=range(8),
)
def test_bytes_that_are_no_records_are_damage(content: bytes) -> None:
    with pytest.raises(StoreDamaged, match=r"cannot be read|not stored records"):
        decode(content, encode(gold())[1])


def test_reading_json_back_takes_only_json() -> None:
    with pytest.raises(StoreDamaged, match="cannot be read"):
        from_bytes(b"\xff")


def test_a_store_in_a_folder_keeps_what_it_was_given(tmp_path: Path) -> None:
    with open_store(folder=tmp_path) as first:
        kept = first.datasets.add(gold(), "gold", by="ann")
    with open_store(folder=tmp_path) as second:
        assert second.datasets.load(kept.id) == gold()
