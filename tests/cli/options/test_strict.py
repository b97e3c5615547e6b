"""`--strict`: fields that were not judged do not pass."""

from tests.cli.conftest import Run, Write


def test_fields_that_were_not_judged_do_not_pass(run: Run, write: Write) -> None:
    fields = {"a": {"type": "string"}, "b": {"type": "string", "x-eval-compare": "semantic"}}
    write("s.json", {"type": "object", "properties": fields})
    write("g.jsonl", [{"a": "x", "b": "one"}])
    write("e.jsonl", [{"a": "x", "b": "two"}])
    assert run("score", "g.jsonl", "e.jsonl", "-s", "s.json").exit_code == 0
    done = run("score", "g.jsonl", "e.jsonl", "-s", "s.json", "--strict")
    assert done.exit_code == 2
    assert "fields not judged: 1" in done.stderr
    assert run("score", "g.jsonl", "g.jsonl", "-s", "s.json", "--strict", "--allow-gold-itself").exit_code == 0
