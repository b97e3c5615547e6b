"""Every format, whole and broken, from cases/loading.json: `text` is a list of lines."""

from __future__ import annotations

import codecs
import gzip
import re
from typing import Any

import pytest

from evaljson.load import read_records
from tests.cases import read_cases

CASES = read_cases("loading")
ENCODINGS = {
    "a UTF-8 mark": codecs.BOM_UTF8.__add__,
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-16, big end first": lambda data: codecs.BOM_UTF16_BE + data.decode().encode("utf-16-be"),
    "UTF-32": lambda data: data.decode().encode("utf-32"),
    "UTF-32, big end first": lambda data: codecs.BOM_UTF32_BE + data.decode().encode("utf-32-be"),
    "gzip": gzip.compress,
    "gzip of UTF-16": lambda data: gzip.compress(data.decode().encode("utf-16")),
}

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])


def text_of(case: dict[str, Any]) -> bytes:
    return "\n".join(case["text"]).encode()


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return {"id_field": case.get("id_field"), "name": case.get("file"), **case.get("options", {})}


@each_case
def test_gold_is_read(case: dict[str, Any]) -> None:
    loaded = read_records(text_of(case), **options_of(case))
    assert loaded.records == case["records"]
    assert loaded.ids == case.get("ids")
    assert loaded.format == case["format"]
    assert (loaded.n_read, loaded.n_refused) == (len(case["records"]), case.get("refused", 0))


@each_case
def test_extracted_keeps_the_positions_of_what_is_refused(case: dict[str, Any]) -> None:
    loaded = read_records(text_of(case), kind="extracted", **options_of(case))
    assert loaded.records == case.get("extracted", case["records"])
    assert loaded.ids == case.get("extracted_ids", case.get("ids"))
    assert (loaded.n_read, loaded.n_refused) == (len(case["records"]), case.get("refused", 0))


@each_case
def test_every_problem_is_reported_with_its_place(case: dict[str, Any]) -> None:
    problems = read_records(text_of(case), **options_of(case)).problems
    expected = case.get("problems", [])
    assert len(problems) == len(expected), problems
    for problem, wanted in zip(problems, expected, strict=True):
        assert problem.severity == wanted.get("severity", "error")
        assert re.search(wanted["message"], problem.message)
        for field in wanted.keys() - {"severity", "message"}:
            assert getattr(problem, field) == wanted[field]


@each_case
def test_what_a_repair_changes_is_listed_with_what_the_text_has(case: dict[str, Any]) -> None:
    loaded = read_records(text_of(case), **options_of(case))
    values = {
        str(at): [[one.path, one.before, one.after] for one in values] for at, values in loaded.repaired_values.items()
    }
    assert values == case.get("repaired_values", {})
    assert [str(at) for at in loaded.repaired] == list(values)


@each_case
@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_packing_and_encoding_change_nothing_but_the_words(case: dict[str, Any], encode: Any) -> None:
    plain = read_records(text_of(case), **options_of(case))
    packed = read_records(encode(text_of(case)), **options_of(case))
    assert (packed.records, packed.ids, packed.problems) == (plain.records, plain.ids, plain.problems)
    assert packed.format.startswith(plain.format + " in ")


@pytest.mark.parametrize("text", ["", " \n\t\r\n ", "\ufeff", "\ufeff \n"])
def test_a_file_without_text_is_empty(text: str) -> None:
    with pytest.raises(Exception, match=r"^bytes: the file is empty; expected a JSON array"):
        read_records(text.encode())


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "42", '"x"', "null", "NaN", "\x04", "<html>\n</html>"])
def test_text_that_holds_no_records_is_no_source(text: str) -> None:
    with pytest.raises(Exception, match=r"^bytes: expected a JSON array, an object or JSON Lines, but it begins '"):
        read_records(text.encode())


@pytest.mark.parametrize("text", ["[null, {}]", "null\n{}\n"])
def test_null_among_the_extracted_is_a_record_that_was_not_produced(text: str) -> None:
    loaded = read_records(text.encode(), kind="extracted")
    assert loaded.records == [None, {}]
    assert (loaded.n_read, loaded.n_refused) == (1, 1)
    assert [problem.severity for problem in loaded.problems] == ["warning"]


def test_null_among_gold_is_an_error() -> None:
    loaded = read_records(b"[null, {}]")
    assert loaded.records == [{}]
    assert [(problem.severity, problem.path) for problem in loaded.problems] == [("error", "[0]")]


def test_lines_that_are_all_null_are_json_lines_too() -> None:
    assert read_records(b"null\nnull\n", kind="extracted").records == [None, None]


def test_an_excerpt_is_one_printable_line_of_at_most_80_characters() -> None:
    text = '{"a": "' + "\u202e\x7f x" * 50 + '", \n "b": \n\n oops, "c": "' + "y" * 100 + '"}'
    (problem,) = read_records(text.encode()).problems
    assert problem.line == 4
    assert len(problem.excerpt) <= 80
    assert problem.excerpt.isprintable()
    assert problem.excerpt.startswith("…")
    assert problem.excerpt.endswith("…")
    assert "oops" in problem.excerpt


def test_a_problem_reads_as_one_sentence() -> None:
    first, second = read_records(b'{"a":1}\n{"b":1,"b":2}\n{', repeated_keys="refuse").problems
    assert str(first) == "line 2, b: this key appears 2 times in one object; keep one of them."
    assert str(second) == "line 3: the text breaks off here; correct the source and read it again."
    (warning,) = read_records(b'{"records":[], "v":1}').problems
    assert str(warning).startswith('read as records under "records"')
