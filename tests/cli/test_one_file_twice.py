"""One file as baseline and candidate differs from itself in nothing: that is said, and no gate passes on it."""

from pathlib import Path

import pytest

from tests.cli.conftest import EXTRACTED, Run, Write


def said(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("command", ["compare", "check-gold"])
@pytest.mark.parametrize("again", ["./extracted.jsonl", "linked.jsonl"], ids=["written otherwise", "a link to it"])
def test_one_file_as_baseline_and_candidate_is_refused_however_it_is_written(
    run: Run, command: str, again: str
) -> None:
    Path("linked.jsonl").symlink_to("extracted.jsonl")
    done = run(command, "gold.jsonl", "extracted.jsonl", again, "-s", "schema.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"extracted.jsonl is named twice, also as {again}: name each once" in said(done.stderr)


def test_a_copy_as_baseline_and_candidate_is_said(run: Run, write: Write) -> None:
    write("copy.jsonl", EXTRACTED)
    done = run("compare", "gold.jsonl", "extracted.jsonl", "copy.jsonl", "-s", "schema.json")
    assert "were scored from the same extracted records" in said(done.stderr)
