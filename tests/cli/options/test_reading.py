"""Every form of input on the command line, the notes on how it was read, and unreadable records left out."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import GOLD, Run, Write

REPLIES = [
    {"id": "b", "output": "I cannot", "cost": 0.5},
    {"id": "a", "output": json.dumps(GOLD[0])[:-1] + ",}", "cost": 0.25},
]


def found(done: Any) -> dict[str, Any]:
    assert done.exit_code == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.fixture
def replies(run: Run, write: Write) -> Run:
    """`score` on gold and replies of a model, of which one is repaired and one cannot be read."""
    write("replies.jsonl", REPLIES)
    return lambda *options: run("score", "gold.jsonl", "replies.jsonl", "-s", "schema.json", *options)


def test_a_folder_and_a_zip_are_scored_like_the_file(run: Run, write: Write) -> None:
    Path("gold").mkdir()
    with zipfile.ZipFile("extracted.zip", "w") as archive:
        for record in GOLD:
            bare = json.dumps({key: value for key, value in record.items() if key != "id"})
            Path("gold", f"{record['id']}.json").write_text(bare)
            archive.writestr(f"{record['id']}.json", bare)
    document = found(run("score", "gold", "extracted.zip", "-s", "schema.json", "--json"))
    assert (document["mean_f1"], document["paired_by"]) == (1.0, "id")
    assert document["gold"]["format"] == "folder with a JSON file for each record"
    assert run("validate", "gold", "-s", "schema.json").exit_code == 0
    assert '"sku"' in run("infer", "gold").stdout


def test_a_folder_is_no_schema(run: Run) -> None:
    Path("folder").mkdir()
    done = run("score", "gold.jsonl", "extracted.jsonl", "-s", "folder")
    assert (done.exit_code, "this is a folder; name a file in it" in done.stderr) == (2, True)


def test_notes_name_what_was_repaired_not_read_and_kept_beside(replies: Run) -> None:
    done = replies()
    assert "Note: replies.jsonl: each record is the JSON found in 'output'" in done.stderr
    assert "Note: replies.jsonl: --no-detect reads each entry as the record itself." in done.stderr
    assert "Note: replies.jsonl: kept beside the records and not scored: 'cost'." in done.stderr
    assert "Note: replies.jsonl: 1 record repaired: a (trailing commas left out)." in done.stderr
    assert (
        "1 record cannot be read: b. The fields of unreadable records count as missing; --unreadable exclude leaves"
        in done.stderr
    )
    assert "1 extracted repaired: their JSON was broken" in done.stdout


def test_json_holds_how_each_record_was_read(replies: Run) -> None:
    document = found(replies("--json"))
    extracted = document["extracted"]
    assert (extracted["taken_from"], extracted["metadata"]) == ("output", ["cost"])
    assert extracted["repaired"] == [
        {"position": 1, "id": "a", "steps": ["trailing commas left out"], "lossy": False, "values": []}
    ]
    assert extracted["unreadable"] == [
        {"position": 0, "id": "b", "reason": "the text holds no JSON object: 'I cannot'"}
    ]
    assert [(one["repaired"], one["unreadable"], one["metadata"]) for one in document["records"]] == [
        (["trailing commas left out"], None, {"cost": 0.25}),
        ([], "the text holds no JSON object: 'I cannot'", {"cost": 0.5}),
    ]


def test_unreadable_records_are_left_out_apart_from_missing_ones(replies: Run, write: Write) -> None:
    write("gold.jsonl", [*GOLD, {**GOLD[0], "id": "c"}])
    document = found(replies("--unreadable", "exclude", "--json"))
    assert (document["left_out"], document["missing"], document["total_records"]) == (["b"], ["c"], 2)
    done = replies("--unreadable", "exclude")
    assert "1 record cannot be read: b. Left out for this: 1 gold record." in done.stderr
    assert "1 left out: their extracted record cannot be read" in done.stdout
    both = found(replies("--unreadable", "exclude", "--missing-records", "exclude", "--json"))
    assert (both["left_out"], both["missing"], both["total_records"]) == (["b"], ["c"], 1)


def test_an_unreadable_record_without_an_id_is_reported_as_missing(run: Run, write: Write) -> None:
    write("extracted.jsonl", json.dumps(GOLD[1]) + "\n{oops\n")
    done = run("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json", "--unreadable", "exclude")
    assert "1 record cannot be read: record 2 (line 2). Left out for this: 0 gold records." in done.stderr
    assert "1 unreadable record cannot be assigned to a gold record" in done.stderr
    assert "1 missing (fields count as missing)" in done.stdout


def test_many_repaired_records_are_named_by_the_first_few(run: Run, write: Write) -> None:
    gold = [{"id": f"d{i}", "a": i} for i in range(5)]
    write("gold.jsonl", gold)
    write("e.jsonl", [{"id": one["id"], "output": json.dumps(one)[:-1]} for one in gold])
    told = run("score", "gold.jsonl", "e.jsonl", "--id-field", "id").stderr
    assert "5 records repaired: d0 (" in told
    assert ", and 2 more; score --json lists all." in told


def test_repaired_values_are_told_with_what_the_text_has(replies: Run, write: Write) -> None:
    write("replies.jsonl", [{"id": "a", "output": '{"total": 2 g, "n": }'}, {"id": "b", "output": '{"total": 1}'}])
    done = replies()
    assert "2 repaired values not as in the text, 1 of them with characters lost: a, total: 2 g read as" in done.stderr
    assert "1 extracted repaired, 1 with characters lost: their JSON was broken" in done.stdout
    document = found(replies("--json"))
    values = [
        {"path": "total", "before": "2 g", "after": '"2 g"', "why": "no quotes around it", "lossy": False},
        {"path": "n", "before": '"n":', "after": None, "why": "no value is written", "lossy": True},
    ]
    assert [(one["lossy"], one["values"]) for one in document["extracted"]["repaired"]] == [(True, values)]
    assert sorted((one["repaired_values"] for one in document["records"]), key=len) == [[], values]


def test_repeated_keys_are_kept_last_or_refused(run: Run, write: Write) -> None:
    line = '{"id": "a", "total": 1, "total": 2}\n'
    write("gold.jsonl", line)
    write("e.jsonl", line)
    command = ("score", "gold.jsonl", "e.jsonl", "--id-field", "id")
    document = found(run(*command, "--json"))
    assert document["mean_f1"] == 1.0
    for side in ("gold", "extracted"):
        assert [one["values"][0]["before"] for one in document[side]["repaired"]] == ["1, 2"]
    refused = run(*command, "--gold-repeated-keys", "refuse")
    assert "total: this key appears 2 times" in refused.stderr
    assert "holds no gold record that can be read" in refused.stderr
    unread = run(*command, "--repeated-keys", "refuse")
    assert "e.jsonl holds no extracted record that can be read" in unread.stderr


def test_no_repair_leaves_broken_text_unread(replies: Run, write: Write) -> None:
    write("replies.jsonl", [*REPLIES, {"id": "c", "output": "{}"}])
    document = found(replies("--no-repair", "--text-field", "output", "--json"))
    assert [one["id"] for one in document["extracted"]["unreadable"]] == ["b", "a"]


@pytest.mark.parametrize(
    ("options", "record", "beside"),
    [
        (("--text-field", "raw"), {"id": "a", "raw": '{"a": 1}', "output": "{}"}, {"output": "{}"}),
        (
            ("--payload", "out.calls[0].args"),
            {"id": "a", "out": {"calls": [{"args": '{"a": 1}'}]}},
            {"out": {"calls": [{}]}},
        ),
        (("--metadata", "cost", "--metadata", "ms"), {"id": "a", "a": 1, "cost": 1, "ms": 2}, {"cost": 1, "ms": 2}),
    ],
)
def test_the_place_of_the_record_can_be_given(
    run: Run, write: Write, options: tuple[str, ...], record: Any, beside: Any
) -> None:
    write("gold.jsonl", [{"id": "a", "a": 1}])
    write("e.jsonl", [record])
    document = found(run("score", "gold.jsonl", "e.jsonl", "--id-field", "id", "--json", *options))
    assert document["mean_f1"] == 1.0
    assert document["records"][0]["metadata"] == beside


def test_gold_has_options_of_its_own(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": "a", "gold": {"a": 1, "source": "s"}, "page": 3}])
    write("e.jsonl", [{"id": "a", "a": 1}])
    told = ("--gold-payload", "gold", "--gold-metadata", "source")
    document = found(run("score", "gold.jsonl", "e.jsonl", "--id-field", "id", "--json", *told))
    assert (document["mean_f1"], document["gold"]["taken_from"]) == (1.0, "gold")
    assert document["records"][0]["gold_metadata"] == {"page": 3, "source": "s"}


def test_cells_of_csv_may_be_json_and_columns_stay_as_they_are(run: Run, write: Write) -> None:
    write("g.csv", 'id,n,doc\na,1,"{""x"": 1}"\n')
    assert json.loads(run("infer", "g.csv").stdout)["properties"].keys() == {"x"}
    schema = json.loads(run("infer", "g.csv", "--no-detect", "--cells", "json").stdout)
    assert {key: node["type"] for key, node in schema["properties"].items()} == {
        "doc": "object", "id": "string", "n": "integer",
    }  # fmt: skip


def test_metadata_that_is_no_finite_number_is_text_in_the_document(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"a": 1}])
    write("e.jsonl", '{"a": 1, "m": [NaN, -Infinity, 1.5]}\n')
    document = found(run("score", "gold.jsonl", "e.jsonl", "--metadata", "m", "--json"))
    assert document["records"][0]["metadata"] == {"m": ["NaN", "-Infinity", 1.5]}


def test_two_places_for_the_record_are_one_too_many(replies: Run) -> None:
    done = replies("--text-field", "output", "--payload", "output")
    assert (done.exit_code, "pass only one of them" in done.stderr) == (2, True)


def test_both_sides_may_have_their_records_at_a_path(run: Run, write: Write) -> None:
    write("gold.jsonl", [{"id": "a", "record": {"a": 1}}, {"id": "b", "record": {"a": 2}}])
    write("e.jsonl", [{"id": "b", "output": {"record": {"a": 2}}}, {"id": "a", "output": {"record": {"a": 9}}}])
    told = ("--payload", "output.record", "--gold-payload", "record")
    document = found(run("score", "gold.jsonl", "e.jsonl", "--id-field", "id", "--json", *told))
    assert [(one["record_id"], one["f1"]) for one in document["records"]] == [("a", 0.0), ("b", 1.0)]
    assert (document["gold"]["taken_from"], document["extracted"]["taken_from"]) == ("record", "output.record")


def test_lost_characters_are_told_only_where_there_are_any(replies: Run, write: Write) -> None:
    write("replies.jsonl", [{"id": "a", "output": '{"total": 2 g}'}, {"id": "b", "output": '{"total": 1}'}])
    assert "1 repaired value not as in the text: a, total: 2 g read as" in replies().stderr
