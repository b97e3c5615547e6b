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
    assert "unreadable: 1," in done.stdout
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
