"""How far numbers can be trusted, on the samples: what is planted is found, and nothing where nothing is planted."""

from __future__ import annotations

import pytest

from evaljson.base.app_files import sample_folder
from tests.cli.conftest import Run, Write

FILMS, LATER, INVOICES = (str(sample_folder(name)) for name in ("thin_films", "thin_films_later", "invoices"))
SCHEMA = ("--schema", f"{FILMS}/eval_schema.json")
RUNS = tuple(f"{FILMS}/{name}.jsonl" for name in ("prompt_b", "prompt_b_2", "prompt_b_3"))

PLANTED = {
    "agreement": (
        ("agree", "--annotators", f"{FILMS}/gold.jsonl", f"{FILMS}/gold_of_another_person.jsonl", *SCHEMA),
        "agree to F1 96.9 (95% interval 93.9 to 99.0) over 38 records",
    ),
    "leaks": (("leaks", f"{FILMS}/gold.jsonl", "--prompt", f"{FILMS}/prompt_b.txt", "--id-field", "lab_id"), "C03: "),
    "shift": (
        ("shift", f"{FILMS}/gold.jsonl", f"{LATER}/gold.jsonl", *SCHEMA,
         "--extracted", f"{FILMS}/prompt_b.jsonl", f"{LATER}/prompt_b.jsonl"),
        "2 fields shifted between",
    ),
    "grounding": (
        ("grounding", f"{FILMS}/prompt_b.jsonl", "--documents", f"{FILMS}/texts.jsonl", *SCHEMA),
        "18 of 306 values of 40 records (5.9%) are not in the text",
    ),
    "rules": (
        ("rules", f"{INVOICES}/prompt_b.jsonl", "--schema", f"{INVOICES}/eval_schema.json"),
        "36 of 119 records break one of 5 rules",
    ),
    "consistency": (("consistency", f"{FILMS}/gold.jsonl", *RUNS, *SCHEMA), "3 runs have F1 89.5 on average"),
}  # fmt: skip
NOTHING = {
    "agreement": (
        ("agree", "--annotators", f"{FILMS}/gold.jsonl", "copy.jsonl", *SCHEMA), "agree to F1 100.0",
    ),
    "leaks": (
        ("leaks", f"{INVOICES}/gold.jsonl", "--prompt", f"{FILMS}/prompt_b.txt", "--id-field", "id", "--fail"),
        "120 gold records",
    ),
    "shift": (("shift", "first.jsonl", "second.jsonl", *SCHEMA), "No field shifted detectably"),
    "grounding": (
        ("grounding", f"{FILMS}/gold.jsonl", "--documents", f"{FILMS}/texts.jsonl", *SCHEMA, "--fail-over", "0"),
        "are in the text of their document",
    ),
    "rules": (
        ("rules", f"{INVOICES}/gold.jsonl", "--schema", f"{INVOICES}/eval_schema.json", "--fail-over", "0"),
        "No rule is broken",
    ),
    "consistency": (
        ("consistency", f"{FILMS}/gold.jsonl", *(RUNS[0],) * 3, *SCHEMA), "agree with each other to 100.0",
    ),
}  # fmt: skip


@pytest.fixture
def halves(write: Write) -> None:
    """The gold of the thin films once more, and its two halves."""
    with open(f"{FILMS}/gold.jsonl", encoding="utf-8") as gold:
        lines = gold.readlines()
    for name, some in (("copy", lines), ("first", lines[:20]), ("second", lines[20:])):
        write(f"{name}.jsonl", "".join(some))


@pytest.mark.parametrize(("arguments", "said"), PLANTED.values(), ids=PLANTED)
def test_what_is_planted_in_the_samples_is_found(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 0, done.stderr
    assert said in done.stdout


@pytest.mark.usefixtures("halves")
@pytest.mark.parametrize(("arguments", "said"), NOTHING.values(), ids=NOTHING)
def test_nothing_is_found_where_nothing_is_planted(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 0, done.stderr
    assert said in done.stdout
