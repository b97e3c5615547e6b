from pathlib import Path

import pytest

from tests.cli.conftest import GOLD, SCHEMA, Run, Write

CHECK = ("validate", "gold.jsonl", "--schema", "schema.json")


def test_gold_that_fits_exits_with_0(run: Run) -> None:
    done = run(*CHECK)
    assert (done.exit_code, done.stdout) == (0, "Gold fits the schema. Records: 2, findings: 0.\n")


def test_keys_that_the_schema_lacks_exit_with_2_and_are_named(run: Run, write: Write) -> None:
    write("gold.jsonl", [{**GOLD[0], "nmae": "Ada"}, GOLD[1]])
    done = run(*CHECK)
    assert done.exit_code == 2
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines == [
        "finding field records first",
        "not in the schema nmae 1 gold[0] (id 'a') = 'Ada'",
        "Gold does not fit the schema. Records: 2, findings: 1.",
    ]


def test_unknown_keys_pass_where_they_are_allowed(run: Run, write: Write) -> None:
    write("gold.jsonl", [{**GOLD[0], "more": 1}])
    assert run(*CHECK, "--allow-unknown").exit_code == 0


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict-types",), 2)])
def test_other_types_are_refused_only_if_asked(run: Run, write: Write, options: tuple[str, ...], code: int) -> None:
    write("gold.jsonl", [{**GOLD[0], "name": 5}])
    done = run(*CHECK, *options)
    assert "another type" in done.stdout
    verdict = "does not fit" if options else "can be scored, though it does not fully fit"
    assert f"Gold {verdict} the schema. Records: 1, findings: 1." in done.stdout
    assert done.exit_code == code


def test_a_missing_field_is_shown_and_passes(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": "a", "items": []}])
    done = run(*CHECK)
    assert done.exit_code == 0
    assert "missing" in done.stdout


def test_an_unreadable_record_of_gold_exits_with_2(run: Run, write: Write) -> None:
    write("gold.jsonl", '{"id": "a", "name": "Ada", "items": []}\n{broken\n')
    done = run(*CHECK)
    assert done.exit_code == 2
    assert done.stdout.endswith("Gold fits the schema where it can be read. Records: 1, unreadable: 1, findings: 0.\n")
    assert "Warning: gold.jsonl: line 2" in done.stderr


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        pytest.param([GOLD[0], GOLD[0]], "have the same id 'a'", id="twice"),
        pytest.param([{"name": "Ada", "items": []}], "this gold record has no id", id="none"),
    ],
)
def test_ids_must_be_there_and_unique(run: Run, write: Write, gold: list[object], message: str) -> None:
    write("gold.jsonl", gold)
    done = run(*CHECK)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_schema_may_use_references(run: Run, write: Write) -> None:
    inner = {**SCHEMA, "properties": {**SCHEMA["properties"], "name": {"$ref": "#/$defs/n"}}}  # type: ignore[dict-item]
    write("schema.json", {**inner, "$defs": {"n": {"type": "string"}}})
    assert run(*CHECK).exit_code == 0


def test_what_had_to_be_decided_about_the_schema_is_said(run: Run, write: Write) -> None:
    part = {"type": "object", "properties": {"sku": {"type": "string"}, "parts": {"$ref": "#/$defs/parts"}}}
    parts = {"type": "array", "items": part}
    fields = {"name": {"type": "string"}, "items": {"$ref": "#/$defs/parts"}, "id": False}
    write("schema.json", {"type": "object", "properties": fields, "$defs": {"parts": parts}})
    done = run(*CHECK, "--allow-unknown")
    assert done.exit_code == 0
    assert "Note: schema.json: id: no value fits its schema, so it is left out" in done.stderr
    assert "Note: schema.json: items[].parts[].parts[].parts: '#/$defs/parts' is recursive" in done.stderr


def test_many_remarks_about_a_schema_are_counted(run: Run, write: Write) -> None:
    write("schema.json", {**SCHEMA, "properties": {**SCHEMA["properties"], **{f"no{i}": False for i in range(25)}}})  # type: ignore[dict-item]
    done = run(*CHECK)
    assert done.stderr.count("no value fits its schema") == 10
    assert "15 more like these" in done.stderr


def test_a_schema_may_refer_to_files_below_its_own_folder(run: Run, write: Write, tmp_path: Path) -> None:
    tmp_path.joinpath("schemas").mkdir()
    write("schemas/common.json", {"$defs": {"name": {"type": "string"}}})
    inner = {**SCHEMA, "properties": {**SCHEMA["properties"], "name": {"$ref": "common.json#/$defs/name"}}}  # type: ignore[dict-item]
    write("schemas/schema.json", inner)
    assert run("validate", "gold.jsonl", "--schema", "schemas/schema.json").exit_code == 0
    write("schemas/sub.json", {**inner, "properties": {"name": {"$ref": "../gold.json"}}})
    done = run("validate", "gold.jsonl", "--schema", "schemas/sub.json")
    assert done.exit_code == 2
    assert "sub.json: name: \"$ref\" '../gold.json' leads out of the folder of the schema" in done.stderr


def test_a_schema_from_stdin_refers_to_no_file(run: Run, write: Write) -> None:
    write("common.json", {"type": "string"})
    done = run(
        "validate",
        "gold.jsonl",
        "--schema",
        "-",
        stdin='{"type": "object", "properties": {"name": {"$ref": "common.json"}}}',
    )
    assert done.exit_code == 2
    assert "'common.json' is not in this document" in done.stderr


@pytest.mark.parametrize("command", ["validate", "score", "compare", "suggest"])
def test_a_definition_that_contains_itself_is_laid_out_as_often_as_is_said(
    command: str, write: Write, run: Run
) -> None:
    part = {"type": "object", "properties": {"n": {"type": "integer"}, "parts": {"$ref": "#/$defs/Parts"}}}
    parts = {"type": "array", "items": {"$ref": "#/$defs/Part"}}
    write("tree.json", {"$ref": "#/$defs/Part", "$defs": {"Part": part, "Parts": parts}})
    files = [f"{n}.jsonl" for n in range({"validate": 1, "score": 2, "compare": 3, "suggest": 2}[command])]
    for file in files:
        write(file, [{"n": 1, "parts": [{"n": 2, "parts": [{"n": 3, "parts": []}]}]}] * 2)
    for times, cut in (
        ((), "laid out 3 times"),
        (("--recursion", "1"), "laid out once"),
        (("--recursion", "2"), "2 times"),
    ):
        done = run(command, *files, "--schema", "tree.json", *times)
        assert done.exit_code == 0, done.stderr
        assert cut in done.stderr
    refused = run(command, *files, "--schema", "tree.json", "--recursion", "0")
    assert (refused.exit_code, "0 is not in the range" in refused.stderr) == (2, True)
