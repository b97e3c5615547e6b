"""Where records come from: paths, bytes, uploads, gzip; and what is not a source of records."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.errors import LoadError
from evaljson.load import read_records

TEXT = b'[{"a": 1}]'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gold.json"
    path.write_bytes(TEXT)
    return path


class Upload(io.BytesIO):
    name = "folder/upload.json"


class Pipe:
    """A stream that cannot seek and has no name."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def read(self) -> Any:
        return self.text


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (TEXT, "bytes"),
        (bytearray(TEXT), "bytes"),
        (memoryview(TEXT), "bytes"),
        (Upload(TEXT), "upload.json"),
        (io.BytesIO(TEXT), "upload"),
        (io.StringIO(TEXT.decode()), "upload"),
        (Pipe(TEXT), "upload"),
        (Pipe(TEXT.decode()), "upload"),
    ],
    ids=[
        "bytes",
        "a bytearray",
        "a memoryview",
        "an upload",
        "a byte stream",
        "a text stream",
        "a pipe",
        "a text pipe",
    ],
)
def test_a_source_is_read_and_named(source: Any, name: str) -> None:
    loaded = read_records(source)
    assert loaded.records == [{"a": 1}]
    assert loaded.name == name
    assert read_records(source, name="Prompt A").name == "Prompt A"


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_is_read_and_named_after_its_file(kind: Any, file: Path) -> None:
    loaded = read_records(kind(file))
    assert loaded.records == [{"a": 1}]
    assert loaded.name == "gold.json"


def test_an_open_file_is_read_from_its_beginning(file: Path) -> None:
    with file.open("rb") as stream:
        stream.read(3)
        assert read_records(stream).records == [{"a": 1}]
        assert read_records(stream).name == "gold.json"


def test_a_surrogate_in_a_text_stream_is_no_utf8() -> None:
    loaded = read_records(Pipe('[{"a": "\ud800"}]'))
    assert loaded.problems[0].message.startswith("byte 8 (0xed) is not UTF-8")


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "in gzip"])
@pytest.mark.parametrize("text", [TEXT, b"\xef\xbb\xbf" + TEXT, TEXT.decode().encode("utf-16")])
def test_the_hash_is_that_of_the_unpacked_bytes(text: bytes, pack: Any) -> None:
    assert read_records(pack(text)).sha256 == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("no/such/file.json", r"^file\.json: no such file; a string is taken as a path, so pass JSON text as bytes"),
        ('[{"a": 1}]', r"no such file; a string is taken as a path"),
        ("a\0b", "cannot be read: embedded null byte"),
        ("x" * 10_000, "cannot be read: File name too long"),
        (7, r"^a source is a path, bytes or a file-like object, not int\."),
        (None, r"not NoneType\."),
        ([{"a": 1}], r"not list\."),
        (Pipe(7), r"^upload: read\(\) returned int, not bytes or text\."),
        (Pipe(None), r"read\(\) returned NoneType"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_cannot_be_read_is_said(source: Any, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        read_records(source)


def test_a_closed_stream_cannot_be_read() -> None:
    stream = io.BytesIO(TEXT)
    stream.close()
    with pytest.raises(LoadError, match=r"^upload cannot be read: I/O operation on closed file"):
        read_records(stream)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"BZh9", "a bzip2 archive"),
        (b"\xfd7zXZ\0", "an xz archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"%PDF-1.7", "a PDF"),
        (b"\x89PNG\r\n", "an image"),
        (gzip.compress(gzip.compress(TEXT)), "gzip inside gzip"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_another_format_is_told_by_its_first_bytes(start: bytes, what: str) -> None:
    with pytest.raises(LoadError, match=f"^x: this is {what}, not JSON; unpack or convert it first"):
        read_records(start, name="x")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_utf16_and_utf32_need_their_mark(encoding: str) -> None:
    with pytest.raises(LoadError, match=r"^x: UTF-16 or UTF-32 without a byte order mark, or not text"):
        read_records(TEXT.decode().encode(encoding), name="x")


def test_what_is_no_utf16_is_reported_with_its_offset() -> None:
    text = b"\xff\xfe" + '{"'.encode("utf-16-le") + b"\x00\xd8" + '"'.encode("utf-16-le")
    with pytest.raises(LoadError, match=r"^x: byte 6 is not UTF-16, though the byte order mark says so"):
        read_records(text, name="x")


@pytest.mark.parametrize("source", ["path", "bytes", "upload"])
def test_more_bytes_than_allowed_are_refused(source: str, file: Path) -> None:
    given: Any = {"path": file, "bytes": TEXT, "upload": io.BytesIO(TEXT)}[source]
    assert read_records(given, max_bytes=len(TEXT)).n_read == 1
    with pytest.raises(
        LoadError,
        match=r": more than 9 bytes, unpacked; split it, or raise .*max_bytes",
    ):
        read_records(given, max_bytes=len(TEXT) - 1)


def test_gzip_may_have_several_members_and_padding() -> None:
    packed = gzip.compress(b'{"a": 1}\n') + b"\0" * 10 + gzip.compress(b'{"a": 2}\n') + b"\0"
    loaded = read_records(packed)
    assert loaded.records == [{"a": 1}, {"a": 2}]
    assert loaded.problems == []


def test_gzip_that_unpacks_to_much_is_unpacked_only_up_to_the_limit() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(64)) + packer.flush()
    assert len(bomb) < 100_000
    with pytest.raises(LoadError, match=r"^x: more than 100,000 bytes, unpacked; split it"):
        read_records(bomb, name="x", max_bytes=100_000)


def test_gzip_larger_than_the_pieces_it_is_read_in_comes_out_whole() -> None:
    lines = b"".join(
        b'{"a": %d, "b": "%s"}\n' % (i, hashlib.sha256(b"%d" % i).hexdigest().encode()) for i in range(30_000)
    )
    assert read_records(gzip.compress(lines)).sha256 == hashlib.sha256(lines).hexdigest()


def test_gzip_that_breaks_off_keeps_what_came_before() -> None:
    lines = b"".join(b'{"a": "%s"}\n' % hashlib.sha256(b"%d" % i).hexdigest().encode() for i in range(1000))
    loaded = read_records(gzip.compress(lines)[:-5000])
    assert 500 < loaded.n_read < 1000
    assert loaded.problems[0].message.startswith("the gzip data breaks off")


def test_bytes_after_gzip_are_reported() -> None:
    loaded = read_records(gzip.compress(TEXT) + b"junk")
    assert loaded.records == [{"a": 1}]
    assert [problem.message for problem in loaded.problems] == ["4 bytes after the end of the gzip data are not read."]


@pytest.mark.parametrize("damage", [-8, 12], ids=["a wrong check sum", "wrong data"])
def test_damaged_gzip_is_refused(damage: int) -> None:
    packed = bytearray(gzip.compress(TEXT * 20))
    packed[damage] ^= 0xFF
    with pytest.raises(LoadError, match=r"^x: the gzip data is damaged \("):
        read_records(bytes(packed), name="x")
