"""Archives to import: their entries, and ways to change them as somebody would who means harm."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evaljson.store import Evaluation, Store
from evaljson.store.record_codec import to_bytes
from tests.store.topics.reviewing import ANN, make_review, new_card

Entries = dict[str, bytes]


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


ROWS = "rows/evaluations.jsonl"
