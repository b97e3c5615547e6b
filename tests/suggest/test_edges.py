"""Nothing to learn from, hostile values, waiting and stopping."""

import json
from time import process_time
from typing import Any

import pytest

from evaljson import ComparatorResult, InputError, SchemaError, evaluate, register
from evaljson.comparators import registry
from evaljson.suggest import KINDS, apply, suggest, suggest_from
from evaljson.suggest.as_json import from_stored, to_stored
from tests.suggest.made import kinds, suggested

NAMES = [{"name": f"Name {letter}"} for letter in "abcdefgh"]
LOUD = [{"name": record["name"].upper()} for record in NAMES]


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        pytest.param(NAMES, NAMES, id="all right"),
        pytest.param(NAMES[:1], LOUD[:1], id="one record"),
        pytest.param(NAMES, [None] * len(NAMES), id="nothing extracted"),
        pytest.param([{}, {}], [{}, {}], id="empty records"),
        pytest.param([{"a": None}] * 2, [{"a": None}] * 2, id="nothing but null"),
    ],
)
def test_there_is_nothing_to_suggest(gold: list[Any], extracted: list[Any]) -> None:
    suggestions = suggest(gold, {"a": extracted})
    assert list(suggestions) == []
    assert suggestions.together is None
    assert "Nothing to suggest" in suggestions.to_markdown()


def test_no_variant_and_no_run_are_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match="there is no variant to learn from: pass at least one"):
        suggest(NAMES, {})
    with pytest.raises(InputError, match=r"by name: pass \{'prompt A': records\}"):
        suggest(NAMES, NAMES)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there is no run to learn from: pass at least one"):
        suggest_from({}, {"type": "object"})


def test_no_gold_and_no_schema_are_refused_as_everywhere() -> None:
    with pytest.raises(SchemaError, match="no gold records"):
        suggest([], {"a": []})


def test_without_gold_records_nothing_is_suggested_under_a_schema() -> None:
    assert list(suggest([], {"a": []}, {"type": "object", "properties": {"a": {"type": "string"}}})) == []


DEEP: Any = "x"
for _ in range(30):
    DEEP = {"a": [DEEP]}
WIDE = {f"f{n}": f"Value {n}" for n in range(300)}
LONG = [f"{'Lorem ipsum ' * 900}{n}" for n in range(3)]
ODD_KEYS = {"a.b": "Ada", "c[0]": "Bob", "": "Cy", "['x']": "Dee", "*": "Eve", "x-eval-skip": "Flo"}


def louder(value: Any) -> Any:
    """The same with all texts in capitals."""
    if isinstance(value, dict):
        return {key: louder(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [louder(item) for item in value]
    return value.upper() if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("gold", "least"),
    [
        pytest.param([{"n": n, "a": DEEP} for n in range(2)], 1, id="nested deeply"),
        pytest.param([{**WIDE, "n": n} for n in range(2)], 300, id="300 fields"),
        pytest.param([{"a": text} for text in LONG], 1, id="texts of 10,000 characters"),
        pytest.param([{**ODD_KEYS, "n": n} for n in range(3)], len(ODD_KEYS), id="keys with dots and brackets"),
        pytest.param(
            [{"a": value} for value in ("Ada", 1, None, True, ["Bob"], {"c": "Cy"}, 2.5)], 0, id="mixed types"
        ),
        pytest.param([{"a": [{"b": ["Ada", None, 3]}]}, {"a": []}, {}, {"a": None}] * 2, 0, id="holes everywhere"),
        pytest.param([{"id": str(n), "a": "Ada"} for n in range(3)], 1, id="one value for all"),
    ],
)
def test_odd_records_are_looked_at_and_whatever_is_proposed_can_be_applied_and_kept(
    gold: list[Any], least: int
) -> None:
    loud = louder(gold)
    suggestions = suggest(gold, {"loud": loud, "none": [None] * len(gold)})
    assert len(suggestions) >= least
    changed = apply(suggestions.schema, suggestions)
    if least:
        assert evaluate(gold, loud, changed).mean_f1 == 1.0
    again = from_stored(json.loads(json.dumps(to_stored(suggestions))))
    assert [suggestion.id for suggestion in again] == [suggestion.id for suggestion in suggestions]
    assert all(
        suggestion.sentence[0].isupper() and suggestion.sentence.endswith(".")
        for suggestion in (*suggestions, *suggestions.alternatives)
    )


def test_a_variant_without_a_common_id_says_nothing_and_stops_nothing() -> None:
    gold = [{"id": str(n), **record} for n, record in enumerate(NAMES)]
    loud = [{"id": str(n), **record} for n, record in enumerate(LOUD)]
    strangers = [{"id": f"x{n}", **record} for n, record in enumerate(LOUD)]
    assert kinds(suggest(gold, {"strangers": strangers}, id_field="id")) == set()
    [suggestion] = suggest(gold, {"strangers": strangers, "loud": loud}, id_field="id")
    assert (suggestion.kind, suggestion.evidence.explained) == ("case", len(gold))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pairs a comparator of somebody's own was asked about in each call; it takes all for equal."""
    calls: list[int] = []

    def judge(items: list[Any]) -> list[ComparatorResult]:
        calls.append(len(items))
        return [ComparatorResult(1.0, "semantic") for _ in items]

    judge.is_batch = True  # type: ignore[attr-defined]
    monkeypatch.setattr(registry, "_user", {})
    register("semantic", judge)
    return calls


BY_MEANING = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "text": {"type": "string", "x-eval-compare": "semantic"}},
}


def test_nobody_who_may_cost_something_is_asked_and_what_waits_is_told(asked: list[int]) -> None:
    gold, loud = ([{**record, "text": f"{word} {n}"} for n, record in enumerate(side)]
                  for word, side in (("one", NAMES), ("other", LOUD)))  # fmt: skip
    suggestions = suggest(gold, {"a": loud, "b": loud}, BY_MEANING)
    assert (asked, kinds(suggestions)) == ([], {"case"})
    waits = "In text, 16 pairs of values are not judged: suggestions do not call semantic, and no figure has them."
    assert suggestions.notes == (waits,)
    suggestions = suggest(gold, {"a": loud}, BY_MEANING, ask=True)
    assert (sum(asked), kinds(suggestions), suggestions.notes) == (8, {"case"}, ())


def test_what_is_free_is_asked(asked: list[int]) -> None:
    registry.find_comparator("semantic").fn.is_free = True  # type: ignore[attr-defined]
    gold, loud = ([{**record, "text": word} for record in side] for word, side in (("one", NAMES), ("other", LOUD)))
    assert suggest(gold, {"a": loud}, BY_MEANING).notes == ()
    assert sum(asked) == 8


HOSTILE = [
    "<script>alert(1)</script>", "=1+1", "\ud800", "\x00\x1b[31m", "a" * 30_000, "| x | `y` |", "]](javascript:x)",
    "\u202etxt", "{}", "' OR 1=1", float("nan"), float("inf"), -0.0, 10**400, [[[[]]]], {"a.b": {"": 1}}, "(" * 40,
]  # fmt: skip


@pytest.mark.parametrize("type_", ["string", "number", "boolean", "array", ["string", "number"]])
def test_hostile_values_are_looked_at_like_any_others(type_: Any) -> None:
    values = [(value, HOSTILE[-n]) for n, value in enumerate(HOSTILE)] * 2
    suggestions = suggested(values, type_)
    assert kinds(suggestions) <= set(KINDS)
    suggestions.to_markdown().encode("utf-8", "backslashreplace")
    json.dumps(suggestions.to_dict())


def test_hostile_keys_and_values_stay_text_in_tables() -> None:
    key = "<img src=x>`|*a*[b](c)"
    gold = [{key: "Ada <b>"}, {key: "Bob <i>"}]
    suggestions = suggest(gold, {"<u>": [{key: value.upper()} for record in gold for value in record.values()]})
    assert kinds(suggestions) == {"case"}
    assert "<img" not in suggestions._repr_html_()
    assert "&lt;img" in suggestions._repr_html_()
    table = suggestions.to_markdown()
    assert "<img" not in table
    assert "](c)" not in table
    assert all(line.count(" | ") == 4 for line in table.splitlines())


def test_a_key_with_odd_characters_is_changed_at_its_place() -> None:
    gold = [{"a.b": {"": "Ada"}}, {"a.b": {"": "Bob"}}]
    suggestions = suggest(gold, {"a": [{"a.b": {"": "ADA"}}, {"a.b": {"": "BOB"}}]})
    [suggestion] = suggestions
    assert suggestion.path == "['a.b']['']"
    assert suggestion.effect is not None
    assert suggestion.effect.variants["a"].after.f1 == 1.0


def test_progress_rises_from_nothing_to_all() -> None:
    shares: list[float] = []
    suggest(NAMES, {"a": LOUD, "b": NAMES}, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("after", [0.0, 0.3, 0.6])
def test_whoever_waits_can_stop_it(after: float) -> None:
    class Stopped(Exception):
        pass

    def tell(share: float) -> None:
        if share >= after:
            raise Stopped("enough")

    with pytest.raises(Stopped, match="enough"):
        suggest(NAMES, {"a": LOUD}, progress=tell)


def test_the_id_is_joined_by_and_never_looked_at() -> None:
    gold = [{"id": str(n), **record} for n, record in enumerate(NAMES)]
    extracted = [{"id": str(n), **record} for n, record in reversed(list(enumerate(LOUD)))]
    schema = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    suggestions = suggest(gold, {"a": extracted}, schema, id_field="id")
    assert [(suggestion.kind, suggestion.path) for suggestion in suggestions] == [("case", "name")]
    assert suggestions.schema["x-eval-id"] == "id"
    assert suggestions[0].evidence.examples[0].record == "0"


def test_runs_that_are_there_give_the_same_suggestions() -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    runs = {"a": evaluate(NAMES, LOUD, schema)}
    assert list(suggest_from(runs, schema)) == list(suggest(NAMES, {"a": LOUD}, schema))


def test_some_of_a_run_does_too() -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    part = evaluate(NAMES, LOUD, schema).only([1, 3, 5])
    [suggestion] = suggest_from({"a": part}, schema)
    assert (suggestion.kind, suggestion.evidence.explained, suggestion.evidence.records) == ("case", 3, 3)


def test_what_is_asked_for_is_picked_out_and_what_there_is_not_is_refused() -> None:
    suggestions = suggest(NAMES, {"a": LOUD})
    assert kinds(suggestions.only(kinds=["case"], paths=["name"], least=0.5)) == {"case"}
    assert kinds(suggestions.only(least=1.01)) == set()
    assert kinds(suggestions.only(kinds=["date"])) == set()
    assert suggestions[suggestions[0].id] is suggestions[0]
    with pytest.raises(KeyError, match="unknown"):
        suggestions["unknown"]
    with pytest.raises(InputError, match=r"there is no kind of suggestion 'cases'\. Did you mean 'case'"):
        suggestions.only(kinds=["cases"])
    with pytest.raises(InputError, match=r"the schema has no field 'nam'\. Did you mean 'name'"):
        suggestions.only(paths=["nam"])


def test_gold_outside_of_the_schema_is_no_matter() -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    gold = [{**record, "more": 1} for record in NAMES]
    assert kinds(suggest(gold, {"a": LOUD}, schema)) == {"case"}


def test_texts_of_any_length_are_looked_at_in_no_time() -> None:
    texts = [f"{'word ' * 20_000}{n}" for n in range(3)] + ["x" * 100_000]
    started = process_time()
    suggested([(text, text.upper()) for text in texts])
    assert process_time() - started < 5
