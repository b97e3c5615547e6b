"""Records of one source text are copies, whatever their gold says; where that differs, some of it is wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evaljson import Comparison, InputError, compare_runs, evaluate
from evaljson.cli import main
from evaljson.compare.documents import texts_beside
from evaljson.compare.equal_documents import EqualDocuments, labels_of_copies
from evaljson.load import read_records
from evaljson.results.model import RunResult

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {key: {"type": "string"} for key in ("id", "total")},
}
GOLD = [{"id": f"r{at}", "total": f"{at % 7}"} for at in range(40)]
"""Equal by chance: a total of seven."""
TEXTS = {f"r{at}": f"Invoice number {at} of the good town\nin all {at} euros" for at in range(40)}


def run(wrong: int = 0) -> RunResult:
    return evaluate(GOLD, [{**one, "total": "?"} if at < wrong else one for at, one in enumerate(GOLD)], SCHEMA)


A, B = run(5), run()


def compared(texts: Any, **options: Any) -> Comparison:
    return compare_runs(A, B, documents=texts, resamples=100, **options)


def test_texts_of_their_own_are_no_copies() -> None:
    assert compared(TEXTS).copies == compared(None).copies == EqualDocuments(0, 0)


@pytest.mark.parametrize("other", ["r7", "r8"], ids=["equal gold", "other gold"])
def test_one_text_is_one_document_however_it_is_written(other: str) -> None:
    texts = {**TEXTS, other: f"  {TEXTS['r0'].upper()}\t".replace("I", "\uff29")}
    found = compared(texts)
    assert found.copies == EqualDocuments(2, 1, True, 0 if other == "r7" else 2)
    said = " ".join(found.notes)
    assert "2 records have the same gold or source text as another one (1 document)." in said
    assert ("2 records have the source text of another one and other gold" in said) == (other == "r8")
    labels = labels_of_copies(A, texts)
    assert len(set(labels)) == 39
    assert labels[int(other[1:])] == labels[0]


def test_copies_of_one_cluster_are_known_but_unlike_gold_is_still_said() -> None:
    texts = {**TEXTS, "r8": TEXTS["r0"]}
    found = compared(texts, cluster={f"r{at}": at % 8 for at in range(40)})
    assert found.copies == EqualDocuments(0, 0, False, 2)
    assert "for one text, only one of them can be right" in " ".join(found.notes)


@pytest.mark.parametrize(
    "texts",
    [dict.fromkeys(list(TEXTS)[:9], "scan") | dict(list(TEXTS.items())[9:]), dict.fromkeys(TEXTS, TEXTS["r0"])],
    ids=["a label", "one prompt for all"],
)
def test_what_is_no_document_makes_no_copies(texts: dict[str, str]) -> None:
    assert compared(texts).copies == EqualDocuments(0, 0)


def test_groups_that_share_a_record_are_one_document() -> None:
    """Equal gold joins the first and the second, equal text the second and the third."""
    fields = {"type": "object", "properties": {key: {"type": "string"} for key in "abcd"}}
    gold = [{key: f"{key}{at}" for key in "abcd"} for at in range(30)]
    gold[1] = gold[0]
    texts = {at: f"words of a document with number {max(at, 2) if at else 0}" for at in range(30)}
    one = evaluate(gold, gold, fields)
    assert compare_runs(one, one, documents=texts).copies == EqualDocuments(3, 1, True, 2)


def test_a_key_of_gold_has_texts_or_is_refused() -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "text": {"type": "string", "x-eval-skip": True}}}
    gold = [{**one, "text": TEXTS["r0" if one["id"] == "r8" else str(one["id"])]} for one in GOLD]
    one = evaluate(gold, gold, schema)
    assert compare_runs(one, one, documents="text").copies.records == 2
    with pytest.raises(InputError, match=r"no record has a text under 'txt'.*'text'"):
        compare_runs(one, one, documents="txt")


def test_texts_kept_beside_gold_are_found_by_name_or_length() -> None:
    beside: list[dict[str, Any]] = [{"page": "x", "lang": "en", "body": TEXTS[one["id"]]} for one in GOLD]
    gold = replace(read_records(json.dumps(GOLD).encode(), name="g.json", kind="gold"), metadata=beside)
    assert texts_beside(A, gold) == TEXTS
    assert texts_beside(A, replace(gold, metadata=None)) == {}


def test_the_command_line_warns_of_texts_beside_gold(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("gold.jsonl", "a.json", "b.json", "schema.json")]
    rows = [{**one, "source_text": TEXTS["r0" if one["id"] == "r8" else str(one["id"])]} for one in GOLD]
    files[0].write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for file, content in zip(files[1:], (GOLD, [{**one, "total": "?"} for one in GOLD], SCHEMA), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    result = CliRunner().invoke(
        main, ["compare", *map(str, files[:3]), "--schema", str(files[3]), "--gold-metadata", "source_text"]
    )
    assert result.exit_code == 0, result.output
    assert "2 records have the source text of another one and other gold" in " ".join(result.output.split())
