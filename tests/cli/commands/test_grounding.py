"""`evaljson grounding`: which values are in the text of their document."""

import json

import pytest

from tests.cli.conftest import Run, Write

GOLD = [
    {"id": "a", "text": "Harbor Supply, total 12.50", "vendor": "Harbor Supply", "total": 12.5},
    {"id": "b", "text": "Quay Ltd: 7,00 EUR", "vendor": "Quay Ltd", "total": 7},
]
A = [{"id": "b", "vendor": "Quay Ltd", "total": 7}, {"id": "a", "vendor": "Harbour Inc", "total": 12.5}]


@pytest.fixture
def files(write: Write) -> None:
    """Gold with texts, a variant that invented a value, and one with texts beside its records."""
    write("gold.jsonl", GOLD)
    write("a.jsonl", A)
    write("beside.jsonl", [{"record": one, "text": "Quay Ltd 7"} for one in A])


@pytest.mark.usefixtures("files")
def test_gold_and_variants_stand_side_by_side(run: Run) -> None:
    done = run("grounding", "gold.jsonl", "a.jsonl", "--documents", "gold.jsonl")
    assert done.exit_code == 0, done.stderr
    first, second, _, *table = done.stdout.splitlines()
    assert first == "gold: All 4 values of 2 records are in the text of their document."
    assert second.startswith("a: 1 of 4 values of 2 records (25.0%) is not in the text")
    (vendor,) = [line for line in table if "vendor" in line]
    assert vendor.split()[-2:] == ["0.0", "50.0"]


@pytest.mark.usefixtures("files")
def test_values_that_are_not_in_their_text_are_written_and_fail_where_asked_for(run: Run) -> None:
    done = run("grounding", "a.jsonl", "--documents", "gold.jsonl", "--values", "-", "--fail-over", "10")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "of": "a", "record": "a", "path": "vendor", "at": "vendor", "value": "Harbour Inc",
    }  # fmt: skip
    assert "a: 25.0% of the values are not in their text, more than 10%" in done.stderr
    assert run("grounding", "a.jsonl", "--documents", "gold.jsonl", "--fail-over", "25").exit_code == 0


@pytest.mark.usefixtures("files")
def test_texts_may_be_kept_beside_the_records(run: Run) -> None:
    done = run("grounding", "beside.jsonl", "--payload", "record", "--metadata", "text", "--json")
    found = json.loads(done.stdout)["beside"]
    assert [one["value"] for one in found["missing"]] == ["Harbour Inc", 12.5]


@pytest.mark.usefixtures("files")
def test_the_id_beside_replies_is_no_value_and_an_unreadable_reply_is_passed_over(run: Run, write: Write) -> None:
    replies = [{"number": one["id"], "reply": json.dumps({"vendor": one["vendor"]})} for one in A]
    write("replies.jsonl", [{"number": "0", "reply": "I cannot."}, *replies])
    write("texts.jsonl", [{**one, "number": one["id"]} for one in GOLD])
    done = run("grounding", "replies.jsonl", "--documents", "texts.jsonl", "--id-field", "number", "--json")
    found = json.loads(done.stdout)["replies"]
    assert [one["path"] for one in found["fields"]] == ["vendor"]
    assert found["values"] == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("a.jsonl",), "no record has a text under 'text'"),
        (("a.jsonl", "--documents", "gold.jsonl", "--document", "txt"), "under 'txt'. Did you mean 'text'?"),
        (("a.jsonl", "-", "--documents", "gold.jsonl"), "none can come from stdin"),
        (("a.jsonl", "--documents", "gold.jsonl", "--json", "--values", "-"), "both write to stdout"),
    ],
)
@pytest.mark.usefixtures("files")
def test_what_cannot_be_used_is_refused(run: Run, arguments: tuple[str, ...], problem: str) -> None:
    done = run("grounding", *arguments)
    assert done.exit_code == 2
    assert problem in done.stderr


def test_values_that_stand_in_no_text_are_not_looked_for(run: Run, write: Write) -> None:
    done = run(
        "grounding", write("r.jsonl", [{"id": "1", "paid": True, "n": None, "text": "Paid"}]), "--id-field", "id"
    )
    assert "No value was looked for: no record has a text and a value to look for in it." in done.stdout
