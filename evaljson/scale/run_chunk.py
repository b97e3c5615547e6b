"""Reads, scores and writes one chunk: the work that a process or machine does, given nothing but a reference.

A chunk is done when its document is there. That is written last, and each file under another name first, so that a
kill at any moment leaves no half of one.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evaljson.base.listed import first_of
from evaljson.load import LoadedRecords, read_records
from evaljson.load.formats.wrapped_records import wrappers_in
from evaljson.load.unreadable import unreadable_ids
from evaljson.scale.chunk import Places, parsed, score_chunk
from evaljson.scale.chunk_refs import ChunkRef, LineSlice
from evaljson.scale.chunk_sums import ChunkSums
from evaljson.scale.cut_lines import with_cut_lines
from evaljson.scale.plan import ChunkPlan
from evaljson.schema.gold.validate import refuse_unknown_gold
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pyarrow as pa

RESULTS, RECORDS, RUNS, CHUNKS = "results", "records", "runs", "chunks"
"""Folders of the parts."""
_READING: Final = {"text_field": False}
_NAMED: Final = 3
_UNFINISHED: Final = ".new"
"""The end of the name of a file that is being written."""


def run_chunk(folder: str, ref: ChunkRef, plan: ChunkPlan) -> dict[str, Any]:
    """Score one chunk, write its parts into the folder, and return its document. Raises as `score_chunk`."""
    gold = _read(ref.gold, "gold", plan)
    extracted = with_cut_lines(
        _read(ref.extracted, "extracted", plan), ref.extracted,
        lambda line: records_of(line, ref.extracted.name, "extracted", plan),
    )  # fmt: skip
    records = [record for record in gold.records if record is not None]
    tree = parsed(plan)
    if not plan.allow_unknown:
        refuse_unknown_gold(records, tree, plan.id_field)
    id_field = plan.joined_by(tree)
    positions = ref.gold.positions()
    if gold.n_refused:
        positions = positions[_read_lines(ref.gold, plan)]
    leave_out = (
        unreadable_ids(records, extracted, id_field, ref.in_place).ids if plan.policy.excludes_unreadable else ()
    )
    places = Places(positions, ref.extracted.positions())
    done = score_chunk(
        records, extracted.records, plan, places=places, leave_out=leave_out, loaded=extracted, in_place=ref.in_place
    )
    found = ChunkSums(
        gold_refused=gold.n_refused,
        extracted_refused=len(extracted.parse_errors),
        repaired=len(extracted.repaired),
        problems=done.sums.problems.only(lambda key: False),
    )
    parts = {RESULTS: _parquet(done.rows), RECORDS: _parquet(done.records)}
    if done.saved is not None:
        parts[RUNS] = done.saved
    document = {
        "number": ref.number,
        "parts": {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()},
        "input": {"gold": gold.sha256, "extracted": extracted.sha256},
        "reading": [
            *_noted(gold, "gold", ref.gold),
            *_noted(extracted, "extracted", ref.extracted),
            *_wrapped(extracted, plan),
        ],
        "sums": (done.sums + found).as_json(),
    }
    for name, data in parts.items():
        write_whole(part_file(folder, name, ref.number), data)
    write_whole(document_file(folder, ref.number), json.dumps(document, ensure_ascii=True).encode())
    return document


def part_file(folder: str, name: str, number: int) -> Path:
    """Return the file of a part of one chunk."""
    return Path(folder, name, f"part-{number:05}.parquet")


def document_file(folder: str, number: int) -> Path:
    """Return the file that says what a chunk came to."""
    return Path(folder, CHUNKS, f"{number:05}.json")


def write_whole(file: Path, data: bytes) -> None:
    """Write a file under another name, and give it its own when it is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}{_UNFINISHED}")
    new.write_bytes(data)
    os.replace(new, file)


def remove_unfinished(folder: str) -> None:
    """Remove what processes that were killed had not finished, once nothing of the others is waited for any more."""
    for file in Path(folder).glob(f"*/*{_UNFINISHED}"):
        file.unlink(missing_ok=True)


def done_document(folder: str, number: int) -> dict[str, Any] | None:
    """Return the document of a chunk that is done; None where it is not, or its parts are not what it says."""
    try:
        document: dict[str, Any] = json.loads(document_file(folder, number).read_bytes())
        for name, digest in document["parts"].items():
            with part_file(folder, name, number).open("rb") as stream:
                if hashlib.file_digest(stream, "sha256").hexdigest() != digest:
                    return None
        ChunkSums.from_json(document["sums"])
    except (FileNotFoundError, KeyError, TypeError, ValueError):
        return None
    return document


def _read(part: LineSlice, kind: str, plan: ChunkPlan) -> LoadedRecords:
    return records_of(part.read(), part.name, kind, plan)


def records_of(lines: bytes, name: str, kind: str, plan: ChunkPlan) -> LoadedRecords:
    """Read some lines of a file as a chunk does; `kind` is gold or extracted."""
    reading: Mapping[str, Any] = plan.gold if kind == "gold" else plan.extracted
    tree = parsed(plan)
    id_field = plan.joined_by(tree)
    keys = tree.record_keys | {id_field} if tree.record_keys and id_field else tree.record_keys
    return read_records(
        lines, name=name, kind="gold" if kind == "gold" else "extracted", id_field=id_field, lines=True,
        keys=keys if kind == "extracted" else (), **{**_READING, **reading},
    )  # fmt: skip


def _read_lines(part: LineSlice, plan: ChunkPlan) -> list[int]:
    """Return which lines of gold could be read, among those that are not blank."""
    lines = [line for line in part.read().splitlines(keepends=True) if not line.isspace()]
    id_field = plan.joined_by(parsed(plan))
    reading = {**_READING, **plan.gold}
    return [
        at
        for at, line in enumerate(lines)
        if read_records(line, kind="gold", id_field=id_field, lines=True, **reading).records
    ]


def _noted(loaded: LoadedRecords, kind: str, part: LineSlice) -> list[list[Any]]:
    """Return what was wrong with single lines: side, line in the file, and what."""
    import numpy as np

    lines = None if part.places is None else np.load(part.places)[1].tolist()
    noted: list[list[Any]] = []
    for problem in loaded.problems:
        line = problem.line
        if line is not None:
            line = part.first_line + line - 1 if lines is None else lines[line - 1]
        noted.append([kind, line, problem.severity, problem.message])
    return noted


def _wrapped(extracted: LoadedRecords, plan: ChunkPlan) -> list[list[Any]]:
    """Note records that are whole under a key of their own: a file that is read at once has them taken out."""
    if plan.extracted.keys() & {"text_field", "payload"}:
        return []
    found = wrappers_in(extracted.records, parsed(plan).record_keys, plan.joined_by(parsed(plan)))
    if not found:
        return []
    named = first_of([repr(key[:80]) for key in dict.fromkeys(found.values())], _NAMED)
    message = (
        f"in a chunk, {counted(len(found), 'record')} inside a key of its own ({named}): scored as written here, while "
        "a file read at once has such records taken out; write them without the key, or pass --no-detect if it belongs."
    )
    return [["extracted", None, "warning", message]]


def _parquet(batch: pa.RecordBatch) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.Table.from_batches([batch]), sink, compression="zstd", compression_level=1)
    return sink.getvalue()
