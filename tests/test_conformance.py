"""The product against the published cases: every path, every figure, and the order that people see."""

import json
from typing import Any

import pytest

import evaljson
from evaljson.base import paths
from tests.cases import read_cases

CASES: list[dict[str, Any]] = read_cases("scoring")
by_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


def run_of(case: dict[str, Any]) -> evaljson.RunResult:
    return evaljson.evaluate([case["gold"]], [case["extracted"]], case["schema"])


def test_the_case_file_is_complete() -> None:
    assert len(CASES) == 150


@by_case
def test_every_path_status_score_and_figure_is_as_published(case: dict[str, Any]) -> None:
    record = run_of(case).records[0]

    results = [[result.path, result.status, result.score] for result in record.field_results]
    assert sorted(results) == sorted(case["results"])
    expected = [case["precision"], case["recall"], case["f1"]]
    assert [record.precision, record.recall, record.f1] == pytest.approx(expected, abs=1e-8)


@by_case
def test_scoring_one_record_alone_gives_the_same_results(case: dict[str, Any]) -> None:
    alone = evaljson.score_record(evaljson.parse_eval_schema(case["schema"]), case["gold"], case["extracted"])
    assert alone == run_of(case).records[0].field_results


@by_case
def test_results_stand_in_schema_order_then_by_element_index(case: dict[str, Any]) -> None:
    shown = [result.path for result in run_of(case).records[0].field_results]
    keys = [key for path in shown if (key := order_of(path, case["schema"])) is not None]
    assert keys == sorted(keys)


@by_case
def test_the_frame_shows_the_record_view(case: dict[str, Any]) -> None:
    run = run_of(case)
    frame = run.to_frame()
    results = run.records[0].field_results
    assert list(frame["path"]) == [result.path for result in results]
    assert list(frame["status"]) == [result.status for result in results]
    assert list(frame["score"]) == [result.score for result in results]
    assert [field_of(result.path, case["schema"]) for result in results] == list(frame["field"])


@by_case
def test_extracted_path_says_where_the_value_really_lies(case: dict[str, Any]) -> None:
    for result in run_of(case).records[0].field_results:
        if result.extracted_path is not None:
            assert same(at(case["extracted"], result.extracted_path), result.extracted_value)
        elif result.extracted_value is not None:
            pytest.fail(f"{result.path} shows an extracted value that lies nowhere")


def order_of(path: str, schema: dict[str, Any]) -> list[tuple[int, int, str]] | None:
    """A sort key made from schema and path alone; None below a map, whose entries stand in the order of the data."""
    key: list[tuple[int, int, str]] = []
    node: dict[str, Any] = schema
    for step in paths.split(path):
        if isinstance(step, int):
            key.append((0, step, "") if step >= 0 else (1, -step, ""))
            node = node.get("items", {})
        elif isinstance(step, str) and step in node.get("properties", {}):
            key.append((0, list(node["properties"]).index(step), ""))
            node = node["properties"][step]
        elif node.get("additionalProperties"):
            return None
        else:
            return [*key, (1, 0, str(step))]
    return key


def field_of(path: str, schema: dict[str, Any]) -> str:
    shown = ""
    node: dict[str, Any] = schema
    for step in paths.split(path):
        if isinstance(step, int):
            shown, node = paths.elements(shown), node.get("items", {})
        elif step in node.get("properties", {}):
            shown, node = paths.child(shown, str(step)), node["properties"][step]
        elif isinstance(node.get("additionalProperties"), dict):
            shown, node = paths.entries(shown), node["additionalProperties"]
        else:
            return paths.child(shown, str(step))
    return shown


def at(value: Any, path: str) -> Any:
    for step in paths.split(path):
        value = value[step]
    return value


def same(left: Any, right: Any) -> bool:
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
