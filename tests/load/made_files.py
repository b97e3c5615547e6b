"""Files of several kinds, made of their content; and what loading says of them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from evaljson.load import LoadedRecords, read_records


def csv_of(text: str, **options: Any) -> LoadedRecords:
    return read_records(text.encode(), name="gold.csv", **options)


def parquet_of(columns: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def zip_of(files: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(record) for record in records).encode()


def messages(loaded: LoadedRecords) -> str:
    return "\n".join(f"{problem.path} {problem.message}" for problem in loaded.problems)
