"""Archives that are larger than allowed, cut off, or no sound zip file are refused."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import ArchiveError, Store
from tests.store.archive.archives import ROWS, Entries, change_manifest, change_rows, write


def test_a_small_file_that_unpacks_to_much_is_refused_unread(other: Store, sound: Entries, tmp_path: Path) -> None:
    content = {**sound, "manifest.json": sound["manifest.json"] + b" " * 2**28}
    file = write(tmp_path / "w.zip", content, zipfile.ZIP_DEFLATED)
    assert file.stat().st_size < 2**20
    with pytest.raises(ArchiveError, match=r"manifest.json unpacks to .* at most 64 MiB; .* EVALJSON_MAX_ARCHIVE_M"):
        other.import_from(file)


def long_row(content: Entries) -> None:
    change_rows(content, "settings", lambda row: {**row, "value": {"x": "x" * 3000}})


BEYOND: dict[str, tuple[str, int, Callable[[Entries], Any], str]] = {
    "a row": ("ROW", 2000, long_row, "rows/settings.jsonl: a row has more than 2,000 bytes; .* raise"),
    "values of a row": (
        "VALUES", 500,
        lambda e: change_rows(e, "settings", lambda row: {**row, "value": {"x": [[]] * 600}}),
        "this holds up to [0-9,]+ values, at most 500; .* raise",
    ),
    "values of the manifest": (
        "VALUES", 500,
        lambda e: change_manifest(e, lambda m: m.update(more=[0] * 600)),
        "this holds up to [0-9,]+ values, at most 500; .* raise",
    ),
    "all rows": ("ROWS", 5000, long_row, "bytes of rows, at most 5,000 bytes; .* raise"),
    "all content": ("CONTENT", 100, lambda _: None, "bytes of content, at most 100 bytes; .* raise"),
    "the list of files": ("DIRECTORY", 300, lambda _: None, "list of files takes [0-9,]+ bytes, more than 300 bytes"),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "most", "harm", "said"), BEYOND.values(), ids=list(BEYOND))
def test_a_file_beyond_a_limit_is_refused_until_the_limit_is_raised(
    other: Store, sound: Entries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int,
    harm: Callable[[Entries], Any], said: str,
) -> None:  # fmt: skip
    content = dict(sound)
    harm(content)
    file = write(tmp_path / "w.zip", content)
    setting = f"EVALJSON_MAX_ARCHIVE_{limit}"
    monkeypatch.setenv(setting, str(most))
    with pytest.raises(ArchiveError, match=said) as refused:
        other.import_from(file)
    assert setting in str(refused.value)
    assert other.evaluations.all() == []
    monkeypatch.delenv(setting)
    assert len(other.import_from(file).evaluations) == 2


def test_records_with_too_many_values_are_refused_before_they_are_read(
    other: Store, sound: Entries, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    monkeypatch.setenv("EVALJSON_MAX_VALUES", "5")
    with pytest.raises(ArchiveError, match=r"the records in blobs/.*: more than 5 values; .* raise EVALJSON_MAX_V"):
        other.import_from(file)
    assert other.check().blobs == 0


def test_parts_that_overlap_are_refused(other: Store, sound: Entries, tmp_path: Path) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    data = bytearray(file.read_bytes())
    largest = max(map(len, sound.values()))
    for found in list(re.finditer(b"PK\x01\x02", data)):  # each entry of the list of files says that it is as long
        data[found.start() + 20 : found.start() + 24] = largest.to_bytes(4, "little")
    file.write_bytes(data)
    with pytest.raises(ArchiveError, match="its parts overlap"):
        other.import_from(file)


@pytest.mark.parametrize("cut", [0, 10, -1, -30, -2000])
def test_a_file_that_was_cut_off_is_refused(other: Store, sound: Entries, tmp_path: Path, cut: int) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(ArchiveError, match="is not a zip file, or a damaged one"):
        other.import_from(file)


def test_a_file_that_is_not_there_is_said_so(other: Store, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="cannot be read"):
        other.import_from(tmp_path / "none.zip")


def test_an_entry_that_stands_twice_is_refused(other: Store, sound: Entries, tmp_path: Path) -> None:
    file = write(tmp_path / "w.zip", dict(sound))
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(ROWS, b"")
    with pytest.raises(ArchiveError, match="appears twice"):
        other.import_from(file)
