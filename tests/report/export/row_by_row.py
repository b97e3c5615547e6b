"""The CSV of results written the plain way, row by row from `FieldResult`: what the fast writer has to match."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from evaljson import FieldResult, RunResult
from evaljson.base.jsontypes import value_at

HEADER = (
    "record_id", "path", "field", "status", "score", "weight", "gold", "extracted", "comparator", "reason",
    "similarity", "extracted_path",
)  # fmt: skip


def csv_row_by_row(run: RunResult) -> bytes:
    sure = run.table.confidences()
    lines = [",".join(HEADER if sure is None else (*HEADER, "confidence"))]
    ids = [run.records[place].record_id for place in sorted(set(run.tallies.rows.record.tolist()))]
    every = run.table.in_order()
    for place, field, row, result in zip(every.records, every.fields, every.rows, every.results, strict=True):
        cells = [id_cell(run.records[place].record_id, ids), *cells_of(run.records[place].gold, field, result)]
        if sure is not None:
            cells.append("" if sure[row] != sure[row] else repr(float(sure[row])))
        lines.append(",".join(cells))
    return "".join(f"{line}\n" for line in lines).encode()


def cells_of(gold: Any, field: str, result: FieldResult) -> Iterator[str]:
    has_gold = result.gold_value is not None or value_at(gold, result.path) is None
    has_extracted = result.extracted_value is not None or result.extracted_path is not None
    yield from (text_cell(result.path), text_cell(field), result.status, repr(result.score), repr(float(result.weight)))
    yield quoted(in_json(result.gold_value)) if has_gold else ""
    yield quoted(in_json(result.extracted_value)) if has_extracted else ""
    yield from (text_cell(result.comparator), text_cell(result.reason))
    yield "" if result.similarity is None else repr(result.similarity)
    yield text_cell(result.extracted_path)


def id_cell(record_id: Any, ids: list[Any]) -> str:
    if all(type(one) is int and -(2**63) <= one < 2**63 for one in ids):
        return str(record_id)
    return text_cell(record_id if all(type(one) is str for one in ids) else in_json(record_id))


def in_json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if any("\ud800" <= character <= "\udfff" for character in text) else text


def text_cell(text: str | None) -> str:
    if not text:
        return ""
    shown = re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text).replace("\0", "\\x00")
    seen = [character for character in text if unicodedata.category(character) not in ("Cc", "Cf", "Zs", "Zl", "Zp")]
    risky = (seen and unicodedata.normalize("NFKC", seen[0])[0] in "=+-@") or text[0] in "\t\r\n\0"
    return quoted(f"'{shown}" if risky and not is_number(text) else shown)


def is_number(text: str) -> bool:
    """Ask Python's reader of JSON, which takes white space and NaN besides."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return set(text) <= set("0123456789.eE+-")


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set('",;\t\r\n') else text
