"""A leaderboard ranks runs as far as chance allows: its pairs are those of compare_runs, adjusted for each other."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from evaljson import RunResult, annotate_xeval, compare_runs, evaluate, infer_schema
from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import (
    InventedRecords,
    LackedRecords,
    RepeatedKey,
    WorstContainer,
    WorstField,
    leaderboard,
)
from evaljson.compare.right_together import fully_right_together
from evaljson.compare.together import adjusted_together
from evaljson.compare.words.overall_sentence import of_two
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.results.losses import field_table
from tests.messy import messy

SCHEMA = {"type": "object", "properties": {name: {"type": "string"} for name in "abcde"}}
GOLD = [{"id": i, **dict.fromkeys("abcde", "x")} for i in range(60)]


def run(rate: float, seed: int = 0, records: int = 60, schema: Any = SCHEMA) -> RunResult:
    random = Random(seed)
    extracted = [
        {key: value if key == "id" or random.random() >= rate else "y" for key, value in record.items()}
        for record in GOLD[:records]
    ]
    return evaluate(GOLD, extracted, schema, "id", missing_records="exclude")


def test_ranks_are_those_of_all_pairs_adjusted_together() -> None:
    data = messy(30, 4)
    runs = {name: evaluate(data.gold, extracted, data.schema) for name, extracted in data.extracted.items()}
    pairs = adjusted_together([compare_runs(runs[a], runs[b], names=(a, b)) for a, b in combinations(runs, 2)])
    better = dict.fromkeys(runs, 0)
    worse = dict(better)
    for pair in pairs:
        if pair.verdict != "no detectable difference":
            low, high = pair.names if pair.verdict == "better" else pair.names[::-1]
            better[low] += 1
            worse[high] += 1
    board = leaderboard(runs)
    assert {place.name: place.best_rank for place in board.places} == {name: 1 + n for name, n in better.items()}
    assert {place.name: place.worst_rank for place in board.places} == {name: 4 - n for name, n in worse.items()}
    assert board.pairs == 6
    assert set(better.values()) > {0}


def test_figures_are_those_of_the_runs() -> None:
    runs = {"one": run(0.1), "two": run(0.3, 1)}
    board = leaderboard(runs)
    for place in board.places:
        of_run = runs[place.name]
        assert place.f1 == pytest.approx(of_run.mean_f1)
        assert place.right == of_run.fully_right.records
        table = field_table(of_run)
        assert [worst.field for worst in place.worst] == table["field"][:3].tolist()
        assert [worst.share for worst in place.worst] == pytest.approx(table["share"][:3].tolist())
        assert place.interval is not None
        assert place.interval[0] < place.f1 < place.interval[1]


def test_the_highest_f1_comes_first() -> None:
    board = leaderboard({"bad": run(0.5, 1), "good": run(0.01, 2), "middling": run(0.2, 3)})
    assert [place.name for place in board.places] == ["good", "middling", "bad"]
    assert board.leaders == ("good",)
    assert str(ranking_sentence(board)) == f"good is best: F1 {board.places[0].f1 * 100:.1f}, above both others."


def test_nobody_in_a_tie_is_called_best() -> None:
    board = leaderboard({"one": run(0.2, 1), "two": run(0.2, 2), "far": run(0.9, 3)})
    said = str(ranking_sentence(board))
    assert set(board.leaders) == {"one", "two"}
    assert said.startswith("No variant is best: ")
    assert " cannot be told apart (F1 " in said
    assert said.endswith("; far is behind.")


def test_a_tie_of_many_names_three() -> None:
    board = leaderboard({f"v{i}": run(0.2, i) for i in range(6)})
    assert " and 3 more cannot be told apart" in str(ranking_sentence(board))


def test_only_records_that_all_have_are_ranked() -> None:
    board = leaderboard({"all": run(0.1), "half": run(0.1, 1, records=30)})
    assert board.records == 30
    assert {place.right.right + place.right.wrong for place in board.places} == {30}


def test_what_is_fully_right_is_counted_among_the_records_that_f1_is_over() -> None:
    runs = {"all": run(0.1), "half": run(0.1, 1, records=30)}
    shared = [{record.record_id: record.f1 for record in of_run.records} for of_run in runs.values()]
    by_hand = tuple(sum(one[at] == 1 for at in range(30)) for one in shared)
    assert by_hand[0] < runs["all"].records_right.right
    places = {place.name: place.right.right for place in leaderboard(runs).places}
    assert (places["all"], places["half"]) == by_hand == fully_right_together(*runs.values())


def test_a_stray_that_a_run_lacks_is_no_record_that_it_has_right() -> None:
    extracted = [{**record, "a": "y"} if record["id"] < 10 else record for record in GOLD]
    runs = {
        name: evaluate(GOLD, [*extracted, *strays], SCHEMA, "id", strays="invented")
        for name, strays in {"without": [], "with": [{"id": 99, "a": "x"}]}.items()
    }
    assert {place.name: (place.right.right, place.right.wrong) for place in leaderboard(runs).places} == {
        "without": (50, 10),
        "with": (50, 11),
    }


def test_what_cannot_be_compared_is_left_out_with_the_reason() -> None:
    other = {"type": "object", "properties": {name: {"type": "string"} for name in "abcd"}}
    board = leaderboard({"one": run(0.1), "other": run(0.1, schema=other), "two": run(0.2)})
    assert [place.name for place in board.places] == ["one", "two"]
    assert "another eval schema" in board.refused["other"]
    assert "other is not ranked: " in " ".join(ranking_sentence(board).basis)


def test_one_run_is_alone() -> None:
    board = leaderboard({"one": run(0.1)})
    assert (board.leaders, board.pairs) == (("one",), 0)
    assert board.places[0].best_rank == board.places[0].worst_rank == 1


def test_no_run_is_refused() -> None:
    with pytest.raises(InputError, match="no run to rank"):
        leaderboard({})


def test_keys_that_the_schema_lacks_are_among_what_loses_most_and_marked() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    gold = [{"a": "x", "b": "y"}] * 8
    talks = [{"a": "x", "b": "?", "why": "because", "how": "so"}] * 8
    runs = {name: evaluate(gold, records, schema) for name, records in (("right", gold), ("talks", talks))}
    place = next(place for place in leaderboard(runs).places if place.name == "talks")
    assert [(worst.field, worst.share, worst.declared) for worst in place.worst] == [
        ("b", 0.5, True), ("how", 0.25, False), ("why", 0.25, False),
    ]  # fmt: skip
    verdict = str(of_two(compare_runs(runs["right"], runs["talks"], names=("right", "talks"))))
    assert "1 field got worse: b; 2 keys that the schema lacks count detectably against talks: how, why." in verdict


def test_a_key_that_the_schema_lacks_is_one_for_all_of_its_places_among_what_loses_most() -> None:
    side = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema = {"type": "object", "properties": {"one": side, "two": side, "b": {"type": "string"}}}
    gold = [{"one": {"a": "x"}, "two": {"a": "x"}, "b": "y"}] * 8
    thinks = [{"one": {"a": "x", "why": "so"}, "two": {"a": "x", "why": "so"}, "b": "y", "how": "so"}] * 8
    (place,) = leaderboard({"thinks": evaluate(gold, thinks, schema)}).places
    key, other = place.loses_most
    assert key == RepeatedKey("why", pytest.approx(2 / 3), 2, "one.why")
    assert other == WorstField("how", pytest.approx(1 / 3), False)


def test_an_array_stands_for_its_fields_among_what_loses_most_where_many_in_it_lose_little_each() -> None:
    gold = [{"id": f"r{at}", "a": "x", "rows": [dict.fromkeys("bcde", "y")]} for at in range(8)]
    wrong = [{**one, "rows": [{**one["rows"][0], "bcde"[at % 4]: "?"}]} for at, one in enumerate(gold)]  # type: ignore[index,dict-item]
    wrong = [{**one, "a": "?"} if at == 7 else one for at, one in enumerate(wrong)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    (place,) = leaderboard({"one": evaluate(gold, wrong, schema)}).places
    container, other = place.loses_most
    assert isinstance(container, WorstContainer)
    assert (container.path, container.fields) == ("rows[]", 4)
    assert container.worst in {f"rows[].{name}" for name in "bcde"}
    assert isinstance(other, WorstField), "of the fields in it none is there as well: nothing counts twice"
    assert (other.field, other.share < container.share) == ("a", True)


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [({}, "no single field got detectably better or worse"), ({"b": "?"}, "1 field got better: b")],
    ids=["no field", "a field"],
)
def test_keys_that_only_the_baseline_has_are_told_whether_or_not_a_field_got_better(wrong: Any, fields: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    gold = [{"a": "x", "b": "y"}] * 8
    talks = [{**record, **wrong, "why": "because", "how": "so"} for record in gold]
    before, after = (evaluate(gold, records, schema) for records in (talks, gold))
    verdict = str(of_two(compare_runs(before, after, names=("talks", "right"))))
    assert "right is better than talks" in verdict
    assert verdict.endswith(f"{fields}; 2 keys that the schema lacks count detectably against talks.")
    short = of_two(compare_runs(before, after, names=("talks", "right"))).short
    assert short is not None
    assert "".join(map(str, short)).endswith("; 2 keys that the schema lacks count detectably against talks.")


@pytest.mark.parametrize(("missing", "wrong"), [(1, 9), (4, 0), (4, 2)])
def test_missing_records_have_their_place_among_fields_by_what_f1_loses(missing: int, wrong: int) -> None:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    gold = [{"id": f"r{at}", "a": "x", "b": "y"} for at in range(20)]
    extracted = [{**one, "b": "?"} if at < wrong else one for at, one in enumerate(gold[: 20 - missing])]
    lacks = evaluate(gold, extracted, schema)
    place = next(place for place in leaderboard({"all": evaluate(gold, gold, schema), "lacks": lacks}).places[1:])
    share = missing / (missing + wrong / 2)  # a missing record loses all of its F1, a wrong value of two half of it
    lost = {missing: share, **({"b": 1 - share} if wrong else {})}  # of a only what the missing records cost
    told = [(one.field if isinstance(one, WorstField) else one.records, one.share) for one in place.loses_most]
    assert told == [(name, pytest.approx(lost[name])) for name in sorted(lost, key=lost.__getitem__, reverse=True)]


def test_records_that_are_left_out_are_not_told_as_missing() -> None:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    gold = [{"id": f"r{at}", "a": "x"} for at in range(20)]
    run = evaluate(gold, [{"id": "r0", "a": "?"}, *gold[1:15]], schema, missing_records="exclude")
    assert leaderboard({"lacks": run}).places[0].lacking is None


@pytest.mark.parametrize(("missing", "strays", "wrong"), [(0, 1, 9), (0, 4, 0), (2, 4, 3), (3, 1, 0)])
def test_records_without_gold_have_their_place_among_fields_by_what_f1_loses(
    missing: int, strays: int, wrong: int
) -> None:
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    gold = [{"id": f"r{at}", "a": "x", "b": "y"} for at in range(20)]
    extracted = [{**one, "b": "?"} if at < wrong else one for at, one in enumerate(gold[: 20 - missing])]
    extracted += [{"id": f"s{at}", "a": "x", "b": "y", "c": "z"} for at in range(strays)]
    runs = {
        name: evaluate(gold, records, schema, strays="invented")
        for name, records in (("all", gold), ("has", extracted))
    }
    place = next(place for place in leaderboard(runs).places if place.name == "has")
    lost = missing + strays + wrong / 2  # of a wrong value of two, half of the record; of a whole record, all of it
    expected = [
        (kind, pytest.approx(count / lost))
        for kind, count in ((LackedRecords, missing), (InventedRecords, strays), (WorstField, wrong / 2))
        if count
    ]
    assert sorted(((type(one), one.share) for one in place.loses_most), key=str) == sorted(expected, key=str)
    assert sum(one.share for one in place.loses_most) == pytest.approx(1)
    assert [one.share for one in place.loses_most] == sorted((one.share for one in place.loses_most), reverse=True)
    assert [one.field for one in place.worst] == (["b"] if wrong else [])
    assert place.invented is not None
    assert place.invented.records == strays
