"""`--judge` and its like on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evaljson.cli import main
from evaljson.cli.run import judge as run_judge
from evaljson.judge.decided_pairs import pairs_of
from evaljson.store import open_store
from evaljson.workspace.judge_choice import JudgeChoice, choose
from evaljson.workspace.judged_runs import judged_runs
from evaljson.workspace.scoring import score_due
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint, error
from tests.judge.records import records, schema
from tests.workspace.conftest import loaded

FILES = ("gold.jsonl", "extracted.jsonl", "--schema", "schema.json")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALJSON_DATA_DIR", str(tmp_path / "data"))
    gold, extracted = records(12)
    for name, rows in (("gold", gold), ("extracted", extracted), ("other", gold)):
        Path(f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    Path("schema.json").write_text(json.dumps(schema()), encoding="utf-8")


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, stdin, env={"EVALJSON_JUDGE_API_KEY": KEY, "COLUMNS": "80"})


@pytest.fixture
def asked(endpoint: Endpoint) -> tuple[str, ...]:
    return ("--judge", "fake", "--judge-url", endpoint.url)


def test_the_estimate_comes_first_and_the_summary_says_what_it_took(asked: tuple[str, ...]) -> None:
    done = run("score", *FILES, *asked, "--yes", "--judge-price", "1,10")
    assert done.exit_code == 0
    assert "fake judges 12 fields (0 equal, 0 of 12 distinct questions answered before): 12 to ask in 1" in done.stderr
    assert "Judge     fake: 12 fields, 0 equal, 0 not judged" in done.stdout
    assert "0 of 12 questions answered before, 1 request, 120 tokens, $0.0003" in done.stdout
    assert "match 8, wrong 4" in done.stdout
    assert KEY not in done.output


def test_without_a_terminal_nobody_is_asked_unless_told_so(asked: tuple[str, ...], endpoint: Endpoint) -> None:
    done = run("score", *FILES, *asked)
    assert done.exit_code == 2
    assert "Pass --yes to ask, --judge-budget USD to set a limit, or --judge-offline" in done.stderr
    assert not endpoint.requests


@pytest.mark.parametrize(("answer", "code", "requests"), [("y", 0, 1), ("n", 130, 0)])
def test_on_a_terminal_somebody_is_asked(
    answer: str, code: int, requests: int, asked: tuple[str, ...], endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal:
        stdin = stderr = type("Stream", (), {"isatty": staticmethod(lambda: True)})

    monkeypatch.setattr(run_judge, "sys", Terminal)
    done = run("score", *FILES, *asked, stdin=f"{answer}\n")
    assert (done.exit_code, len(endpoint.requests)) == (code, requests)


def test_nothing_is_asked_where_nothing_differs(asked: tuple[str, ...], endpoint: Endpoint) -> None:
    done = run("score", "gold.jsonl", "other.jsonl", "-s", "schema.json", *asked)
    assert done.exit_code == 0
    assert "(12 equal, 0 of 0 distinct questions answered before); there is nothing to ask" in done.stderr
    assert not endpoint.requests


def test_a_budget_stops_it_and_is_over_all_variants(asked: tuple[str, ...], endpoint: Endpoint) -> None:
    done = run("score", *FILES, *asked, "--judge-budget", "0", "--judge-price", "1,10")
    assert done.exit_code == 0
    assert "stopped: the judge's budget of $0 is used up" in done.stdout
    assert not endpoint.requests
    files = ("gold.jsonl", "extracted.jsonl", "again.jsonl")
    told = [record | {"terms": record["terms"].upper()} for record in records(12)[0]]
    Path("again.jsonl").write_text("".join(json.dumps(row) + "\n" for row in told), encoding="utf-8")
    endpoint.tokens = (1_000_000, 0)
    both = run("compare", *files, "-s", "schema.json", *asked, "--judge-budget", "1.0", "--judge-price", "1,10")
    assert both.exit_code == 0, both.stderr
    assert len(endpoint.requests) == 1


def test_variants_are_judged_by_the_same_judge_and_each_pair_once(asked: tuple[str, ...], endpoint: Endpoint) -> None:
    done = run("compare", "gold.jsonl", "extracted.jsonl", "other.jsonl", "-s", "schema.json", *asked, "--yes")
    assert done.exit_code == 0, done.stderr
    assert set(endpoint.answered.values()) == {1}


def test_the_document_has_what_the_judge_did(asked: tuple[str, ...]) -> None:
    found = json.loads(run("score", *FILES, *asked, "--yes", "--json").stdout)
    assert (found["judge"]["model"], found["judge"]["decided"], found["judge"]["stand_in"]) == ("fake", 12, False)
    assert found["signature"]["judge"]["model"] == "fake"


def test_the_stand_in_is_named_everywhere() -> None:
    done = run("score", *FILES, "--judge-offline")
    assert "Judge     offline stand-in, no language model: 12 fields, 0 equal, 0 not judged" in done.stdout
    whole = json.loads(run("score", *FILES, "--judge-offline", "--json").stdout)
    assert (whole["judge"]["stand_in"], whole["signature"]["judge"]["model"]) == (True, "offline stand-in")
    page = run("score", *FILES, "--judge-offline", "--html", "-").stdout
    assert "<bdi>offline stand-in</bdi>, no language model, judged 12 fields by meaning" in page
    assert "offline stand-in, no language model: token set similarity" in run(
        "score", *FILES, "--judge-offline", "--csv", "-"
    ).stdout  # fmt: skip


def test_fields_that_the_judge_left_open_are_counted_and_strict_refuses_them(
    asked: tuple[str, ...], endpoint: Endpoint
) -> None:
    endpoint.faults = [lambda request: error(401, f"bad key {KEY}")]
    done = run("score", *FILES, *asked, "--yes", "--strict")
    assert done.exit_code == 2
    assert "fake: 12 fields, 0 equal, 12 not judged" in done.stdout
    assert "stopped: the endpoint answered 401: bad key [key]" in done.stdout
    assert "not judged" in done.stderr
    assert KEY not in done.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--judge-offline", "--judge", "x"], "--judge-offline asks no model"),
        (["--judge-url", "http://x/v1"], "name it with --judge MODEL"),
        (["--judge", "x", "--judge-url", "nowhere"], "is not valid"),
        (["--judge", "x", "--judge-url", "http://x/v1", "--judge-budget", "1"], "pass --judge-price IN,OUT"),
        (["--judge", "x", "--judge-url", "http://x/v1", "--judge-price", "cheap"], "write IN,OUT in US dollars"),
        (["--judge", "x", "--judge-url", "http://x/v1", "--judge-votes", "2"], "an odd number"),
    ],
)
def test_options_that_cannot_work_are_refused(options: list[str], message: str) -> None:
    done = run("score", *FILES, *options)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


def test_a_schema_without_such_fields_needs_no_judge_at_all() -> None:
    plain: dict[str, Any] = {"type": "object", "properties": {"terms": {"type": "string"}}}
    Path("schema.json").write_text(json.dumps(plain), encoding="utf-8")
    done = run("score", *FILES, "--judge", "x", "--judge-url", "nowhere")
    assert done.exit_code == 0
    assert "Judge " not in done.stdout


def test_verdicts_are_kept_in_the_workspace_and_paid_for_once(asked: tuple[str, ...], endpoint: Endpoint) -> None:
    run("score", *FILES, *asked, "--yes")
    again = run("score", *FILES, *asked)
    assert again.exit_code == 0
    assert "12 of 12 distinct questions answered before); there is nothing to ask" in again.stderr
    assert len(endpoint.requests) == 1
    assert run("score", *FILES, *asked, "--yes", "--no-judge-cache").exit_code == 0
    assert len(endpoint.requests) == 2


def test_what_is_kept_is_counted_and_deleted(asked: tuple[str, ...]) -> None:
    assert run("judge", "cache").stdout == "No verdicts are kept.\n"
    run("score", *FILES, *asked, "--yes")
    assert run("judge", "cache", "--model", "other").stdout == "No verdicts of other are kept.\n"
    counted = run("judge", "cache").stdout.split()
    assert [word for word in counted if word in ("fake", "12", "120")] == ["fake", "12", "120"]
    assert run("judge", "cache", "--clear", "--model", "other").stdout == "0 verdicts deleted, 12 kept.\n"
    assert run("judge", "cache", "--clear", "--older-than", "1").stdout == "0 verdicts deleted, 12 kept.\n"
    assert run("judge", "cache", "--clear").stdout == "12 verdicts deleted, 0 kept.\n"
    refused = run("judge", "cache", "--older-than", "1")
    assert (refused.exit_code, "pass --clear too" in refused.stderr) == (2, True)


def test_what_was_spent_is_summed_by_model(asked: tuple[str, ...]) -> None:
    assert run("judge", "usage").stdout == "No judge has been asked.\n"
    assert run("judge", "usage", "--days", "3").stdout == "No judge has been asked in the last 3 days.\n"
    for _ in range(2):  # the second time nothing is asked, and nothing is noted
        run("score", *FILES, *asked, "--yes", "--judge-price", "1,10")
    (line,) = (line for line in run("judge", "usage", "--days", "1").stdout.splitlines() if line.startswith("fake"))
    assert line.split() == ["fake", "1", "12", "0", "1", "120", "$0.0003"]


def test_a_workspace_that_cannot_be_used_is_no_reason_to_pay_twice(
    asked: tuple[str, ...], endpoint: Endpoint, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("no folder", encoding="utf-8")
    done = run("score", *FILES, *asked, "--yes")
    assert done.exit_code == 2
    assert "--no-judge-cache asks the judge without one" in " ".join(done.stderr.split())
    assert not endpoint.requests


def labelled(folder: Path, *variants: str) -> str:
    """An evaluation of which each variant but the first has three right; people say that all are the same."""
    gold, extracted = ([{"id": f"r{at}", **one} for at, one in enumerate(some)] for some in records(12))
    files = {name: gold[:3] + extracted[3:] if at else extracted for at, name in enumerate(variants)}
    own = {**schema(), "x-eval-id": "id"}
    own["properties"] = {"id": {"type": "string"}, **own["properties"]}
    with open_store(folder=folder) as store:
        made = store.evaluations.create(
            "mine", by="ann", gold=loaded(gold, "g.json", "gold"), schema=own,
            variants={name: loaded(rows, f"{name}.json") for name, rows in files.items()},
        )  # fmt: skip
        choose(store, made.id, made.revision, JudgeChoice(None), by="ann")
        score_due(store, made.id, by="ann", tell=lambda share, message: None)
        pairs = {
            pair.sha256: pair
            for _, judged, used in judged_runs(store, store.evaluations.get(made.id))
            for pair in pairs_of(judged, used)
        }
        for pair in pairs.values():
            item = pair.question.item
            store.labels.add(
                pair.question.field, pair.rubric, item.gold_compared, item.extracted_compared, score=1.0, step="same",
                by="ann",
            )  # fmt: skip
    return made.id


def test_agreement_is_told_of_an_evaluation(tmp_path: Path) -> None:
    made = labelled(tmp_path / "data", "A")
    told = run("judge", "agreement", "mine").stdout
    assert "The intervals are about these records" in told
    line = next(line for line in told.splitlines() if line.startswith("A "))
    assert "terms" in line
    assert "1.000 to 1.000" in line  # all labelled, all the same
    whole = json.loads(run("judge", "agreement", made, "--variant", "A", "--json").stdout)
    assert whole["A"][0]["labelled"] == whole["A"][0]["pairs"] == 12
    for arguments, said in ((["mime"], "Did you mean 'mine'"), (["mine", "--variant", "a"], "has no variant 'a'")):
        refused = run("judge", "agreement", *arguments)
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr


def test_the_difference_of_two_variants_is_corrected_by_the_same_labels(tmp_path: Path) -> None:
    """Three values are right in B and not in A, which the judge sees; people find that all of A are right as well."""
    labelled(tmp_path / "data", "A", "B")
    told = " ".join(run("judge", "agreement", "mine", "--against", "A").stdout.split())
    document = json.loads(run("judge", "agreement", "mine", "--against", "A", "--json").stdout)
    found = document["differences"]["B"]
    assert found["judged"] > 0.05
    assert (found["value"], found["low"], found["high"]) == pytest.approx((0, 0, 0), abs=1e-9)
    assert (document["against"], list(document["variants"])) == ("A", ["A", "B"])
    assert "B against A: 0.0 points of pooled F1 as people would have it (95% interval 0.0 to 0.0, about these" in told
    refused = run("judge", "agreement", "mine", "--against", "C")
    assert (refused.exit_code, "has no variant 'C'" in refused.stderr) == (2, True)
