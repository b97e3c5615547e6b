"""Export and import: one file, the same bytes for the same workspace, and nothing taken on trust."""

import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import Actor, ArchiveError, Evaluation, Store, StoreError, open_store
from evaljson.store.blobs import pack
from evaljson.store.record_codec import encode, to_bytes
from evaljson.workspace.audit_words import deed
from tests.store.conftest import GOLD, SIGNATURE, extracted, gold
from tests.store.topics.reviewing import ANN, make_review, new_card
from tests.store.topics.test_runs import add

Entries = dict[str, bytes]


@pytest.fixture
def full(store: Store, evaluation: Evaluation) -> Evaluation:
    """A workspace with a bit of everything in it."""
    run = add(store, evaluation)
    store.schemas.add(evaluation.id, 1, {"type": "object"}, by="bob", message="\ud800 odd")
    odd = store.variants.add(evaluation.id, 2, "a\x00b", extracted(b'{"n": 1.0, "s": "\\ud800"}\n'), by="bob")
    store.variants.delete(evaluation.id, 3, odd.variants[1].id, by="bob")
    add(store, store.evaluations.get(evaluation.id), signature={**SIGNATURE, "engine": "2"}, table=None)
    gone = store.evaluations.create("Gone", by="ann", gold=gold(), is_sample=True, settings={"k": [1, 1.0]})
    store.evaluations.delete(gone.id, 1, by="ann")
    store.settings.set("workspace", "theme", None, by="ann")
    begin_review(store, store.evaluations.get(evaluation.id))
    assert run.variant == evaluation.variants[0].id
    return store.evaluations.get(evaluation.id)


def begin_review(store: Store, evaluation: Evaluation) -> None:
    """Make a review in which someone has answered part of a card, undone, skipped, and has a card on loan."""
    review = make_review(store, evaluation, [new_card(n, places=3, opinions=2) for n in range(4)]).id
    for number in range(4):
        taken = store.review_cards.take(review, by=ANN, session="ann")
        assert taken is not None
        if number == 1:
            store.review_events.skip(review, taken.token, by=ANN)
        elif number < 3:
            content = {"answer": "gold_wrong", "value": {"value": "\x00\ud800"}}
            act = store.review_events.answer(review, taken.token, content, by=ANN, places=[number])[0].act
    store.review_events.undo(review, act, by=ANN)
    store.review_cards.save_draft(review, 3, {"answer": "unsure"}, by=ANN)
    store.review_presence.seen(review, "ann", by=ANN)
    assert store.review_cards.held(review)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path / "other") as opened:
        yield opened


def everything(store: Store) -> dict[str, Any]:
    """All that a workspace says of itself."""
    found: dict[str, Any] = {"settings": store.settings.all("workspace")}
    for deleted in (False, True):
        for one in store.evaluations.all(deleted=deleted):
            opened = store.evaluations.get(one.id, deleted=True)
            found[one.id] = [
                opened,
                store.variants.deleted(one.id),
                store.schemas.all(one.id),
                store.runs.all(one.id),
                [store.runs.table(run.id) for run in store.runs.all(one.id)],
                store.evaluations.history(one.id),
                [store.datasets.load(variant.dataset.id) for variant in opened.variants],
                [
                    [review, store.review_cards.all(review.id), store.review_events.all(review.id),
                     store.review_cards.draft(review.id, 3, by=ANN)]
                    for review in store.reviews.all(one.id)
                ],
            ]  # fmt: skip
    return found


def entries(file: Path) -> Entries:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(file: Path, content: Entries, packing: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(file, "w", packing) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file


def change_rows(content: Entries, table: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change every row of a table, and the manifest with it, as somebody would who means harm."""
    rows = [json.loads(line) for line in content[f"rows/{table}.jsonl"].decode("utf-8", "surrogatepass").splitlines()]
    changed = [new if (new := change(row)) is not None else row for row in rows]
    content[f"rows/{table}.jsonl"] = data = b"".join(to_bytes(row) + b"\n" for row in changed)
    said = {"rows": len(rows), "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    change_manifest(content, lambda manifest: manifest["rows"].update({table: said}))


def change_manifest(content: Entries, change: Callable[[dict[str, Any]], Any]) -> None:
    manifest = json.loads(content["manifest.json"])
    change(manifest)
    content["manifest.json"] = to_bytes(manifest)


def test_a_workspace_moves_into_one_file_and_out_of_it(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    said = store.export_to(tmp_path / "w.zip")
    assert (said.evaluations, said.datasets, said.runs) == (2, 3, 2)
    assert said.bytes == (tmp_path / "w.zip").stat().st_size
    moved = other.import_from(tmp_path / "w.zip")
    assert (sorted(moved.evaluations), moved.same, moved.kept, moved.runs) == (["Gone", "Invoices"], (), (), 2)
    assert everything(other) == everything(store)
    assert other.check().faults == ()


def test_the_same_workspace_gives_the_same_file(store: Store, full: Evaluation, other: Store, tmp_path: Path) -> None:
    store.export_to(tmp_path / "1.zip")
    store.export_to(tmp_path / "2.zip")
    other.import_from(tmp_path / "1.zip")
    other.export_to(tmp_path / "3.zip")
    first, *more = ((tmp_path / name).read_bytes() for name in ("1.zip", "2.zip", "3.zip"))
    assert all(one == first for one in more)


def test_whoever_takes_or_brings_a_workspace_is_in_the_audit_of_that_server_alone(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip", by=Actor("root", "cli"))
    other.import_from(tmp_path / "w.zip", by=Actor("eve@x.org", "oidc"))
    noted = [
        [(entry.who, entry.proof, deed(entry)) for entry in one.audit.all() if entry.evaluation is None]
        for one in (store, other)
    ]
    assert noted == [
        [("root", "cli", "exported a whole workspace")],
        [("eve@x.org", "oidc", "imported a whole workspace, 2 new evaluations")],
    ]


def test_an_export_that_cannot_be_noted_leaves_no_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr("evaljson.store.archive.export.note", refuse)
    with pytest.raises(StoreError, match="the disk is full"):
        store.export_to(tmp_path / "w.zip")
    assert not list(tmp_path.glob("*.zip"))


def test_importing_into_any_database_gives_the_same(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip")
    other.import_from(tmp_path / "w.zip")
    other.export_to(tmp_path / "back.zip")
    before = everything(store)
    again = store.import_from(tmp_path / "back.zip")
    assert (again.evaluations, sorted(again.same), again.kept) == ((), ["Gone", "Invoices"], ())
    assert everything(store) == before


def test_importing_twice_changes_nothing_the_second_time(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip")
    other.import_from(tmp_path / "w.zip")
    before = everything(other)
    again = other.import_from(tmp_path / "w.zip")
    assert (again.evaluations, sorted(again.same), again.datasets, again.runs) == ((), ["Gone", "Invoices"], 0, 0)
    assert everything(other) == before


def test_what_has_gone_on_here_is_kept_and_said(store: Store, full: Evaluation, tmp_path: Path) -> None:
    store.export_to(tmp_path / "w.zip")
    store.evaluations.rename(full.id, full.revision, "Bills", by="ann")
    store.settings.set("workspace", "theme", "dark", by="ann")
    before = everything(store)
    moved = store.import_from(tmp_path / "w.zip")
    assert (moved.same, moved.kept, moved.settings_kept) == (("Gone",), ("Invoices",), ("workspace theme",))
    assert everything(store) == before


def test_an_empty_workspace_moves_too(store: Store, other: Store, tmp_path: Path) -> None:
    store.export_to(tmp_path / "w.zip")
    assert other.import_from(tmp_path / "w.zip").evaluations == ()


def test_an_export_takes_the_place_of_the_last_one_and_is_private(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "w.zip"
    target.write_text("old")
    store.export_to(target)
    assert zipfile.is_zipfile(target)
    assert target.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob(".evaljson-*")] == []


def test_an_export_that_cannot_be_written_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        store.export_to(tmp_path / "no" / "w.zip")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        store.export_to(tmp_path / "folder")
    assert list(tmp_path.glob(".evaljson-*")) == []


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
    "rows changed": (lambda e: e.update({_rows: e[_rows].replace(b"Invoices", b"Invoicez")}), "another hash"),
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
_rows = "rows/evaluations.jsonl"


def _blob(content: Entries) -> str:
    return max((name for name in content if name.startswith("blobs/")), key=lambda name: len(content[name]))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """The entries of a sound export."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(folder=folder) as made:
        one = made.evaluations.create("Invoices", by="ann", gold=gold(), variants={"A": extracted()}, schema={})
        add(made, one)
        made.evaluations.rename(one.id, 1, "Invoices", by="ann")
        made.evaluations.create("Empty", by="ann")
        begin_review(made, one)
        made.settings.set("workspace", "theme", {"dark": True}, by="ann")
        made.export_to(folder / "w.zip")
    return entries(folder / "w.zip")


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


def test_a_small_file_that_unpacks_to_much_is_refused_unread(other: Store, sound: Entries, tmp_path: Path) -> None:
    content = {**sound, "manifest.json": sound["manifest.json"] + b" " * 2**28}
    file = write(tmp_path / "w.zip", content, zipfile.ZIP_DEFLATED)
    assert file.stat().st_size < 2**20
    with pytest.raises(ArchiveError, match=r"manifest.json unpacks to .* at most 64 MiB; .* EVALJSON_MAX_ARCHIVE_M"):
        other.import_from(file)


def long_row(content: Entries) -> None:
    change_rows(content, "settings", lambda row: {**row, "value": {"x": "x" * 3000}})


BEYOND: dict[str, tuple[str, int, Callable[[Entries], Any], str]] = {
    "a row": ("ROW", 2000, long_row, "rows/settings.jsonl: a row has more than 2,000 bytes; .* raise"),
    "values of a row": (
        "VALUES", 500,
        lambda e: change_rows(e, "settings", lambda row: {**row, "value": {"x": [[]] * 600}}),
        "this holds up to [0-9,]+ values, at most 500; .* raise",
    ),
    "values of the manifest": (
        "VALUES", 500,
        lambda e: change_manifest(e, lambda m: m.update(more=[0] * 600)),
        "this holds up to [0-9,]+ values, at most 500; .* raise",
    ),
    "all rows": ("ROWS", 5000, long_row, "bytes of rows, at most 5,000 bytes; .* raise"),
    "all content": ("CONTENT", 100, lambda _: None, "bytes of content, at most 100 bytes; .* raise"),
    "the list of files": ("DIRECTORY", 300, lambda _: None, "list of files takes [0-9,]+ bytes, more than 300 bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "most", "harm", "said"), BEYOND.values(), ids=list(BEYOND))
def test_a_file_beyond_a_limit_is_refused_until_the_limit_is_raised(
    other: Store, sound: Entries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int,
    harm: Callable[[Entries], Any], said: str,
) -> None:  # fmt: skip
    content = dict(sound)
    harm(content)
    file = write(tmp_path / "w.zip", content)
    setting = f"EVALJSON_MAX_ARCHIVE_{limit}"
    monkeypatch.setenv(setting, str(most))
    with pytest.raises(ArchiveError, match=said) as refused:
        other.import_from(file)
    assert setting in str(refused.value)
    assert other.evaluations.all() == []
    monkeypatch.delenv(setting)
    assert len(other.import_from(file).evaluations) == 2


def test_records_with_too_many_values_are_refused_before_they_are_read(
    other: Store, sound: Entries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    monkeypatch.setenv("EVALJSON_MAX_VALUES", "5")
    with pytest.raises(ArchiveError, match=r"the records in blobs/.*: more than 5 values; .* raise EVALJSON_MAX_V"):
        other.import_from(file)
    assert other.check().blobs == 0


def test_parts_that_overlap_are_refused(other: Store, sound: Entries, tmp_path: Path) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    data = bytearray(file.read_bytes())
    largest = max(map(len, sound.values()))
    for found in list(re.finditer(b"PK\x01\x02", data)):  # each entry of the list of files says that it is as long
        data[found.start() + 20 : found.start() + 24] = largest.to_bytes(4, "little")
    file.write_bytes(data)
    with pytest.raises(ArchiveError, match="its parts overlap"):
        other.import_from(file)


@pytest.mark.parametrize("cut", [0, 10, -1, -30, -2000])
def test_a_file_that_was_cut_off_is_refused(other: Store, sound: Entries, tmp_path: Path, cut: int) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(ArchiveError, match="is not a zip file, or a damaged one"):
        other.import_from(file)


def test_a_file_that_is_not_there_is_said_so(other: Store, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="cannot be read"):
        other.import_from(tmp_path / "none.zip")


def test_an_entry_that_stands_twice_is_refused(other: Store, sound: Entries, tmp_path: Path) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(_rows, b"")
    with pytest.raises(ArchiveError, match="appears twice"):
        other.import_from(file)
