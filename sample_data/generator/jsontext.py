"""Reading the generator's own tables and writing its output, byte for byte the same on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Record = dict[str, Any]

DATA = Path(__file__).parent / "data"


def table(name: str) -> Any:
    """The parsed file `data/<name>.json`."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def line(record: Record) -> str:
    """One record as one line of compact JSON; accents stay readable."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Writes bytes, since text mode would turn line ends into CRLF on Windows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("".join(f"{each}\n" for each in lines).encode("utf-8"))


def write_document(path: Path, document: Any) -> None:
    """Writes one indented JSON document, for files that people read."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    write_lines(path, [text])
