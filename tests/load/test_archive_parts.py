"""An archive with gold and the variants in it is taken apart; one with a record in each file is not."""

import io
import zipfile

import pytest

from evaljson.load.archive_parts import archive_parts
from evaljson.load.reader import read_records

RECORD = b'{"a": 1}'


def packed(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_folders_beside_a_folder_of_gold_become_archives_with_the_same_ids() -> None:
    sides = ("gold", "first", "second")
    files = {f"all/{side}/{name}.json": RECORD for side in sides for name in ("x", "y")}
    parts = archive_parts(packed(**files, **{"all/.hidden/x.json": RECORD, "all/readme.txt": b"?"}), "all.zip")
    assert parts is not None
    assert list(parts) == list(sides)
    assert [read_records(part, name=name).ids for name, part in parts.items()] == [["x", "y"]] * 3


def test_files_beside_a_file_of_gold_come_as_they_are() -> None:
    files = {"gold.json": b'[{"a": 1}]', "prompt.jsonl": RECORD}
    assert archive_parts(packed(**files), "all.zip") == files


BIRCH = {"birch/x.json": RECORD, "birch/y.json": RECORD}
LIST = b'[{"a": 1}, {"a": 2}]'


@pytest.mark.parametrize("outer", ["", "all/"], ids=["at the top", "in an outer folder"])
@pytest.mark.parametrize(
    ("files", "sets"),
    [
        pytest.param({"gold.json": LIST} | BIRCH, {"gold.json": 2, "birch": 2}, id="gold and a folder"),
        pytest.param(
            {"gold.json": LIST, "elm/doc_1.json": RECORD} | BIRCH,
            {"gold.json": 2, "elm": 1, "birch": 2},
            id="folders that name their files in their own way",
        ),
        pytest.param(
            {"gold.json": LIST, "atlas.json": LIST, "cedar.jsonl": RECORD, "fir.csv": b"a\n1\n"} | BIRCH,
            {"gold.json": 2, "atlas.json": 2, "cedar.jsonl": 1, "fir.csv": 1, "birch": 2},
            id="files of every format",
        ),
        pytest.param(
            {"gold/x.json": RECORD, "atlas.json": LIST} | BIRCH,
            {"gold": 1, "atlas.json": 2, "birch": 2},
            id="gold as a folder",
        ),
        pytest.param(
            {"gold.json": b'{"records": [{"a": 1}], "by": "me"}', "atlas.json": b'{"a": 1}\n{"a": 2}'} | BIRCH,
            {"gold.json": 1, "atlas.json": 2, "birch": 2},
            id="records in an object and on lines",
        ),
        pytest.param(
            {"gold.json": LIST, "schema.json": b'{"type": "object"}'} | BIRCH,
            {"gold.json": 2, "schema.json": 1, "birch": 2},
            id="an eval schema beside them",
        ),
        pytest.param({"policies.json": LIST} | BIRCH, {"policies.json": 2, "birch": 2}, id="no name says gold"),
        pytest.param(
            {"july.json": LIST, "atlas.jsonl": RECORD + b"\n" + RECORD, "schema.json": b'{"type": "object"}'},
            {"july.json": 2, "atlas.jsonl": 2, "schema.json": 1},
            id="files alone of which no name says gold",
        ),
        pytest.param(
            {f"{side}/{name}.json": RECORD for side in ("first", "second") for name in "xyz"},
            {"first": 3, "second": 3},
            id="folders alone with the same documents",
        ),
        pytest.param(
            {"gold/data.json": LIST, "first/out.jsonl": RECORD + b"\n" + RECORD, "second/data.json": LIST},
            {"gold.json": 2, "first.jsonl": 2, "second.json": 2},
            id="a list of records in each folder",
        ),
    ],
)
def test_files_and_folders_beside_one_another_are_a_set_each(
    files: dict[str, bytes], sets: dict[str, int], outer: str
) -> None:
    parts = archive_parts(packed(**{f"{outer}{name}": data for name, data in files.items()}), "all.zip")
    assert parts is not None
    assert {name: read_records(part, name=name).n_read for name, part in parts.items()} == sets


@pytest.mark.parametrize("ending", [".txt", ".md", ".TXT"])
@pytest.mark.parametrize("of_gold", [".json", ".txt"])
def test_folders_of_replies_are_variants_beside_gold(ending: str, of_gold: str) -> None:
    files = {f"gold/{name}{of_gold}": RECORD for name in "xy"}
    files |= {f"first/{name}{ending}": b'Sure: {"a": 2}' for name in "xy"} | {"readme.txt": b"what this is"}
    parts = archive_parts(packed(**files), "all.zip")
    assert parts is not None
    read = {name: read_records(part, name=name, kind="extracted") for name, part in parts.items()}
    assert {name: one.ids for name, one in read.items()} == {"gold": ["x", "y"], "first": ["x", "y"]}
    assert read["first"].records == [{"a": 2}] * 2


def test_a_note_beside_the_records_of_a_folder_is_no_reply() -> None:
    files = {f"{side}/{name}.json": RECORD for side in ("gold", "first") for name in "xy"}
    assert archive_parts(packed(**files, **{"first/notes.txt": b"?"}), "all.zip") is not None


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"[]", id="no archive"),
        pytest.param(packed(**{"gold.json": RECORD, "silver.json": RECORD}), id="documents called so"),
        pytest.param(packed(**{"gold/x.json": RECORD, "silver/y.json": RECORD}), id="other documents"),
        pytest.param(packed(**{"a/x.json": RECORD, "b/x.json": RECORD}), id="no gold"),
        pytest.param(
            packed(
                **{f"{kind}/{at}.json": b'{"%s": 1}' % kind.encode() for kind in ("bill", "receipt") for at in "12"}
            ),
            id="documents of one kind in each folder",
        ),
        pytest.param(
            packed(
                **{f"{year}/{at}.json": RECORD for year, every in (("23", "1234"), ("24", "45678")) for at in every}
            ),
            id="folders with other documents",
        ),
        pytest.param(packed(**{"gold/x.json": RECORD, "gold/y.json": RECORD}), id="gold alone"),
        pytest.param(packed(**BIRCH), id="a folder alone"),
        pytest.param(packed(**{"a.json": RECORD, "b.json": RECORD} | BIRCH), id="documents beside a folder of more"),
        pytest.param(packed(**{"gold.json": RECORD, "b.json": RECORD} | BIRCH), id="of these one called so"),
        pytest.param(packed(**{"a/z.json": RECORD, "index.csv": b"a"} | BIRCH), id="other documents and their list"),
        pytest.param(packed(**{"labels.csv": b"a", "x.json": RECORD, "y.json": RECORD}), id="documents and labels"),
        pytest.param(packed(), id="empty"),
        pytest.param(packed(**{"gold.json": b"[]", "a.json": b"[]"})[:60], id="damaged"),
    ],
)
def test_any_other_archive_stays_whole(data: bytes) -> None:
    assert archive_parts(data, "all.zip") is None


def test_an_archive_over_a_limit_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", "2000")
    files = {"gold.json": b"[" + b" " * 1500 + b"]", "a.json": b"[" + b" " * 1500 + b"]"}
    assert archive_parts(packed(**files), "all.zip") is None
