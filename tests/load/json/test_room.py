"""Where orjson's memory would run out, Python would crash: large texts are read as ever, or refused with a sentence."""

import subprocess
import sys
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.load.json import fast, room

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text('a:\\"\u00e9'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('a:\\"', max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.text("a:"), JSON, max_size=3), max_size=3))
def test_large_texts_are_certified_as_small_ones_are(records: list[dict[str, Any]]) -> None:
    text = orjson.dumps(records) if _fits(records) else b"[]"
    parts = orjson.loads(text)
    usual = fast.certified(text, parts)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fast, "holds_too_many", lambda _: True)
        assert fast.certified(text, parts) == usual


def _fits(records: Any) -> bool:
    try:
        orjson.dumps(records)
    except TypeError:  # an integer beyond 64 bits
        return False
    return True


@pytest.mark.parametrize("piece", [b"1,", b"{},", b'{"a":1},', b"[],", b'"ab",', b"1.5,"])
def test_a_text_larger_than_the_memory_is_refused_rather_than_crashing(piece: bytes) -> None:
    script = f"""
import resource
from evaljson.load import read_records
text = b'[{{"a": [' + {piece!r} * (20_000_000 // {len(piece)}) + b'1]}}]'
resource.setrlimit(resource.RLIMIT_DATA, (700 << 20,) * 2)
try:
    print(read_records(text).n_read)
except MemoryError:
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) in {(0, "refused"), (0, "1")}, done.stderr


def test_small_texts_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_PER_BYTE", 2**36)
    room.check_room(b" " * 2**20)
    with pytest.raises(MemoryError, match=r"^$"):
        room.check_room(b" " * 2**24)
