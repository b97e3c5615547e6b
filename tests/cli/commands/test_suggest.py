"""`evaljson suggest`: what is printed, and what is written where."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from evaljson import parse_eval_schema
from tests.cli.conftest import Run, Write

NAMES = ["Ada Lovelace", "Grace Hopper", "Mary Jackson", "Jean Bartik"]
GOLD = [{"id": str(n), "name": name, "total": 10.5 + n} for n, name in enumerate(NAMES)]
LOUD = [{**record, "name": str(record["name"]).upper()} for record in GOLD]
MONEY = [{**record, "total": f"{record['total']} EUR"} for record in GOLD]
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"name": {"type": "string"}, "total": {"type": "number"}},
}


@pytest.fixture
def suggest(write: Write, run: Run) -> Run:
    write("gold.jsonl", GOLD)
    write("loud.jsonl", LOUD)
    write("money.jsonl", MONEY)
    write("schema.json", SCHEMA)
    return lambda *options, **more: run("suggest", "gold.jsonl", "loud.jsonl", "money.jsonl", *options, **more)


def transform(file: str, field: str = "name") -> Any:
    return json.loads(Path(file).read_text())["properties"][field].get("x-eval-transform")


def test_it_prints_what_it_found_and_writes_nothing(suggest: Run) -> None:
    before = sorted(path.name for path in Path().iterdir())
    done = suggest("-s", "schema.json")
    assert done.exit_code == 0, done.stderr
    assert "+50.0  Ignore upper and lower case: name  [risk low]" in done.stdout
    assert "In name, 4 of 4 mismatches differ only in case. " in done.stdout
    assert "Ignoring upper and lower case raises F1 of loud by 50.0 points." in done.stdout
    assert "Compare as amounts: total" in done.stdout
    assert '0: "Ada Lovelace" | "ADA LOVELACE"' in done.stdout
    assert "loud: F1 50.0 → 100.0 (4 records up, 0 down)" in done.stdout
    assert sorted(path.name for path in Path().iterdir()) == before


def test_each_proposal_says_in_how_many_records_its_wrong_results_are(suggest: Run, write: Write) -> None:
    assert (
        "raises F1 of loud by 50.0 points. These wrong results are in 4 records." in suggest("-s", "schema.json").stdout
    )
    codes = [f"Code {n}" for n in range(6)]
    gold = [{"id": str(n), "codes": codes, "note": "x"} for n in range(4)]
    write("gold.jsonl", gold)
    write("loud.jsonl", [{**gold[0], "codes": [code.upper() for code in codes]}, *gold[1:]])
    write("money.jsonl", gold)
    array = {"type": "array", "items": {"type": "string"}}
    write(
        "codes.json", {"type": "object", "x-eval-id": "id", "properties": {"codes": array, "note": {"type": "string"}}}
    )
    done = suggest("-s", "codes.json")
    assert "These wrong results are in 1 record." in done.stdout
    assert "1 records" not in done.stdout


def test_json_has_all_of_it(suggest: Run) -> None:
    told = json.loads(suggest("-s", "schema.json", "--format", "json").stdout)
    assert told["variants"] == ["loud", "money"]
    assert [(one["kind"], one["path"]) for one in told["suggestions"]] == [("case", "name"), ("amount", "total")]
    first = told["suggestions"][0]
    assert first["settings"] == {"x-eval-transform": ["lowercase"]}
    assert first["effect"]["variants"]["loud"]["after"]["f1"] == 1.0
    assert first["risk"]["level"] == "low"


def test_markdown_is_a_table(suggest: Run) -> None:
    lines = suggest("-s", "schema.json", "--format", "markdown").stdout.splitlines()
    assert lines[0] == "| F1 | risk | what | where | why |"
    assert lines[2].startswith("| +50.0 | low | case | name |")


def test_apply_writes_the_schema_and_says_what_is_in_it(suggest: Run) -> None:
    done = suggest("-s", "schema.json", "--apply", "new.json")
    assert transform("new.json") == ["lowercase"]
    assert json.loads(Path("new.json").read_text())["properties"]["total"]["x-eval-compare"] == "amount"
    assert "Note: applied 2 of 2 suggestions, written to new.json: Ignore upper and lower case" in done.stderr
    assert transform("schema.json") is None


def test_an_inferred_schema_is_written_with_the_id_that_joined(suggest: Run) -> None:
    assert suggest("--id-field", "id", "--apply", "new.json").exit_code == 0
    written = parse_eval_schema(json.loads(Path("new.json").read_text()))
    assert written.id_field == "id"


def test_the_schema_may_be_tuned_in_place_but_records_are_never_written_over(suggest: Run) -> None:
    assert suggest("-s", "schema.json", "--apply", "schema.json").exit_code == 0
    assert transform("schema.json") == ["lowercase"]
    for name in ("gold.jsonl", "money.jsonl"):
        done = suggest("-s", "schema.json", "--apply", name)
        assert (done.exit_code, "this is an input and would be overwritten" in done.stderr) == (2, True)


def test_doing_it_again_finds_nothing_and_changes_nothing(suggest: Run) -> None:
    suggest("-s", "schema.json", "--apply", "new.json")
    once = Path("new.json").read_bytes()
    done = suggest("-s", "new.json", "--apply", "new.json")
    assert "Nothing to suggest" in done.stdout
    assert Path("new.json").read_bytes() == once


def test_the_schema_goes_to_stdout_alone_where_that_is_asked(suggest: Run) -> None:
    done = suggest("-s", "schema.json", "--apply", "-")
    assert json.loads(done.stdout)["properties"]["name"]["x-eval-transform"] == ["lowercase"]


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        (("--only", "case,date"), ["case"]),
        (("--only", "case", "--only", "amount"), ["case", "amount"]),
        (("--path", "total"), ["amount"]),
        (("--min-effect", "0.6"), []),
    ],
)
def test_some_can_be_asked_for(suggest: Run, options: tuple[str, ...], kinds: list[str]) -> None:
    told = json.loads(suggest("-s", "schema.json", "--format", "json", *options).stdout)
    assert [one["kind"] for one in told["suggestions"]] == kinds


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--only", "cases"), "there is no kind of suggestion 'cases'. Did you mean 'case'?"),
        (("--path", "nam", "-s", "schema.json"), "the schema has no field 'nam'. Did you mean 'name'?"),
        (("-s", "none.json"), "none.json: no such file"),
        (("--apply", "none/new.json"), "there is no folder 'none'"),
        (("--min-effect", "2"), "is not in the range"),
        (("-s", "-"), "none can come from stdin"),
    ],
)
def test_what_cannot_be_done_is_said_with_a_way_out(suggest: Run, options: tuple[str, ...], said: str) -> None:
    done = suggest(*options)
    assert done.exit_code == 2
    assert said in done.stderr


def test_what_needs_a_judge_is_applied_only_by_name(write: Write, run: Run) -> None:
    text = "Lot {} came late because the carrier had lost two of the five pallets somewhere on the way."
    write("gold.jsonl", [{"id": n, "note": text.format(n)} for n in range(6)])
    write("other.jsonl", [{"id": n, "note": f"Pallets were lost, so lot {n} was late."} for n in range(6)])
    done = run("suggest", "gold.jsonl", "other.jsonl", "--id-field", "id", "--apply", "new.json")
    assert "needs a judge" in done.stderr
    assert json.loads(Path("new.json").read_text())["properties"]["note"]["x-eval-compare"] == "exact"
    run("suggest", "gold.jsonl", "other.jsonl", "--id-field", "id", "--only", "semantic", "--apply", "new.json")
    assert json.loads(Path("new.json").read_text())["properties"]["note"]["x-eval-compare"] == "semantic"


def test_a_comparator_that_may_cost_something_is_not_called(write: Write, run: Run) -> None:
    Path("costly.py").write_text(
        "import evaljson\n"
        "def costly(items):\n"
        "    open('called', 'w').close()\n"
        "    return [evaljson.ComparatorResult(1.0, 'costly') for _ in items]\n"
        "costly.is_batch = True\n"
        "evaljson.register('costly', costly, overwrite=True)\n"
    )
    properties = {**SCHEMA["properties"], "note": {"type": "string", "x-eval-compare": "costly"}}  # type: ignore[dict-item]
    write("schema.json", {**SCHEMA, "properties": properties})
    write("gold.jsonl", [{**one, "note": "late"} for one in GOLD])
    write("loud.jsonl", [{**one, "note": "delayed"} for one in LOUD])
    done = run("suggest", "gold.jsonl", "loud.jsonl", "-s", "schema.json", "--plugin", "costly.py")
    assert done.exit_code == 0, done.stderr
    assert "In note, 4 pairs of values are not judged: suggestions do not call costly" in done.stderr
    assert "Ignore upper and lower case: name" in done.stdout
    assert not Path("called").exists()


def test_values_of_others_cannot_write_to_the_terminal(write: Write, run: Run) -> None:
    write("gold.jsonl", [{"a\x1b[31m": f"Ada\x1b]0;x\x07 {n}"} for n in "abc"])
    write("other.jsonl", [{"a\x1b[31m": f"ADA\x1b]0;X\x07 {n}"} for n in "ABC"])
    for form in ("text", "markdown", "json"):
        done = run("suggest", "gold.jsonl", "other.jsonl", "--format", form)
        assert done.exit_code == 0, done.stderr
        assert "\x1b" not in done.stdout


def test_a_failed_write_leaves_what_was_there(suggest: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("new.json").write_text("before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = suggest("-s", "schema.json", "--apply", "new.json")
    assert (done.exit_code, "No space left" in done.stderr) == (2, True)
    assert Path("new.json").read_text() == "before"


def test_what_is_of_high_risk_is_applied_only_by_its_id(write: Write, run: Run) -> None:
    roles = ["seller"] * 6 + ["agent", "buyer"]
    gold = [{"id": str(n), "name": role} for n, role in enumerate(roles)]
    write("roles.jsonl", gold)
    write("wrong.jsonl", [{**record, "name": record["name"].replace("seller", "agent")} for record in gold])
    write("plain.json", {**SCHEMA, "properties": {"name": {"type": "string"}}})
    command = ("suggest", "roles.jsonl", "wrong.jsonl", "-s", "plain.json")
    [one] = json.loads(run(*command, "--format", "json").stdout)["suggestions"]
    assert one["risk"]["level"] == "high"
    done = run(*command, "--apply", "new.json")
    assert "applied 0 of 1 suggestions" in done.stderr
    assert f"--take {one['id']} applies it" in done.stderr
    assert transform("new.json") is None
    assert run(*command, "--apply", "new.json", "--take", one["id"]).exit_code == 0
    assert transform("new.json") == [{"map_values": {"values": {"agent": "seller"}}}]
    assert "there is no suggestion ab" in run(*command, "--apply", "new.json", "--take", "ab").stderr


def test_strays_may_count_as_invented(suggest: Run, write: Write) -> None:
    assert suggest("--strays", "invented").exit_code == 0


def test_an_alternative_says_whose_f1_it_lowers_and_its_risk(write: Write, run: Run) -> None:
    rooms = [{"name": f"Room {letter}", "size": size} for letter, size in zip("abc", (10.5, 22.0, 31.5), strict=True)]
    gold = [{"id": str(n), "rooms": [{**room, "size": room["size"] + n} for room in rooms]} for n in range(12)]
    in_capitals = [
        {**record, "rooms": [{**room, "name": room["name"].upper()} for room in record["rooms"]]} for record in gold[:6]
    ]
    write("gold.jsonl", gold)
    write("turned.jsonl", [{**record, "rooms": record["rooms"][::-1]} for record in gold])
    write("loud.jsonl", [*in_capitals, *gold[6:]])
    shown = run("suggest", "gold.jsonl", "turned.jsonl", "loud.jsonl", "--id-field", "id").stdout
    instead = next(line for line in shown.splitlines() if "Instead: Pair elements by a key: rooms" in line)
    assert re.search(r"; \+\d+\.\d, −\d+\.\d in loud; risk high\)$", instead), instead
