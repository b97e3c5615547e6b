"""The lines of a file, found in parts and by several processes: those that a loop over its lines finds."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson.base.errors import LoadError
from evaljson.load.json.id_of_broken import id_in, usable_id
from evaljson.load.json.source_text import SourceText
from evaljson.scale.line_index import LineIndex, index_lines
from evaljson.scale.line_parts import NO_ID, NULL, UNREADABLE, cut_at_lines
from tests.profiles import share

BLANK = ("", " ", "\t \r", "\x0b\x0c")
ODD = (
    "null", " null\r", "nul", "7", "[]", '{"id": 1', '{"id": "a", ', '{"other": 1}', '{"id": null}', '{"id": [1]}',
    '{"id": 1, "id": 2}', '{"id": 1, "\\u0069d": 3}', '{"in": {"id": 5}, "id": 6}', '{"id": "a\\nb"}', '{"id": 1.5}',
    ' {\t"id" :"x y", "n": 1}', '{"id": 007}', '{"id": true}', '{"id": "\\ud800"}', '{"id": "c", "text": "\\u00e9"}',
    '{"id": 12345678901234567890}', '{"id": "ünï"}', '\ufeff{"id": 9}', '{"id": "no end', "{}",
)  # fmt: skip


def hashed(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def parsed(line: bytes, id_field: str | None) -> tuple[Any, int]:
    """The id of a line, and what it is, from the line as json reads it."""
    if id_field is None:
        return None, NULL if line.strip() == b"null" else 0
    try:
        record = json.loads(line.decode("utf-8"))
    except ValueError:
        known = id_in(SourceText(line, 1, 0), 0, id_field)
        return known, UNREADABLE if known is None else 0
    if not isinstance(record, dict):
        return None, NULL if record is None else UNREADABLE
    return (usable_id(record[id_field]), 0) if id_field in record else (None, NO_ID)


def looped(file: Path, id_field: str | None) -> list[tuple[int, int, int, int, int]]:
    """Where each line begins and ends, its number, the hash of its id, and its kind, one line after another."""
    found, at = [], 0
    for number, line in enumerate(file.read_bytes().split(b"\n"), start=1):
        begin, at = at, at + len(line) + 1
        if number == 1 and line.startswith(b"\xef\xbb\xbf"):
            begin, line = begin + 3, line[3:]
        if line.strip():
            record_id, kind = parsed(line, id_field)
            key = 0 if id_field is None else hashed(f"{kind}/{number}" if record_id is None else str(record_id))
            found.append((begin, min(at, file.stat().st_size), number, key, kind))
    return found


def rows(index: LineIndex) -> list[tuple[int, ...]]:
    columns = (index.start, index.end, index.line, index.ids, index.kind)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def drawn(file: Path, random: Random) -> Path:
    """A file of some kind of lines: with ids in front, as they are written mostly, and with whatever lines can be."""
    odd = random.choice((0.0, 0.1, 0.6))
    lines = [
        random.choice(ODD + BLANK)
        if random.random() < odd
        else json.dumps({"id": at, "text": "x" * random.randrange(9)})
        for at in range(random.randrange(1, 40))
    ]
    start = random.choice(("", "\ufeff")) + random.choice(("", "\n", " \n")) + '{"id": "first"}\n'
    text = start + "\n".join(lines) + random.choice(("", "\n"))
    file.write_bytes(text.encode("utf-8"))
    return file


@pytest.mark.parametrize("seed", range(share(200)))
def test_parts_of_any_size_find_what_a_loop_finds(tmp_path: Path, seed: int) -> None:
    random = Random(f"lines/{seed}")
    file = drawn(tmp_path / "some.jsonl", random)
    for id_field in ("id", None):
        for part_bytes in (random.randrange(1, 99), 1 << 20):
            done: list[int] = []
            index = index_lines(str(file), id_field, {}, done.append, part_bytes=part_bytes)
            assert rows(index) == looped(file, id_field)
            assert index.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
            assert done == sorted(done)
            assert done[-1] == index.size == file.stat().st_size


def test_parts_are_whole_lines_and_all_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(b"abc\nde\n\nf")
    assert cut_at_lines(str(file), 9, 1) == [(0, 4), (4, 7), (7, 9)]
    assert cut_at_lines(str(file), 9, 4) == [(0, 7), (7, 9)]
    assert cut_at_lines(str(file), 9, 9) == [(0, 9)]


def test_lines_with_a_model_s_text_have_the_ids_in_it(tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(f'{{"id": {at}, "text": "{{\\"id\\": \\"in {at}\\"}}"}}\n' for at in range(20)))
    index = index_lines(str(file), "id", {"text_field": "text"}, part_bytes=100)
    assert np.array_equal(index.ids, np.array([hashed(f"in {at}") for at in range(20)], np.uint64))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"), (b"\n \n", "is empty"), (b"\xef\xbb\xbf\n", "is empty"), (b"[\n{}\n]", "JSON Lines"),
        (b"\n\n{\n", "JSON Lines"), (b"id,name\n1,a\n", "JSON Lines"),
    ],
)  # fmt: skip
def test_what_is_no_json_lines_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(content)
    with pytest.raises(LoadError, match=said):
        index_lines(str(file), "id", {})
