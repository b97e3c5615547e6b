"""A folder or an archive with gold and variants side by side is no one set of records, and a part can be named."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from evaljson.base.errors import LoadError
from evaljson.load.one_set import check_one_set
from evaljson.load.reader import read_records

RECORD = b'{"a": 1}'
LIST = b'[{"a": 1}, {"a": 2}]'
Files = dict[str, bytes]


def in_folder(files: Files, at: Path) -> Path:
    for name, content in files.items():
        (at / "all" / name).parent.mkdir(parents=True, exist_ok=True)
        (at / "all" / name).write_bytes(content)
    return at / "all"


def in_archive(files: Files, at: Path) -> Path:
    with zipfile.ZipFile(at / "all.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return at / "all.zip"


SETS = {f"{side}/{name}.json": RECORD for side in ("gold", "first") for name in "xy"} | {".DS_Store": b"?"}
PACK = pytest.mark.parametrize("packed", [in_folder, in_archive])
Packed = Callable[[Files, Path], Path]


@PACK
@pytest.mark.parametrize("outer", ["", "contracts/"], ids=["at the top", "in an outer folder"])
@pytest.mark.parametrize(
    ("files", "names"),
    [
        pytest.param(SETS, "gold, first", id="folders"),
        pytest.param({"gold/data.json": LIST} | {"first/x.json": RECORD}, "gold/data.json, first", id="a list of gold"),
    ],
)
def test_sets_beside_one_another_are_refused_with_a_name_that_can_be_read(
    files: Files, names: str, outer: str, packed: Packed, tmp_path: Path
) -> None:
    place = packed({f"{outer}{name}": content for name, content in files.items()}, tmp_path)
    with pytest.raises(LoadError, match=r"2 sets of records beside one another, not one: ") as refused:
        check_one_set(place)
    said = str(refused.value)
    assert names in said.replace("contracts/", "")
    named = said.rpartition("such as ")[2].removesuffix(".")
    assert read_records(named).n_read == 2


@PACK
@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"x.json": RECORD, "gold.json": RECORD}, id="documents in one folder"),
        pytest.param({"2023/x.json": RECORD, "2024/x.json": RECORD}, id="folders of documents of the same names"),
        pytest.param({"gold/x.json": RECORD, "silver/y.json": RECORD}, id="documents of two kinds"),
    ],
)
def test_one_set_of_documents_is_taken(files: Files, packed: Packed, tmp_path: Path) -> None:
    check_one_set(packed(files, tmp_path))


@pytest.mark.parametrize("place", ["gold", "gold/", "contracts/gold"])
def test_a_folder_inside_an_archive_is_a_set_with_the_ids_of_its_files(place: str, tmp_path: Path) -> None:
    archive = in_archive({f"contracts/{name}": content for name, content in SETS.items()}, tmp_path)
    loaded = read_records(f"{archive}/{place}")
    assert (loaded.name, loaded.ids, loaded.format) == ("gold", ["x", "y"], "zip with a JSON file for each record")


def test_a_file_inside_an_archive_is_read_as_that_file(tmp_path: Path) -> None:
    archive = in_archive({"gold.csv": b"a\n1\n2\n", "first.json": LIST}, tmp_path)
    loaded = read_records(archive / "gold.csv")
    assert (loaded.name, loaded.records) == ("gold.csv", [{"a": "1"}, {"a": "2"}])


def test_a_folder_that_the_archive_lacks_is_answered_with_those_that_it_has(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"all\.zip has no folder or file 'glod'\. Did you mean 'gold'\?"):
        read_records(in_archive(SETS, tmp_path) / "glod")


def test_the_same_content_has_the_same_hash_in_a_folder_and_inside_an_archive(tmp_path: Path) -> None:
    inside, beside = in_archive(SETS, tmp_path) / "gold", in_folder(SETS, tmp_path) / "gold"
    assert read_records(inside).sha256 == read_records(beside).sha256


def test_a_path_through_a_file_that_is_no_archive_is_no_such_file(tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_bytes(LIST)
    with pytest.raises(LoadError, match="cannot be read"):
        read_records(tmp_path / "gold.json" / "x")


def test_a_damaged_file_inside_an_archive_is_one_sentence(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("gold.json", LIST)
        archive.writestr("first.json", LIST)
    (tmp_path / "all.zip").write_bytes(out.getvalue().replace(LIST, b"x" * len(LIST), 1))
    with pytest.raises(LoadError, match=r"gold\.json cannot be read: .*pack or transfer the archive again"):
        read_records(tmp_path / "all.zip" / "gold.json")
