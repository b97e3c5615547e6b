"""Whatever a text looks like, reading it takes time and memory in proportion to its length."""

from __future__ import annotations

import contextlib
import cProfile
import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import parse_model_output, read_records
from tests.hostile.texts import TEXTS
from tests.profiles import is_deep, share

SHORT, LONG = 8_000, 16_000
"""Both deeper than the parser goes, where a text is deep."""

READERS: dict[str, Callable[[str], Any]] = {
    "model text": lambda text: parse_model_output(text),
    "model text, as it is": lambda text: parse_model_output(text, repair=False),
    "a document": lambda text: read_records(_bytes(text), name="x.json", kind="extracted", id_field="id"),
    "lines": lambda text: read_records(_bytes(text), name="x.jsonl", kind="extracted", id_field="id"),
    "text in a field": lambda text: read_records(_entry(text), kind="extracted", text_field="output"),
    "CSV": lambda text: read_records(_bytes(text), name="x.csv", cells="json"),
}


# Under the lean profile, each text goes through the reader of model text and through one of the others.
PAIRS = [
    pytest.param(reader, name, id=f"{reader}, {name}", marks=pytest.mark.examples)
    for number, name in enumerate(TEXTS)
    for place, reader in enumerate(READERS)
    if share(100) == 100 or place in (0, 1 + number % (len(READERS) - 1))
]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _entry(text: str) -> bytes:
    return json.dumps({"output": text}).encode() + b"\n{}"


class _Work:
    """Calls of functions, and the characters before errors: where an error is takes that much time to find out."""

    def __init__(self) -> None:
        self.amount = 0

    @contextlib.contextmanager
    def counted(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        outer = self

        class Counting(json.JSONDecodeError):
            def __init__(self, message: str, text: str, at: int) -> None:
                outer.amount += at // 20
                super().__init__(message, text, at)

        calls = cProfile.Profile()
        with monkeypatch.context() as patched:
            patched.setattr("json.decoder.JSONDecodeError", Counting)
            with calls:
                yield
        self.amount += sum(entry.callcount for entry in calls.getstats())


def _read(reader: str, text: str) -> None:
    with contextlib.suppress(LoadError):
        READERS[reader](text)


def _work(reader: str, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    work = _Work()
    with work.counted(monkeypatch):
        _read(reader, text)
    return work.amount


def _peak(reader: str, text: str) -> int:
    tracemalloc.start()
    try:
        _read(reader, text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("reader", "name"), PAIRS)
def test_twice_the_text_is_about_twice_the_work(reader: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _read(reader, TEXTS[name](100))  # caches are filled
    short, long = (_work(reader, TEXTS[name](length), monkeypatch) for length in (SHORT, LONG))
    assert long < 2.5 * short + 1_500


@pytest.mark.parametrize(("reader", "name"), PAIRS)
def test_memory_is_in_proportion_to_the_text(reader: str, name: str) -> None:
    length = LONG if is_deep() else SHORT
    assert _peak(reader, TEXTS[name](length)) < 600 * length + 2**20
