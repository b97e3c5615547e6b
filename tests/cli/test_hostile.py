import gzip
import json
import os
import re
from typing import Any

import pytest

from evaljson.cli.commands import score as score_module
from evaljson.cli.files import strict_json
from evaljson.load.byte_limit import ByteLimit
from tests.cli.conftest import SCHEMA, Run, Write

DEEP = "[" * 10_000 + "]" * 10_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("infer", "nope.jsonl"), "nope.jsonl: no such file; check the name."),
        (("score", "gold.jsonl", "extracted.jsonl", "-s", "."), ".: this is a folder"),
        (("infer", "x" * 5000), "cannot be read"),
        (("infer", "nul\0byte"), "nul\\x00byte"),
        (("score", "gold.jsonl", "nope", "-s", "schema.json"), "nope: no such file"),
        (("score", "gold.jsonl", "extracted.jsonl", "-s", "nope"), "nope: no such file"),
        (("validate", "gold.jsonl", "-s", "gold.jsonl"), "no valid JSON at line 2"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clean_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="empty"),
        pytest.param("no json at all", id="text"),
        pytest.param("[]", id="no records"),
        pytest.param("[1, 2]", id="no objects"),
        pytest.param(DEEP, id="nested"),
        pytest.param('{"a": ' + DEEP + "}", id="nested record"),
        pytest.param(b"\x1f\x8b\x08broken", id="broken gzip"),
        pytest.param(b"PK\x03\x04zip", id="zip"),
        pytest.param(b"\xff\xfe\x00\xd8", id="broken UTF-16"),
    ],
)
def test_gold_that_holds_no_record_is_bad_input(run: Run, write: Write, content: Any) -> None:
    write("gold.json", content)
    for command, *more in (["infer"], ["validate", "-s", "schema.json"], ["score", "extracted.jsonl"]):
        done = run(command, "gold.json", *more)
        assert done.exit_code == 2
        assert "Error: " in done.stderr
        assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param("[]", "a schema is a JSON object, not array", id="array"),
        pytest.param('{"type": "object", "type": "array"}', "the key 'type' appears twice", id="duplicate"),
        pytest.param('{"type": "object", "x-eval-weight": NaN}', "NaN is not JSON", id="NaN"),
        pytest.param('{"a":' * 50_000 + "1" + "}" * 50_000, "nested too deeply", id="nested"),
        pytest.param('{"type": "object", "x-eval-wieght": 1}', "Did you mean 'x-eval-weight'", id="misspelt"),
        pytest.param(b"\xff", "is not UTF-8", id="bytes"),
    ],
)
def test_a_schema_that_cannot_be_used_is_one_clean_line(run: Run, write: Write, schema: Any, message: str) -> None:
    write("schema.json", schema)
    done = run("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_gzip_bomb_meets_the_limit(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", "1000000")
    write("bomb.json.gz", gzip.compress(b"[" + b" " * 5_000_000 + b"]"))
    done = run("infer", "bomb.json.gz")
    assert done.exit_code == 2
    assert "bomb.json.gz: more than 1,000,000 bytes, unpacked; split it, or raise EVALJSON_MAX_SOURCE" in done.stderr


def test_a_hostile_record_never_loses_the_others(score: Run, write: Write) -> None:
    good = '{"id": "a", "name": "Ada", "items": [{"sku": "x", "price": 1.5}]}'
    write("extracted.jsonl", f'{good}\n{{"id": "b", "name": {DEEP}}}\n{{"id": "b", "name": "\ud800", "x": 1e999}}\n')
    found = json.loads(score("--json").stdout)
    assert found["records"][0]["f1"] == 1.0
    assert found["extracted"]["refused"] >= 1


def test_many_problems_are_counted_rather_than_listed(score: Run, write: Write) -> None:
    write("extracted.jsonl", '{"id": "a"}\n' + "{oops\n" * 500)
    done = score()
    assert "490 more like these" in done.stderr
    assert len(done.stderr.splitlines()) < 20


def test_text_that_utf8_cannot_hold_is_exported(run: Run, write: Write) -> None:
    write("gold.json", '[{"id": "\\ud800", "a": "\\ud800"}]')
    done = run("score", "gold.json", "gold.json", "--id-field", "id", "--csv", "out.csv", "--parquet", "out.parquet")
    assert done.exit_code == 0, done.output


def test_a_bug_of_our_own_exits_with_3_and_no_traceback(score: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("a bug")

    monkeypatch.setattr(score_module, "score_files", broken)
    done = score()
    assert done.exit_code == 3
    assert (
        done.stderr == "Error: this is a bug in evaljson (TypeError: a bug); --debug shows where. Please report it.\n"
    )
    assert "Traceback" in score("--debug").stderr


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied", "gold.jsonl"), "gold.jsonl: Permission denied; check the file"),
        (OSError("the drive is gone"), "the drive is gone; check the file"),
        (MemoryError(), "there is not enough memory for this; split the input"),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply; flatten it"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "save it as UTF-8"),
        (SystemExit(1), "a plug-in ended the command with exit code 1"),
    ],
    ids=["no permission", "an error without a name", "memory", "recursion", "encoding", "a plug-in that exits"],
)
def test_what_a_machine_or_a_plug_in_causes_is_one_sentence(
    score: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, message: str
) -> None:
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(score_module, "score_files", failing)
    done = score()
    assert done.exit_code == 2
    assert message in done.stderr
    assert (done.stderr.count("\n"), "report it" in done.stderr) == (1, False)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a device that never ends")
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("infer", "/dev/zero"), "zero"),
        (("score", "/dev/zero", "extracted.jsonl"), "zero"),
        (("compare", "gold.jsonl", "extracted.jsonl", "/dev/zero"), "zero"),
        (("score", "gold.jsonl", "extracted.jsonl", "-s", "/dev/zero"), "zero"),
        (("score", "gold.jsonl", "extracted.jsonl", "--metric", "json_difference:weights=@/dev/zero"), "zero"),
        (("workspace", "import", "/dev/zero", "--folder", "kept"), "/dev/zero"),
    ],
    ids=["gold", "gold of score", "a variant", "a schema", "a parameter of a metric", "an archive"],
)
def test_a_stream_that_never_ends_is_left_at_the_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], name: str
) -> None:
    monkeypatch.setattr(strict_json, "_LIMIT", ByteLimit(10_000, "more than 10,000 bytes."))
    done = run(*arguments, EVALJSON_MAX_SOURCE_BYTES="10000")
    assert done.exit_code == 2
    assert re.search(f"Error: .*{name}(: more than 10,000 bytes| is not a regular file)", done.stderr)


@pytest.mark.parametrize("option", ["--schema", "--csv", "--id-field", "--plugin", "--metric"])
def test_an_empty_text_is_refused_rather_than_read_as_nothing(score: Run, option: str) -> None:
    done = score(option, "")
    assert done.exit_code == 2
    assert "this is empty; check the variable that it comes from" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "", "extracted.jsonl"),
        ("score", "gold.jsonl", ""),
        ("infer", ""),
        ("agree", "gold.jsonl", "", "-s", "schema.json"),
        ("workspace", "export", ""),
        ("workspace", "gc", "--folder", ""),
    ],
)
def test_an_unset_variable_never_means_the_working_folder(run: Run, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert "this is empty; check the variable that it comes from" in done.stderr


def test_stopping_exits_with_130(score: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(score_module, "score_files", stopped)
    assert score().exit_code == 130


def test_debug_shows_the_traceback_of_bad_input(run: Run) -> None:
    done = run("infer", "nope.jsonl", "--debug")
    assert done.exit_code == 2
    assert "Traceback" in done.stderr


def test_a_field_that_no_record_has_is_named_and_an_empty_array_is_none(score: Run, write: Write) -> None:
    text = {"type": "string"}
    rows = {"type": "array", "items": {"type": "object", "properties": {"k": text}}}
    write("schema.json", {"type": "object", "properties": {"a": text, "nmae": text, "rows": rows}})
    write("gold.jsonl", [{"a": "x", "rows": []}])
    write("extracted.jsonl", [{"a": "x", "rows": []}])
    said = "1 field of the schema is in no scored record of either side: nmae."
    assert said in score().stderr
    write("gold.jsonl", [{"id": 1, "a": "x", "rows": []}, {"id": 2, "a": "x", "nmae": "only where it is left out"}])
    write("extracted.jsonl", [{"id": 1, "a": "x", "rows": []}])
    assert said in score("--id-field", "id", "--missing-records", "exclude").stderr


def test_a_schema_below_a_unit_is_said_to_be_without_effect(score: Run, write: Write) -> None:
    inner = {"type": "object", "x-eval-compare": "exact", "properties": {"x": {"type": "string", "x-eval-weight": 2}}}
    write("schema.json", {**SCHEMA, "properties": {**SCHEMA["properties"], "o": inner}})  # type: ignore[dict-item]
    assert "o.x: x-eval-weight has no effect" in score().stderr


def test_a_limit_whose_setting_cannot_be_used_is_one_clean_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALJSON_MAX_SOURCE_BYTES", "lots")
    for arguments in (("infer", "gold.jsonl"), ("ui", "--no-browser"), ("workspace", "list")):
        done = run(*arguments)
        assert done.exit_code == 2
        assert done.stderr == (
            "Error: EVALJSON_MAX_SOURCE_BYTES is a whole number from 1 on, not 'lots'; correct it, or unset it.\n"
        )
