"""What pairing arrays by content would bring, against scoring each of them by itself."""

import copy
import random
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields import alignment_gain
from evaljson.report.fields.alignment_gain import HUNGARIAN, paired_plainly, pairing_gains
from evaljson.results.model import RunResult
from evaljson.schema import infer_schema, parse_eval_schema


def counted(gold: list[Any], extracted: list[Any], schema: dict[str, Any]) -> dict[str, int]:
    return pairing_gains(evaluate(gold, extracted, schema), parse_eval_schema(schema))


def matches_below(run: RunResult, array: str) -> int:
    return sum(figures.matches for path, figures in run.per_field.items() if path.startswith(f"{array}[]"))


def test_pairing_by_content_is_weighed_against_pairing_by_position() -> None:
    gold = [{"n": [{"k": 1}, {"k": 2}, {"k": 3}], "m": [1, 2], "x": {"deep.er": [[1, 2]]}}]
    extracted = [{"n": [{"k": 3}, {"k": 2}, {"k": 1}], "m": [1, 2], "x": {"deep.er": [[2, 1]]}}]
    assert counted(gold, extracted, infer_schema(gold)) == {"n": 2, "m": 0, "x['deep.er']": 0, "x['deep.er'][]": 2}


def shuffled(value: Any, chance: random.Random) -> Any:
    """The value with the elements of its arrays in another order, and some of its numbers wrong."""
    if isinstance(value, dict):
        return {key: shuffled(inner, chance) for key, inner in value.items()}
    if isinstance(value, list):
        return [shuffled(inner, chance) for inner in chance.sample(value, len(value))]
    return value if chance.random() < 0.8 else -1


def rows(chance: random.Random) -> list[Any]:
    return [
        {"p": chance.randrange(5), "q": chance.randrange(5), "in": [chance.randrange(4) for _ in range(3)]}
        for _ in range(chance.randrange(4))
    ]


@pytest.mark.parametrize("seed", range(4))
def test_each_array_has_the_gain_of_pairing_it_alone_by_content(seed: int) -> None:
    chance = random.Random(seed)
    gold = [{"a": rows(chance), "b": {"c": rows(chance)}, "d": [1, 2, 3], "skip": [1, 2]} for _ in range(6)]
    extracted = [shuffled(record, chance) for record in gold]
    schema = infer_schema([*gold, {"a": [{"p": 1, "q": 1, "in": [1]}], "b": {"c": [{"p": 1, "q": 1, "in": [1]}]}}])
    schema["properties"]["skip"]["x-eval-skip"] = True
    run, gains = evaluate(gold, extracted, schema), counted(gold, extracted, schema)
    assert list(gains) == ["a", "b.c", "d", "a[].in", "b.c[].in"]
    for path, gain in gains.items():
        alone = copy.deepcopy(schema)
        part = alone["properties"][path.split(".")[0].split("[")[0]]
        part = part["properties"]["c"] if path.startswith("b") else part
        part = part["items"]["properties"]["in"] if path.endswith("in") else part
        part["x-eval-align"] = HUNGARIAN
        assert gain == matches_below(evaluate(gold, extracted, alone), path) - matches_below(run, path)


def test_missing_records_and_arrays_inside_an_aligned_one_are_counted_too() -> None:
    gold = [{"id": "x", "n": [{"k": 1, "t": [1, 2]}, {"k": 2, "t": [3, 4]}]}, {"id": "y", "n": []}]
    extracted = [{"id": "x", "n": [{"k": 2, "t": [4, 3]}, {"k": 1, "t": [1, 2]}]}]
    schema = {**infer_schema(gold), "x-eval-id": "id"}
    schema["properties"]["n"]["x-eval-align"] = HUNGARIAN
    assert counted(gold, extracted, schema) == {"n[].t": 2}


@pytest.mark.parametrize("arrays", [3, 40])
def test_arrays_are_tried_together_in_one_pass_for_each_level(arrays: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"a{number}" for number in range(arrays)]
    gold = [{name: [{"k": 1, "in": [1, 2]}, {"k": 2, "in": []}] for name in names} for _ in range(2)]
    extracted = [{name: value[::-1] for name, value in record.items()} for record in gold]
    passes, score = [], alignment_gain.score_pairs
    monkeypatch.setattr(
        alignment_gain, "score_pairs", lambda *args, **more: (passes.append(1), score(*args, **more))[1]
    )
    shares: list[float] = []
    schema = infer_schema(gold)
    gains = pairing_gains(evaluate(gold, extracted, schema), parse_eval_schema(schema), tell=shares.append)
    assert len(passes) == 2
    assert set(gains) == {array.path for array in paired_plainly(parse_eval_schema(schema))}
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_whoever_hears_of_the_progress_can_end_it() -> None:
    class EndedError(Exception):
        pass

    def end(share: float) -> None:
        raise EndedError("enough")

    gold = [{"a": [1, 2]}]
    with pytest.raises(EndedError, match="enough"):
        pairing_gains(evaluate(gold, gold, infer_schema(gold)), parse_eval_schema(infer_schema(gold)), tell=end)


def entries_of(*keys: str) -> dict[str, Any]:
    return {key: {"name": f"name {place}", "n": place, "deep": [place]} for place, key in enumerate(keys)}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (("x", "y", "z"), {"fees": 9}),
        (("b", "a", "z"), {}),  # keys that both sides have are data
    ],
)
def test_maps_count_where_both_sides_hardly_have_the_same_keys(keys: tuple[str, ...], expected: dict[str, int]) -> None:
    leaves = {"name": {"type": "string"}, "n": {"type": "integer"}}
    entry = {"type": "object", "properties": {**leaves, "deep": {"type": "array", "items": {"type": "integer"}}}}
    fees = {"type": "object", "additionalProperties": entry}
    schema = {"type": "object", "properties": {"fees": fees}}
    gold, extracted = [{"fees": entries_of("a", "b", "c")}] * 2, [{"fees": entries_of(*keys)}, None]
    gains = pairing_gains(evaluate(gold, extracted, schema), parse_eval_schema(schema))
    assert {path: gain for path, gain in gains.items() if gain} == expected
