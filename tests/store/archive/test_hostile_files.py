"""Nothing in an archive is taken on trust: a file that somebody changed is refused, and changes nothing."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import ArchiveError, Store
from evaljson.store.blobs import pack
from evaljson.store.record_codec import encode
from tests.store.archive.archives import ROWS, Entries, change_manifest, change_rows, write
from tests.store.conftest import GOLD, gold


def bomb() -> bytes:
    return pack(b" " * 2**21).data


def as_gold(content: Entries, data: bytes, size: int) -> None:
    """Put a blob in and say that every dataset holds it."""
    digest = hashlib.sha256(data).hexdigest()
    content[f"blobs/{digest}"] = data
    said = {"codec": "zstd", "size": size, "packed": len(data), "sha256": digest}
    change_manifest(content, lambda manifest: manifest["blobs"].update({digest: said}))


def swap_content(content: Entries) -> None:
    """A blob with a true hash that does not hold records, as the content of a dataset with a true id."""
    wrong, report = pack(b"[1, 2, 3]"), pack(encode(gold(GOLD))[1])
    content[f"blobs/{wrong.sha256}"] = wrong.data
    entry = {
        "codec": wrong.codec,
        "size": wrong.size,
        "packed": len(wrong.data),
        "sha256": hashlib.sha256(wrong.data).hexdigest(),
    }
    change_manifest(content, lambda manifest: manifest["blobs"].update({wrong.sha256: entry}))
    identity = hashlib.sha256(f"gold {wrong.sha256} {report.sha256}".encode()).hexdigest()

    def swap(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "id": identity, "content": wrong.sha256} if row["kind"] == "gold" else row

    change_rows(content, "datasets", swap)
    change_rows(content, "evaluations", lambda row: {**row, "gold": identity})
    for table in ("runs", "reviews", "review_events"):
        change_rows(content, table, lambda row: {**row, "gold": identity})


HOSTILE: dict[str, tuple[Callable[[Entries], Any], str]] = {
    "no manifest": (lambda e: e.pop("manifest.json"), "no manifest"),
    "manifest is not JSON": (lambda e: e.update({"manifest.json": b"{"}), "not JSON"),
    "manifest is a list": (lambda e: e.update({"manifest.json": b"[]"}), "not an export"),
    "manifest nests deep": (lambda e: e.update({"manifest.json": b"[" * 10**5}), "not JSON"),
    "newer format": (lambda e: change_manifest(e, lambda m: m.update(version=2, evaljson="9.0")), "exported by .* 9.0"),
    "newer layout": (lambda e: change_manifest(e, lambda m: m.update(layout="0099_x")), "use the same version"),
    "rows missing": (
        lambda e: change_manifest(e, lambda m: m["rows"].pop("runs")),
        "list of rows was not written by evaljson",
    ),
    "huge rows": (lambda e: change_manifest(e, lambda m: m["rows"]["runs"].update(size=2**40)), "at most"),
    "huge blob": (
        lambda e: change_manifest(e, lambda m: next(iter(m["blobs"].values())).update(size=2**40)),
        "list of blobs was not written by evaljson",
    ),
    "blob name climbs": (
        lambda e: change_manifest(e, lambda m: m["blobs"].update({"../../x": {}})),
        "list of blobs was not written by evaljson",
    ),
    "entry climbs": (lambda e: e.update({"../../etc/evil": b"x"}), "does not hold what its manifest lists"),
    "absolute entry": (lambda e: e.update({"/etc/evil": b"x"}), "does not hold what its manifest lists"),
    "blob left out": (lambda e: e.pop(next(k for k in e if k.startswith("blobs/"))), "does not hold what"),
    "blob changed": (lambda e: e.update({(k := _blob(e)): bytes(len(e[k]))}), "another hash"),
    "blob longer": (lambda e: e.update({(k := _blob(e)): e[k] + b"x"}), "packed in a way"),
    "rows changed": (lambda e: e.update({ROWS: e[ROWS].replace(b"Invoices", b"Invoicez")}), "another hash"),
    "blob unpacks to more than it says": (lambda e: as_gold(e, bomb(), 10), "a damaged workspace"),
    "blob unpacks to less than it says": (lambda e: as_gold(e, bomb(), 2**30), "a damaged workspace"),
    "a column too many": (lambda e: change_rows(e, "runs", lambda r: {**r, "x": 1}), "the columns of a row"),
    "a row that is a list": (lambda e: change_rows(e, "runs", lambda r: [1]), "the columns of a row"),
    "wrong type": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "revision": "1"}),
        "revision has a value of the wrong type",
    ),
    "bool for a number": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "revision": True}),
        "revision has a value",
    ),
    "huge number": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "revision": 2**40}),
        "revision has a value",
    ),
    "no moment": (lambda e: change_rows(e, "evaluations", lambda r: {**r, "created": "now"}), "created has a value"),
    "no time zone": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "created": "2026-01-01"}),
        "created has a value",
    ),
    "null": (lambda e: change_rows(e, "evaluations", lambda r: {**r, "name": None}), "name has a value"),
    "long id": (lambda e: change_rows(e, "evaluations", lambda r: {**r, "id": "x" * 17}), "id has a value"),
    "the same row twice": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "id": "x" * 16}),
        "a damaged workspace",
    ),
    "a variant of nothing": (
        lambda e: change_rows(e, "variants", lambda r: {**r, "evaluation": "nil"}),
        "a damaged workspace",
    ),
    "wrong schema hash": (
        lambda e: change_rows(e, "schema_versions", lambda r: {**r, "content": "[]"}),
        "another hash",
    ),
    "wrong signature": (lambda e: change_rows(e, "runs", lambda r: {**r, "signature": {}}), "another hash"),
    "wrong dataset id": (lambda e: change_rows(e, "datasets", lambda r: {**r, "kind": "gold"}), "another id"),
    "wrong count": (lambda e: change_rows(e, "datasets", lambda r: {**r, "count": 7}), "another name or number"),
    "content that is not records": (swap_content, "not stored records"),
    "schema that is not there": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "schema_number": 9}),
        "which is not there",
    ),
    "a card on loan": (
        lambda e: change_rows(e, "review_seats", lambda r: {**r, "token": "t"}),
        "holds something that no export has",
    ),
    "places that are no list": (
        lambda e: change_rows(e, "review_cards", lambda r: {**r, "places": {}}),
        "places has a value of the wrong type",
    ),
    "an answer at no place": (
        lambda e: change_rows(e, "review_events", lambda r: {**r, "places": [7]} if r["places"] else r),
        "answers places that its card has not",
    ),
    "an answer left out": (
        lambda e: change_rows(e, "reviews", lambda r: {**r, "last_event": r["last_event"] + 1}),
        "is at event 5 after 4 of them",
    ),
    "an answer in another name": (
        lambda e: change_rows(e, "review_seats", lambda r: {**r, "answered_by": r["act"] and "eve"}),
        "counts an answer of 'eve' that is not there",
    ),
    "an act that nobody undid": (
        lambda e: change_rows(e, "review_events", lambda r: {**r, "content": {}} if r["kind"] == "undo" else r),
        "takes back what nobody of this name did",
    ),
    "a review of nothing": (
        lambda e: change_rows(e, "reviews", lambda r: {**r, "evaluation": "nil"}),
        "a damaged workspace",
    ),
    "history that does not add up": (
        lambda e: change_rows(e, "evaluations", lambda r: {**r, "revision": 1}),
        "recorded",
    ),
}


def _blob(content: Entries) -> str:
    return max((name for name in content if name.startswith("blobs/")), key=lambda name: len(content[name]))


@pytest.mark.parametrize(("harm", "said"), HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_file_changes_nothing(
    other: Store, sound: Entries, tmp_path: Path, harm: Callable[[Entries], Any], said: str
) -> None:
    content = dict(sound)
    harm(content)
    with pytest.raises(ArchiveError, match=said):
        other.import_from(write(tmp_path / "w.zip", content))
    assert other.evaluations.all() == []
    assert other.check().blobs == 0


def test_the_file_that_the_hostile_ones_are_made_of_is_sound(other: Store, sound: Entries, tmp_path: Path) -> None:
    assert len(other.import_from(write(tmp_path / "w.zip", dict(sound))).evaluations) == 2
