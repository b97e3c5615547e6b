"""The folder of a run in parts: which chunks there are, under which plan, so that scoring goes on after a kill."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.load import read_records
from evaljson.scale.chunk import parsed
from evaljson.scale.chunk_refs import ChunkRef, LineSlice
from evaljson.scale.id_note import note_on_ids
from evaljson.scale.join import chunks_by_hash, chunks_in_order
from evaljson.scale.line_index import LineIndex, check_ids, index_lines, unpacked
from evaljson.scale.plan import ChunkPlan, signature_hash
from evaljson.scale.run_chunk import write_whole
from evaljson.scale.workers import Workers

FORMAT: Final = 1
_FILE: Final = "manifest.json"
_TRIED: Final = 1 << 18
"""Bytes of lines in which a field with a model's text is looked for."""
_PARTS: Final = {
    "engine": "another version of evaljson", "schema": "another eval schema", "options": "other options",
    "plug_ins": "other comparators or transforms of your own", "post_process": "other post-processors",
    "libraries": "other versions of the libraries", "written": "other options for reading or writing",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is scored in a folder."""

    signature: Mapping[str, Any]
    """Of the plan."""
    inputs: Mapping[str, Mapping[str, Any]]
    """By "gold" and "extracted": name, size, changed, sha256 and number of records of each file."""
    joined: str
    """"order" where both files have their records in the same order, else "hash"."""
    note: str | None
    """What was noticed about ids that are not used; None for nothing."""
    chunks: tuple[ChunkRef, ...]
    schema: Mapping[str, Any] | None = None
    """The eval schema; None in folders of earlier versions."""

    def as_json(self) -> dict[str, Any]:
        """Return the document of the manifest."""
        return {
            "format": FORMAT, "signature_sha256": signature_hash(self.signature), "signature": self.signature,
            "inputs": self.inputs, "joined": self.joined, "note": self.note,
            "chunks": [ref.as_json() for ref in self.chunks], "schema": self.schema,
        }  # fmt: skip


def is_parts_folder(folder: str | Path) -> bool:
    """Check whether a folder holds a run in parts."""
    return (Path(folder) / _FILE).is_file() and (Path(folder) / "chunks").is_dir()


def read_manifest(folder: str | Path) -> Manifest | None:
    """Return the manifest of a folder; None where there is none. Raises InputError for one that cannot be used."""
    file = Path(folder) / _FILE
    try:
        document = json.loads(file.read_bytes())
        if document["format"] > FORMAT:
            raise InputError(f"{file}: written by a later evaljson; update evaljson, or score into another folder.")
        return Manifest(
            document["signature"], document["inputs"], document["joined"], document["note"],
            tuple(ChunkRef.from_json(one) for one in document["chunks"]), document.get("schema"),
        )  # fmt: skip
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{file}: this is not the manifest of a run in parts, or it is damaged.") from error


def opened(
    folder: str, gold: str, extracted: str, plan: ChunkPlan, chunk_bytes: int,
    workers: Workers, report: Callable[[str, float], None] = lambda what, share: None,
) -> Manifest:  # fmt: skip
    """Return the manifest of the folder, made if there is none. `report` is called with what is read and how far.

    `workers` are begun where there is more than a chunk to score, and help to find the lines.

    Raises InputError where the folder holds a run of other files, or under another plan; LoadError, SchemaError.
    """
    signature = json.loads(json.dumps(plan.signature(), default=repr))
    known = read_manifest(folder)
    if known is None:
        _refuse_others(Path(folder))
        made = _made(folder, gold, extracted, plan, chunk_bytes, signature, workers, report)
        write_whole(Path(folder) / _FILE, json.dumps(made.as_json(), ensure_ascii=True).encode())
        return made
    for part, what in _PARTS.items():
        if known.signature.get(part) != signature.get(part):
            raise InputError(f"{folder} holds results of a run with {what}: score into another folder, or remove it.")
    for kind, file in (("gold", gold), ("extracted", extracted)):
        about, before = Path(file).stat(), known.inputs[kind]
        if (about.st_size, about.st_mtime_ns) != (before["size"], before["changed"]):
            raise InputError(
                f"{folder} holds results of another {kind} file than {file}, or it was changed since: score into "
                "another folder, or remove this one."
            )
    return known


def _refuse_others(folder: Path) -> None:
    """Raise InputError for a folder with something else in it: what was begun there and has no manifest is ours."""
    if not folder.exists():
        return
    own = {"spool", "results", "records", "runs", "chunks"}
    if not folder.is_dir() or any(not one.name.startswith(_FILE) and one.name not in own for one in folder.iterdir()):
        raise InputError(f"{folder}: this is not an empty folder; name one that is, or one that is not there yet.")


def _made(
    folder: str, gold: str, extracted: str, plan: ChunkPlan, chunk_bytes: int, signature: Mapping[str, Any],
    workers: Workers, report: Callable[[str, float], None],
) -> Manifest:  # fmt: skip
    id_field, spool = plan.joined_by(plan.tree()), Path(folder, "spool").absolute()
    Path(folder, "chunks").mkdir(parents=True, exist_ok=True)
    files = [unpacked(str(Path(file).absolute()), spool) for file in (gold, extracted)]
    most = -(-sum(Path(file).stat().st_size for file in files) // chunk_bytes)
    if workers.count and most > 1:
        workers.begin(most)
    left, right = (
        _indexed(file, id_field, reading, workers, partial(report, what))
        for file, reading, what in zip(
            files, (plan.gold, plan.extracted), ("Reading gold", "Reading extracted"), strict=True
        )
    )
    if id_field is not None:
        check_ids(left, id_field, "gold")
        check_ids(right, id_field, "extracted")
    in_order = chunks_in_order(left, right, id_field is not None, chunk_bytes)
    report("Sorting into chunks", 0.0)
    chunks = in_order if in_order is not None else chunks_by_hash(left, right, chunk_bytes, spool)
    _refuse_texts(chunks[0].extracted, plan)
    note = None if id_field is not None else note_on_ids(chunks, plan, workers)
    inputs = {"gold": _about(gold, left), "extracted": _about(extracted, right)}
    return Manifest(signature, inputs, "hash" if in_order is None else "order", note, tuple(chunks), dict(plan.schema))


def _indexed(
    file: str, id_field: str | None, reading: Mapping[str, Any], workers: Workers, report: Callable[[float], None]
) -> LineIndex:
    size = max(Path(file).stat().st_size, 1)
    return index_lines(file, id_field, dict(reading), lambda done: report(done / size), workers)


def _about(file: str, index: LineIndex) -> dict[str, Any]:
    about = Path(file).stat()
    return {
        "name": Path(file).name, "size": about.st_size, "changed": about.st_mtime_ns, "sha256": index.sha256,
        "records": len(index),
    }  # fmt: skip


def _refuse_texts(first: LineSlice, plan: ChunkPlan) -> None:
    """Raise InputError where the records seem to be inside a model's text: each chunk alone could decide otherwise."""
    if plan.extracted.keys() & {"text_field", "payload"}:
        return
    whole = first.read()
    some = whole if len(whole) <= _TRIED else whole[: whole.find(b"\n", _TRIED) + 1] or whole
    keys = parsed(plan).record_keys
    loaded = read_records(some, kind="extracted", id_field=plan.id_field, lines=True, keys=keys)
    if loaded.taken_from is not None:
        raise InputError(
            f"{first.name}: the records seem to be in the text of {loaded.taken_from!r}; say so by --text-field "
            f"{loaded.taken_from}, or that they are not by --no-detect (in Python text_field in extracted_reading)."
        )
