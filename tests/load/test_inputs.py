"""CSV, Parquet, folders and archives of files, payloads and text inside of records, metadata beside them."""

from __future__ import annotations

import datetime
import decimal
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import LoadError
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


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("a,b\n1,x\n", [{"a": "1", "b": "x"}]),
        ("a;b\n1,5;x\n", [{"a": "1,5", "b": "x"}]),
        ('a,b\n"one\ntwo, ""q""", z \n', [{"a": 'one\ntwo, "q"', "b": " z "}]),
        ("a,b\n,007\n\n", [{"b": "007"}]),
        ("vendor.name,vendor.city,n\nAcme,,2\n", [{"vendor": {"name": "Acme"}, "n": "2"}]),
        ("items[0].sku,items[0].n,items[1].sku\nA,1,B\nA,,\n,,\n,,B\n", [
            {"items": [{"sku": "A", "n": "1"}, {"sku": "B"}]}, {"items": [{"sku": "A"}]}, {},
            {"items": [None, {"sku": "B"}]},
        ]),
        ("['a.b'],d'Arc\n1,2\n", [{"a.b": "1", "d'Arc": "2"}]),
        ("a\n" + "x" * 200_000 + "\n", [{"a": "x" * 200_000}]),
    ],
    ids=["plain", "semicolons", "quotes", "empty is absent", "dotted", "arrays", "odd keys", "a long cell"],
)  # fmt: skip
def test_csv_is_read_as_text(text: str, records: list[Any]) -> None:
    loaded = csv_of(text)
    assert loaded.records == records
    assert (loaded.problems, loaded.metadata) == ([], None)
    assert loaded.format.endswith("cells as text")


def test_csv_cells_may_be_json() -> None:
    text = 'a,b,c,d,e,f\n1,1.50,true,x,NaN,"[1, {""k"": null}]"\n'
    assert csv_of(text, cells="json").records == [
        {"a": 1, "b": 1.5, "c": True, "d": "x", "e": "NaN", "f": [1, {"k": None}]}
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,a\n1,2\n", "two columns are named 'a'"),
        ("a,a.b\n1,2\n", "column 'a' is a value, and 'a.b' is inside it"),
        ("a.b,a[0]\n1,2\n", "columns 'a.b' and 'a\\[0\\]' disagree"),
        ("a[999999999]\n1\n", "larger than the table"),
        (",\n1,2\n", "names no columns"),
        ("a\n\xe9", None),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(text: str, message: str | None) -> None:
    data = text.encode("latin-1")
    with pytest.raises(LoadError, match=message or "is not UTF-8"):
        read_records(data, name="x.csv")


def test_a_bad_row_costs_only_itself() -> None:
    loaded = csv_of('a,b\n1\n"x\ny",2\n3,4,5\n', kind="extracted")
    assert loaded.records == [None, {"a": "x\ny", "b": "2"}, None]
    assert [problem.line for problem in loaded.problems] == [2, 5]
    assert set(loaded.unread) == {0, 2}


def test_csv_that_breaks_off_says_so() -> None:
    loaded = csv_of('a,b\n1,2\n3,"4\n')
    assert loaded.records == [{"a": "1", "b": "2"}]
    assert loaded.n_refused == 1
    assert "the rest is not read" in messages(loaded)


def test_a_column_without_a_name_is_not_read_and_said() -> None:
    loaded = csv_of(",a\n0,x\n")
    assert loaded.records == [{"a": "x"}]
    assert "column 1 has no name" in messages(loaded)


def test_a_column_of_json_is_the_record() -> None:
    text = 'id,cost,anything\nd1,0.1,"{""a"": 1}"\nd2,0.2,"{""a"": 2}"\n'
    loaded = csv_of(text, id_field="id")
    assert loaded.records == [{"id": "d1", "a": 1}, {"id": "d2", "a": 2}]
    assert loaded.metadata == [{"cost": "0.1"}, {"cost": "0.2"}]
    assert csv_of(text, text_field=False).records[0] == {"id": "d1", "cost": "0.1", "anything": '{"a": 1}'}


def test_several_columns_of_json_are_told_by_name_or_left_to_the_caller() -> None:
    text = 'gold,output,x\n"{""a"": 1}","{""a"": 2}","{}"\n'
    assert csv_of(text).records == [{"a": 1}]
    assert csv_of(text, kind="extracted").records == [{"a": 2}]
    assert csv_of(text, text_field="x").records == [{}]
    unclear = csv_of('p,q\n"{""a"": 1}","{""a"": 2}"\n')
    assert unclear.records == [{"p": '{"a": 1}', "q": '{"a": 2}'}]
    assert "'p', 'q' all hold JSON; say which one is the record" in messages(unclear)


def test_parquet_keeps_nested_types_and_nulls() -> None:
    data = parquet_of({"id": [1, 2], "v": [{"name": "A", "tags": ["x"]}, None], "big": [2**63 - 1, None]})
    loaded = read_records(data, name="g.parquet")
    assert loaded.records == [
        {"id": 1, "v": {"name": "A", "tags": ["x"]}, "big": 2**63 - 1},
        {"id": 2, "v": None, "big": None},
    ]
    assert (loaded.format, loaded.problems) == ("Parquet", [])


def test_parquet_types_that_json_lacks_become_text_and_are_named() -> None:
    day, price = datetime.date(2024, 5, 1), decimal.Decimal("1.50")
    loaded = read_records(parquet_of({"day": [day], "price": [price], "v.name": [None]}))
    assert loaded.records == [{"day": "2024-05-01", "price": "1.50"}]
    assert "read as text in 'day', 'price'" in messages(loaded)


def test_parquet_of_bytes_is_refused_with_its_path() -> None:
    loaded = read_records(parquet_of({"a": [b"x"]}), kind="extracted")
    assert loaded.records == [None]
    assert loaded.problems[0].path == "[0].a"


@pytest.mark.parametrize("data", [b"PAR1", b"PAR1" + b"\0" * 40 + b"PAR1"])
def test_a_damaged_parquet_file_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: the Parquet file cannot be read"):
        read_records(data, name="x")


def test_parquet_that_unpacks_to_too_much_is_refused() -> None:
    data = parquet_of({"a": ["x" * 1000] * 50_000})
    with pytest.raises(LoadError, match="more than 1,000,000 bytes, unpacked"):
        read_records(data, max_bytes=1_000_000)


def test_a_folder_gives_a_record_for_each_file(tmp_path: Path) -> None:
    for name, text in {"b.json": '{"x": 2}', "a.json": '{"x": 1}', ".h.json": "{}", "readme.txt": "hi"}.items():
        (tmp_path / name).write_text(text)
    loaded = read_records(tmp_path, id_field="id")
    assert loaded.records == [{"id": "a", "x": 1}, {"id": "b", "x": 2}]
    assert loaded.ids == ["a", "b"]
    assert "2 files and folders that are hidden or not .json were not read: " in messages(loaded)


@pytest.mark.parametrize("ending", [".txt", ".md", ".TXT"])
def test_a_single_reply_is_one_record_named_by_its_file(ending: str) -> None:
    loaded = read_records(b'Here it is:\n```json\n{"x": 1}\n```', name=f"doc-7{ending}", kind="extracted")
    assert (loaded.records, loaded.ids) == ([{"x": 1}], ["doc-7"])
    assert loaded.format == "reply of a model: one record"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ('{"x": 1}', {"x": 1}),
        (' {"x": 1,\n  "y": []}\n', {"x": 1, "y": []}),
        ('{"x": 1}\n\nI hope this helps.', {"x": 1}),
        ('{"x": 1, "y": [2', {"x": 1, "y": [2]}),
        ('{"seller": {"x": 1}, "buyer": {"x": 2}}', {"seller": {"x": 1}, "buyer": {"x": 2}}),
        ('{"a": {"x": 1}, "b": {"y": 2}, "c": {"z": 2}}', {"a": {"x": 1}, "b": {"y": 2}, "c": {"z": 2}}),
        ('{"id": "own", "x": 1}', {"id": "own", "x": 1}),
    ],
)
@pytest.mark.parametrize("ending", [".txt", ".md"])
def test_a_single_reply_may_begin_as_json_does(text: str, record: Any, ending: str) -> None:
    loaded = read_records(text.encode(), name=f"doc-7{ending}", kind="extracted", id_field="id")
    assert (loaded.records, loaded.ids) == ([{"id": "doc-7", **record}], ["doc-7"])


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 1}\n{"x": 2}',
        '[{"x": 1}, {"x": 2}]',
        '{"records": [{"x": 1}, {"x": 2}]}',
        '{"x": 1}\n{"x": 2}\n{"x": 3',
        '{"x": 1}\n{"x": oops}\n{"x": 2}',
        '{"x": oops}\n\n{"x": 1}\n{"x": 2}',
    ],
)
def test_a_text_of_json_holds_the_records_in_it(text: str) -> None:
    assert read_records(text.encode(), name="all.txt").records == [{"x": 1}, {"x": 2}]


def test_a_text_of_lines_may_begin_with_records_that_were_not_produced_and_numbers_that_are_none() -> None:
    loaded = read_records(b'{"x": NaN}\nnull\n{"x": 1}', name="all.txt", kind="extracted")
    assert repr(loaded.records) == "[{'x': nan}, None, {'x': 1}]"


def test_a_reply_that_corrects_itself_is_one_record() -> None:
    loaded = read_records(b'{"x": 1}\n\nNo, it is:\n{"x": 2}', name="doc-7.txt", kind="extracted")
    assert (loaded.records, loaded.ids) == ([{"x": 2}], ["doc-7"])


def test_a_text_of_records_by_id_holds_them() -> None:
    loaded = read_records(b'{"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}}', name="all.txt")
    assert (loaded.records, loaded.ids) == ([{"x": 1}, {"x": 2}, {"x": 3}], ["a", "b", "c"])


def test_a_folder_of_replies_says_so() -> None:
    assert read_records(zip_of({"a.txt": '{"x": 1}'})).format == "zip with a reply for each record"


@pytest.mark.parametrize("ending", [".txt", ".md", ".TXT"])
def test_replies_as_text_files_are_read_as_one_record_each(tmp_path: Path, ending: str) -> None:
    replies = {f"run/{name}{ending}": f'Here it is:\n```json\n{{"x": {name}}}\n```' for name in "12"}
    for name, text in replies.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for source in (zip_of(dict(replies)), tmp_path):
        loaded = read_records(source, kind="extracted", id_field="id")
        assert loaded.records == [{"id": "1", "x": 1}, {"id": "2", "x": 2}]
        assert not loaded.n_refused


def test_beside_replies_a_file_of_another_kind_is_named_and_not_read() -> None:
    loaded = read_records(zip_of({"a.txt": '{"x": 1}', "README.md": "About"}), kind="extracted")
    assert loaded.records == [{"x": 1}]
    assert "1 files and folders that are hidden or not .txt were not read: 'README.md'" in messages(loaded)


@pytest.mark.parametrize("beside", ["all.jsonl", "all.csv"])
def test_a_text_beside_data_is_no_reply(beside: str) -> None:
    with pytest.raises(LoadError, match=r"no \.json file in it"):
        read_records(zip_of({"README.txt": "About", beside: '{"x": 1}'}))


def test_a_folder_is_not_left_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"x": 1}')
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.json").symlink_to(tmp_path / "secret.json")
    loaded = read_records(folder, kind="extracted")
    assert loaded.records == [None]
    assert "a link that leads out of the folder" in messages(loaded)


def test_a_zip_reads_like_the_folder(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"g/b.json": '{"x": 2}', "g/sub/a.json": '{"x": 1}'}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(text))
    zipped, folder = read_records(zip_of(files)), read_records(tmp_path / "g")
    assert zipped.ids == folder.ids == ["b", "sub/a"]
    assert (zipped.records, zipped.sha256) == (folder.records, folder.sha256)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("../x.json", "{}", "a path that leads out"),
        ("/etc/x.json", "{}", "a path that leads out"),
        ("..\\x.json", "{}", "a path that leads out"),
        ("x.json", "[1]", "a record is an object, not array"),
        ("x.json", b"\xff\xff{}", "not UTF-8"),
        ("x.json", "", "holds no JSON object"),
    ],
)
def test_a_bad_file_in_a_zip_costs_only_itself(name: str, text: str | bytes, why: str) -> None:
    loaded = read_records(zip_of({"ok.json": '{"a": 1}', name: text}), kind="extracted")
    assert [record for record in loaded.records if record] == [{"a": 1}]
    assert (loaded.n_read, loaded.n_refused) == (1, 1)
    assert why in messages(loaded)


def test_a_zip_bomb_meets_the_limit() -> None:
    data = zip_of({"a.json": " " * 5_000_000 + "{}"})
    assert len(data) < 10_000
    with pytest.raises(LoadError, match="more than 1,000,000 bytes, unpacked"):
        read_records(data, max_bytes=1_000_000)


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100])
def test_a_damaged_zip_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: the zip archive is damaged"):
        read_records(data, name="x")


def test_an_archive_of_something_else_says_what_it_has() -> None:
    with pytest.raises(LoadError, match=r"no \.json file in it, and .* or \.md; it has 'xl/workbook\.xml'"):
        read_records(zip_of({"xl/workbook.xml": "<x/>"}))


def test_a_damaged_member_of_a_zip_costs_only_itself() -> None:
    data = bytearray(zip_of({"a.json": json.dumps({"x": list(range(200))}), "b.json": '{"x": 1}'}))
    data[60] ^= 0xFF
    loaded = read_records(bytes(data), kind="extracted")
    assert loaded.records == [None, {"x": 1}]
    assert "damaged or not readable" in messages(loaded)


def test_the_text_of_a_model_is_detected_in_each_record() -> None:
    data = lines(
        {"id": "d1", "output": '```json\n{"a": 1}\n```', "cost": 0.1},
        {"id": "d2", "output": "{'a': 2,}", "cost": 0.2},
        {"id": "d3", "output": "I cannot read this.", "cost": 0.3},
        {"id": "d4", "output": None, "cost": 0},
    )
    loaded = read_records(data, kind="extracted", id_field="id")
    assert loaded.records == [{"id": "d1", "a": 1}, {"id": "d2", "a": 2}, None, None]
    assert list(loaded.repaired) == [1]
    assert set(loaded.unread) == {2, 3}
    assert loaded.metadata == [{"cost": 0.1}, {"cost": 0.2}, {"cost": 0.3}, {"cost": 0}]
    assert (loaded.n_read, loaded.n_refused) == (2, 2)
    assert "each record is the JSON found in 'output'" in messages(loaded)
    assert "[2].output the text holds no JSON object" in messages(loaded)
    strict = read_records(data, kind="extracted", repair=False)
    assert set(strict.unread) == {1, 2, 3}
    assert strict.ids == ["d1", "d2", "d3", "d4"]


@pytest.mark.parametrize(
    "record", [{"text": "Dear {name},"}, {"output": "5 kg"}, {"output": {"a": 1}}, {"x": '{"a": 1}'}]
)
def test_ordinary_records_stay_as_they_are(record: dict[str, Any]) -> None:
    loaded = read_records(lines(record, record), kind="extracted")
    assert (loaded.records, loaded.problems, loaded.metadata) == ([record, record], [], None)


@pytest.mark.parametrize("texts", [['Sure! ```json\n{"a": 1}\n```', '{"a": 2}'], ['{"b": 1}', "I cannot read this."]])
def test_a_text_under_any_name_is_detected_by_the_keys_of_gold(texts: list[str]) -> None:
    data = lines(*({"id": f"d{at}", "what the model said": text, "note": "{}"} for at, text in enumerate(texts)))
    loaded = read_records(data, kind="extracted", id_field="id", keys=["id", "a", "b"])
    assert loaded.taken_from == "what the model said"
    assert loaded.metadata == [{"note": "{}"}] * 2
    assert read_records(data, kind="extracted", id_field="id").taken_from is None


@pytest.mark.parametrize(
    "record",
    [
        {"a": "x", "said": '{"a": 1}'},  # the entry has a key of gold
        {"said": '{"c": 1}'},
        {"said": '{"a": 1}', "also": '{"a": 2}'},
        {"said": "a"},
    ],
)
def test_a_record_that_may_be_gold_s_own_kind_stays_as_it_is(record: dict[str, Any]) -> None:
    assert read_records(lines(record, record), kind="extracted", keys=["a", "b"]).records == [record, record]


def test_gold_is_neither_detected_in_json_nor_repaired() -> None:
    data = lines({"output": '{"a": 1}'}, {"output": "{'a': 2}"})
    assert read_records(data).records == [{"output": '{"a": 1}'}, {"output": "{'a': 2}"}]
    chosen = read_records(data, text_field="output")
    assert (chosen.records, chosen.n_refused) == ([{"a": 1}], 1)


def test_a_payload_is_found_at_its_path_and_the_rest_is_metadata() -> None:
    data = lines(
        {"id": 7, "output": {"calls": [{"name": "f", "arguments": '{"a": 1}'}], "usage": {"tokens": 5}}},
        {"id": 8, "output": {"calls": []}},
        {"id": 9, "output": {"calls": [{"arguments": {"a": 3}}]}},
    )
    loaded = read_records(data, kind="extracted", payload="output.calls[0].arguments", id_field="id")
    assert loaded.records == [{"id": 7, "a": 1}, None, {"id": 9, "a": 3}]
    assert loaded.unread == {1: "has no 0, where the record should be; check the path."}
    assert loaded.metadata is not None
    assert loaded.metadata[0] == {"output": {"calls": [{"name": "f"}], "usage": {"tokens": 5}}}


def test_json_text_inside_json_text_is_unwrapped_once() -> None:
    loaded = read_records(lines({"output": json.dumps(json.dumps({"a": 1}))}), payload="output")
    assert loaded.records == [{"a": 1}]


@pytest.mark.parametrize("payload", ["a[]", "a[-1]", "", "a[x", "[]"])
def test_a_payload_that_is_no_place_is_refused(payload: str) -> None:
    with pytest.raises(LoadError, match="payload"):
        read_records(lines({"a": 1}), payload=payload)


def test_a_payload_and_a_text_field_are_one_too_many() -> None:
    with pytest.raises(LoadError, match="pass either payload or text_field"):
        read_records(lines({"a": 1}), payload="a", text_field="a")


def test_named_keys_are_kept_beside_the_record() -> None:
    loaded = read_records(lines({"a": 1, "cost": 2}, {"a": 3}), metadata=["cost", "csot"])
    assert loaded.records == [{"a": 1}, {"a": 3}]
    assert loaded.metadata == [{"cost": 2}, {}]
    assert "no record has the metadata field 'csot'. Did you mean 'cost'?" in messages(loaded)


@pytest.mark.parametrize("own", ["d1", "d9"])
def test_an_id_inside_the_record_wins_over_the_one_beside(own: str) -> None:
    loaded = read_records(lines({"id": "d1", "p": {"id": own}}), payload="p", id_field="id")
    assert loaded.records == [{"id": own}]
    assert ("has a different 'id' inside" in messages(loaded)) is (own == "d9")


@given(st.text() | st.lists(st.sampled_from(["a", ",", "\n", '"', ".", "[0]", ";", "[", "\r"])).map("".join))
def test_any_csv_gives_records_or_a_reason(text: str) -> None:
    try:
        loaded = read_records(text.encode("utf-8", "surrogatepass"), name="x.csv", kind="extracted")
    except LoadError:
        return
    assert loaded.n_read + len(loaded.unread) == len(loaded.records)


@given(st.binary(max_size=60), st.sampled_from([b"PK\x03\x04", b"PAR1"]))
def test_any_bytes_behind_a_magic_number_give_a_reason(tail: bytes, magic: bytes) -> None:
    with pytest.raises(LoadError, match=r"^x: "):
        read_records(magic + tail, name="x")
