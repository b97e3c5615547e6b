"""`evaljson rules`: which records break the rules of the eval schema."""

import json

import pytest

from tests.cli.conftest import Run, Write

SCHEMA = {
    "type": "object", "x-eval-id": "id", "x-eval-rule": {"a before b": {"<": [{"var": "a"}, {"var": "b"}]}},
    "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
}  # fmt: skip


@pytest.fixture
def files(write: Write) -> None:
    """Gold that keeps the rule, a variant that breaks it once and lacks a value once."""
    write("schema.json", SCHEMA)
    write("gold.jsonl", [{"id": "x", "a": 1, "b": 2}, {"id": "y", "a": 1, "b": 3}])
    write("one.jsonl", [{"id": "x", "a": 2, "b": 2}, {"id": "y", "a": 1}])


@pytest.mark.usefixtures("files")
def test_gold_and_variants_stand_side_by_side(run: Run) -> None:
    done = run("rules", "gold.jsonl", "one.jsonl", "-s", "schema.json")
    assert done.exit_code == 0, done.stderr
    first, second, _, *table = done.stdout.splitlines()
    assert first == "gold: No rule is broken: 2 records under 1 rule."
    assert second == "one: 1 of 2 records breaks the rule, 1 time in all."
    (rule,) = [line for line in table if "a before b" in line]
    assert rule.split()[-2:] == ["0.0", "100.0"]


@pytest.mark.usefixtures("files")
def test_violations_are_written_and_fail_where_asked_for(run: Run) -> None:
    done = run("rules", "one.jsonl", "-s", "schema.json", "--violations", "-", "--fail-over", "10")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "of": "one", "record": "x", "path": "", "rule": "a before b", "at": "", "values": {"a": 2, "b": 2},
    }  # fmt: skip
    assert "one: 100.0% break 'a before b', more than 10%" in done.stderr
    found = json.loads(run("rules", "gold.jsonl", "-s", "schema.json", "--json", "--fail-over", "0").stdout)
    assert found["gold"]["violations"] == []


@pytest.mark.usefixtures("files")
def test_what_cannot_be_used_is_refused(run: Run, write: Write) -> None:
    write("bad.json", {**SCHEMA, "x-eval-rule": {"r": {"<": [{"var": "c"}, 1]}}})
    write("none.json", {key: value for key, value in SCHEMA.items() if key != "x-eval-rule"})
    for file, problem in (("bad.json", "the schema has no 'c'"), ("none.json", "the schema has no rule")):
        done = run("rules", "one.jsonl", "-s", file)
        assert (done.exit_code, problem in done.stderr) == (2, True), done.stderr


@pytest.mark.usefixtures("files")
def test_what_no_rule_could_decide_is_not_said_to_keep_it(run: Run, write: Write) -> None:
    done = run("rules", write("half.jsonl", [{"id": "x", "a": 2}, {"id": "y", "a": 1}]), "-s", "schema.json")
    assert done.stdout.startswith("half: No rule is broken: 2 records under 1 rule, 2 times undecided.")


@pytest.mark.usefixtures("files")
def test_a_share_that_is_barely_too_large_is_written_as_larger(run: Run, write: Write) -> None:
    write("many.jsonl", [{"id": f"r{at}", "a": int(at < 101), "b": 1} for at in range(2000)])
    done = run("rules", "many.jsonl", "-s", "schema.json", "--fail-over", "5")
    assert (done.exit_code, "many: 5.05% break 'a before b', more than 5%" in done.stderr) == (1, True)


@pytest.mark.usefixtures("files")
def test_a_file_that_is_named_twice_is_refused_without_an_option_that_there_is_not(run: Run) -> None:
    done = run("rules", "one.jsonl", "one.jsonl", "-s", "schema.json")
    assert (done.exit_code, "one.jsonl is named twice: name each once." in done.stderr) == (2, True)
    done = run("compare", "gold.jsonl", "one.jsonl", "one.jsonl", "-s", "schema.json")
    assert "named twice: name each once; --repeat adds further runs of one." in done.stderr.replace("\n", " ")
