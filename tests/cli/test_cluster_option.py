"""`--cluster KEY` of compare and plan: records that belong together."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evaljson.cli import main

SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "string"}, "town": {"type": "string"}}}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    gold = [{"id": at, "customer": f"c{at // 4}", "total": f"{at}", "town": f"t{at}"} for at in range(48)]
    written = [{key: value for key, value in one.items() if key != "customer"} for one in gold]
    a = [{**one, "total": "?"} if at < 16 else one for at, one in enumerate(written)]
    for name, records in (("gold", gold), ("a", a), ("b", written)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    paths = [str(tmp_path / f"{name}.jsonl") for name in ("gold", "a", "b")]
    return [*paths, "--schema", str(tmp_path / "schema.json"), "--allow-unknown"]


def ran(*arguments: str) -> Any:
    return CliRunner().invoke(main, arguments)


def test_verdicts_and_documents_go_by_clusters(files: list[str]) -> None:
    alone, together = (
        json.loads(ran("compare", *files, "--json", "--quiet", *options).stdout)["comparisons"]["b"]
        for options in ([], ["--cluster", "customer"])
    )
    assert alone["figures"]["f1"]["p"] < 0.001 < 0.03 < together["figures"]["f1"]["p"]
    assert together["clusters"] == {"key": "customer", "clusters": 12, "largest": 4, "without": 0}
    assert "over 48 records in 12 clusters" in together["sentence"]


def test_the_text_says_how_many_clusters_there_are(files: list[str]) -> None:
    assert "48 records in 12 clusters" in " ".join(ran("compare", *files, "--cluster", "customer").stdout.split())


def test_a_key_that_no_record_has_is_an_error_with_a_suggestion(files: list[str]) -> None:
    result = ran("compare", *files, "--cluster", "custmer")
    assert result.exit_code == 2
    assert "--cluster custmer: no record has it, in gold or kept beside it" in result.output
    assert "customer" in result.output


def test_the_schema_names_the_key_and_then_gold_may_have_it(files: list[str]) -> None:
    schema = Path(files[-2])
    schema.write_text(json.dumps({**SCHEMA, "x-eval-cluster": "customer"}), encoding="utf-8")
    document = json.loads(ran("compare", *files[:-1], "--json", "--quiet").stdout)
    assert document["comparisons"]["b"]["clusters"]["clusters"] == 12


@pytest.mark.parametrize("output", ["--markdown", "--html"])
def test_reports_count_clusters_beside_records(files: list[str], tmp_path: Path, output: str) -> None:
    gold = Path(files[0])
    records = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
    kinds = [{**one, "kind": "late" if at < 24 else "early"} for at, one in enumerate(records)]
    gold.write_text("\n".join(map(json.dumps, kinds)), encoding="utf-8")
    report = tmp_path / "report"
    result = ran("compare", *files, "--cluster", "customer", "--by", "kind", output, str(report), "--quiet")
    assert result.exit_code == 0, result.output
    written = report.read_text(encoding="utf-8")
    assert "48 records in 12 clusters" in written
    assert written.count("24 in 6 clusters") == 2


@pytest.mark.parametrize("command", ["compare", "plan"])
def test_the_flag_names_the_key_and_then_gold_may_have_it(files: list[str], command: str) -> None:
    result = ran(command, *files[:-1], "--cluster", "customer", "--quiet")
    assert result.exit_code == 0, result.output


def test_another_key_that_the_schema_lacks_is_still_refused(files: list[str]) -> None:
    assert "customer" in ran("compare", *files[:-1], "--cluster", "town").output


def test_a_plan_in_clusters_takes_more_records(files: list[str]) -> None:
    alone, together = (
        json.loads(ran("plan", *files, "--json", *options).stdout)["figure"]["smallest"]
        for options in ([], ["--cluster", "customer"])
    )
    assert together > 1.5 * alone


def test_the_table_of_a_plan_counts_clusters_beside_records(files: list[str]) -> None:
    result = ran("plan", *files, "--cluster", "customer", "--difference", "0.05")
    head, first = [line.split() for line in result.output.splitlines() if line.strip().startswith(("records", "F1"))]
    assert head.count("clusters") == 2
    assert first[1:3] == ["48", "12"]


def test_the_intervals_of_a_single_run_go_by_clusters(files: list[str]) -> None:
    gold, a, _, *schema = files
    alone, together = (
        json.loads(ran("score", gold, a, *schema, "--json", "--quiet", *options).stdout)
        for options in ([], ["--cluster", "customer"])
    )
    assert together["clusters"] == {"key": "customer", "clusters": 12, "largest": 4, "without": 0}
    assert (alone["clusters"], alone["mean_f1"]) == (None, together["mean_f1"])
    for share in (
        lambda found: found["fully_right"]["records"]["interval"],
        lambda found: found["accuracy"]["interval"],
    ):
        (low, high), (wider_low, wider_high) = share(alone), share(together)
        assert wider_low < low < high < wider_high
    assert "in 12 clusters, up to 4 in one" in ran("score", gold, a, *schema, "--cluster", "customer").stdout
    assert ran("score", gold, a, *schema, "--cluster", "custmer").exit_code == 2
