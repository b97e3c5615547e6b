"""Small cases of shape: empties, skips, maps, odd keys, null policies and alignments, beside the published ones."""

from typing import Any

import pytest

import evaljson

STRING: dict[str, Any] = {"type": "string"}
SKIP = {"x-eval-skip": True}
M, X, O, H, S = "match", "mismatch", "omission", "hallucination", "skipped"  # noqa: E741 - as in the truth table
Found = list[tuple[str, str]]


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def array(items: Any, **settings: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **settings}


def found(schema: dict[str, Any], gold: Any, extracted: Any) -> Found:
    results = evaljson.score_record(evaljson.parse_eval_schema(schema), gold, extracted)
    return [(result.path, result.status) for result in results]


@pytest.mark.parametrize("kind", ["array", "object", "map"])
@pytest.mark.parametrize(
    ("gold", "extracted", "status"),
    [
        ("empty", "empty", M), ("empty", "null", O), ("empty", "absent", O), ("null", "empty", H),
        ("absent", "empty", H), ("null", "null", None), ("absent", "absent", None), ("null", "absent", O),
        ("absent", "null", H),
        ("wrong", "wrong", M), ("wrong", "other", X), ("wrong", "empty", X), ("empty", "wrong", X),
        ("wrong", "null", O), ("null", "wrong", H), ("wrong", "absent", O), ("absent", "wrong", H),
    ],
)  # fmt: skip
def test_absent_null_empty_and_wrong_are_four_things(kind: str, gold: str, extracted: str, status: str | None) -> None:
    node = {
        "array": array(STRING),
        "object": of(x=STRING),
        "map": {"type": "object", "additionalProperties": STRING},
    }[kind]
    values = {"empty": [] if kind == "array" else {}, "null": None, "wrong": "text", "other": 5}
    records = [{"keep": 1, **({} if side == "absent" else {"c": values[side]})} for side in (gold, extracted)]
    expected = [] if status is None else [("c", status)]
    assert found(of(c=node, keep={"type": "integer"}), *records) == [*expected, ("keep", M)]


@pytest.mark.parametrize(
    ("gold", "extracted", "results"),
    [
        ({"s": 1}, {"s": 2}, [("s", S)]), ({"s": None}, {}, [("s", S)]), ({}, {"s": None}, [("s", S)]),
        ({"k": 1}, {"k": 1}, [("k", M)]), ({"o": {"s": 1, "v": "x"}}, {}, [("o.v", O)]),
        ({"o": {"s": 1}}, {}, [("o", O)]), ({"o": {"s": 1}}, {"o": {}}, [("o.s", S)]),
        ({"t": [{"deep": 1}]}, {"t": []}, [("t", S)]),
    ],
)  # fmt: skip
def test_a_skipped_node_is_visible_where_either_side_has_it(gold: Any, extracted: Any, results: Found) -> None:
    schema = of(s={**STRING, **SKIP}, k={"type": "integer"}, o=of(s={**STRING, **SKIP}, v=STRING))
    schema["properties"]["t"] = array(of(deep=STRING), **SKIP)
    assert found(schema, gold, extracted) == results


def test_a_skipped_field_takes_no_part_in_an_alignment() -> None:
    item = of(k=STRING, noise={**STRING, **SKIP})
    schema = of(t=array(item, **{"x-eval-align": {"match_by": "hungarian"}}))
    gold = [{"k": "1", "noise": "p"}, {"k": "2", "noise": "q"}]
    extracted = [{"k": "2", "noise": "p"}, {"k": "1", "noise": "q"}]
    assert [status for _, status in found(schema, {"t": gold}, {"t": extracted})] == [M, S, M, S]


@pytest.mark.parametrize(
    "key", ["a.b", "[0]", "it's", 'q"q', "*", "", "a\\b", "type", "items", "properties", "id", "é"]
)
def test_any_key_is_an_ordinary_key(key: str) -> None:
    schema = of(o=of(**{key: STRING}), m={"type": "object", "additionalProperties": STRING})
    gold = {"o": {key: "x"}, "m": {key: "x"}}
    results = evaljson.score_record(evaljson.parse_eval_schema(schema), gold, {"o": {key: "y"}, "m": {key: "x"}})
    step = key if key.isalpha() or key == "a\\b" else None
    assert [result.status for result in results] == [X, M]
    assert results[0].path == results[0].extracted_path
    assert results[0].path.startswith(f"o.{step}" if step else "o['")


def test_a_key_with_a_dot_is_not_a_path() -> None:
    schema = of(**{"a.b": STRING, "a": of(b=STRING)})
    assert found(schema, {"a.b": "x", "a": {"b": "y"}}, {"a.b": "y", "a": {"b": "y"}}) == [("['a.b']", X), ("a.b", M)]


def test_entries_of_a_map_align_by_key_and_declared_keys_use_their_own_rules() -> None:
    schema = of(m={**of(n={"type": "number"}), "additionalProperties": STRING})
    gold, extracted = {"n": 1, "p": "1", "q": "x"}, {"n": 1.0, "p": 1, "r": "x"}
    expected = [("m.n", M), ("m.p", X), ("m.q", O), ("m.r", H)]
    assert sorted(found(schema, {"m": gold}, {"m": extracted})) == expected


def test_maps_of_objects_and_arrays_of_maps_nest() -> None:
    schema = of(
        m={"type": "object", "additionalProperties": of(v=array({"type": "object", "additionalProperties": STRING}))}
    )
    gold = {"m": {"k": {"v": [{"x": "1"}, {"y": "2"}]}}}
    assert found(schema, gold, {"m": {"k": {"v": [{"x": "1", "z": "3"}]}}}) == [
        ("m.k.v[0].x", M), ("m.k.v[0].z", H), ("m.k.v[1].y", O),
    ]  # fmt: skip
    run = evaljson.evaluate([gold], [gold], schema)
    assert list(run.per_field) == ["m.*.v[].*"]


@pytest.mark.parametrize("additional", [True, False, {}])
def test_additional_properties_without_a_schema_make_no_map(additional: Any) -> None:
    schema = {**of(a=STRING), "additionalProperties": additional}
    assert found(schema, {"a": "x", "new": "y"}, {"a": "x", "new": "y"}) == [("a", M), ("new", H)]


NULLS = {"absent": [None, "", "n/a"]}


@pytest.mark.parametrize(
    ("gold", "extracted", "status"),
    [
        ({"a": None}, {"a": "x"}, H), ({"a": "x"}, {"a": ""}, O), ({"a": "N/A "}, {"a": "x"}, H),
        ({"a": None}, {"a": ""}, S), ({}, {"a": None}, S), ({"a": ""}, {}, S), ({}, {}, None),
        ({"a": "x"}, {"a": "x"}, M),
    ],
)  # fmt: skip
@pytest.mark.parametrize("both", ["skip", "match"])
def test_a_listed_value_is_treated_like_a_missing_key(gold: Any, extracted: Any, status: str | None, both: str) -> None:
    node = {**STRING, "x-eval-transform": ["strip", "lowercase"], "x-eval-nulls": {**NULLS, "both_absent": both}}
    expected = [] if status is None else [("a", M if (status, both) == (S, "match") else status)]
    assert found(of(a=node, k=STRING), {**gold, "k": "x"}, {**extracted, "k": "x"}) == [*expected, ("k", M)]


@pytest.mark.parametrize(("empty", "gold", "status"), [([], ["x"], O), ({}, {"x": "y"}, O)])
def test_a_listed_empty_container_counts_as_missing(empty: Any, gold: Any, status: str) -> None:
    node = array(STRING) if isinstance(empty, list) else of(x=STRING)
    schema = of(c={**node, "x-eval-nulls": {"absent": [empty]}})
    path = "c[0]" if isinstance(empty, list) else "c.x"
    assert found(schema, {"c": gold}, {"c": empty}) == [(path, status)]
    assert found(schema, {"c": empty}, {}) == [("c", S)]


def test_without_a_policy_null_is_an_ordinary_value() -> None:
    assert found(of(a=STRING), {"a": None}, {"a": "x"}) == [("a", X)]
    assert found(of(a=STRING), {"a": None}, {"a": None}) == [("a", M)]
    assert found(of(a=STRING), {"a": None}, {}) == [("a", O)]


@pytest.mark.parametrize(("min_score", "statuses"), [(0.5, [M, X]), (0.51, [O, O, H, H])])
def test_pairs_below_the_least_score_stay_unpaired(min_score: float, statuses: list[str]) -> None:
    schema = of(t=array(of(k=STRING, v=STRING), **{"x-eval-align": {"match_by": "hungarian", "min_score": min_score}}))
    results = found(schema, {"t": [{"k": "1", "v": "x"}]}, {"t": [{"k": "1", "v": "y"}]})
    assert [status for _, status in results] == statuses


def test_nested_hungarian_arrays_align_by_what_lies_inside() -> None:
    hungarian = {"x-eval-align": {"match_by": "hungarian"}}
    schema = of(t=array(of(rows=array(of(v=STRING), **hungarian)), **hungarian))
    gold = [{"rows": [{"v": a}, {"v": b}]} for a, b in ("pq", "rs", "tu")]
    mixed = [{"rows": element["rows"][::-1]} for element in gold[::-1]]
    run = evaljson.evaluate([{"t": gold}], [{"t": mixed}], schema)
    assert run.mean_f1 == 1.0
    assert run.records[0].field_results[0].extracted_path == "t[2].rows[1].v"


@pytest.mark.parametrize("threshold", [0, 0.5, 1])
def test_a_threshold_on_an_exact_field_changes_no_status(threshold: float) -> None:
    schema = of(a={**STRING, "x-eval-threshold": threshold})
    assert found(schema, {"a": "x"}, {"a": "x"}) == [("a", M)]
    assert found(schema, {"a": "x"}, {"a": "y"}) == [("a", M if threshold == 0 else X)]


def test_a_whole_container_under_a_comparator_is_one_unit() -> None:
    schema = of(c={**of(x=STRING), "x-eval-compare": "exact"})
    assert found(schema, {"c": {"x": 1, "new": 2}}, {"c": {"new": 2, "x": 1}}) == [("c", M)]
    assert found(schema, {"c": {"x": 1}}, {}) == [("c", O)]
    assert found(schema, {}, {"c": {}}) == [("c", H)]
    assert found(schema, {"c": None}, {"c": {"x": 1}}) == [("c", X)]
