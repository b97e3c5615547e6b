"""The sentence of a variant beside the baseline in a ranking: it never contradicts the ranking."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from evaljson.compare import compare_runs
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.ranks import RankedRuns
from evaljson.compare.together import adjusted_together
from evaljson.compare.words.pair_sentence import pair_sentence
from evaljson.evaluate import evaluate
from evaljson.results.model import RunResult
from evaljson.wording.differences import digits_for
from evaljson.wording.words import points

FIELDS = "abcd"
SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id", "properties": {field: {"type": "string"} for field in FIELDS},
}  # fmt: skip
GOLD: list[Any] = [{"id": f"r{i}", **dict.fromkeys(FIELDS, "right")} for i in range(40)]


def variant(wrong: Sequence[tuple[int, str]], without: Sequence[int] = ()) -> RunResult:
    """Score gold with wrong values in (record, field), where records are left out."""
    records = [{**record, **{field: "no" for at, field in wrong if at == i}} for i, record in enumerate(GOLD)]
    kept = [record for i, record in enumerate(records) if i not in without]
    return evaluate(GOLD, kept, SCHEMA, missing_records="exclude")


def sentences(runs: dict[str, RunResult]) -> dict[str, str]:
    base, *others = runs
    board = leaderboard(runs)
    alone = [compare_runs(runs[base], runs[name], names=(base, name)) for name in others]
    return {one.names[1]: pair_sentence(board, one) for one in adjusted_together(alone)}


def test_a_pair_that_the_ranking_cannot_tell_apart_is_not_called_worse() -> None:
    """Alone, over the 39 records of the two and adjusted for two comparisons, it would be; among three it is not."""
    runs = {
        "base": variant([(0, "b")], [1]),
        "few": variant([(at, "a") for at in range(8, 16)]),
        "other": variant([(20, "c")], [15]),
    }
    alone = compare_runs(runs["base"], runs["few"], names=("base", "few"))
    (judged, _) = adjusted_together([alone, compare_runs(runs["base"], runs["other"], names=("base", "other"))])
    board = leaderboard(runs)
    assert (judged.verdict, len(board.leaders)) == ("worse", 3), "the two tests disagree on this data"
    assert pair_sentence(board, judged).startswith("No detectable difference between few and base: F1 ")


@pytest.mark.parametrize("seed", range(40))
def test_verdicts_and_f1_are_those_of_the_ranking(seed: int) -> None:
    random = Random(seed)
    runs = {}
    for name in ("one", "two", "three", "four")[: random.choice((3, 4))]:
        wrong = [(random.randrange(40), random.choice(FIELDS)) for _ in range(random.choice((0, 3, 9, 18)))]
        runs[name] = variant(wrong, random.sample(range(40), random.randrange(4)))
    ranked = RankedRuns(runs)
    means = dict(zip(runs, ranked.f1.mean(axis=0).tolist(), strict=True))
    for number, (name, said) in enumerate(sentences(runs).items(), 1):
        way = "better" if ranked.better[number, 0] else "worse" if ranked.better[0, number] else None
        begin = f"No detectable difference between {name} and one" if way is None else f"{name} is {way} than one"
        digits = digits_for(means["one"], means[name])
        figures = f"F1 {points(means[name], digits)} against {points(means['one'], digits)}"
        assert re.match(rf"{begin}: {re.escape(figures)}[.,]", said)


def test_fields_say_which_records_they_are_over() -> None:
    runs = {
        "base": variant([], [1]),
        "bad": variant([(at, "a") for at in range(30)]),
        "other": variant([], [2]),
    }
    assert sentences(runs)["bad"] == (
        "bad is worse than base: F1 81.6 against 100.0. "
        "Field by field, over the 39 records that both scored: 1 field got worse: a."
    )


def test_the_difference_has_its_interval_where_all_are_over_the_same_records() -> None:
    runs = {"base": variant([]), "bad": variant([(at, "a") for at in range(30)]), "other": variant([(3, "b")])}
    said = sentences(runs)
    interval = r"\(95% interval (for this pair alone )?(−\d+\.\d) to −\d+\.\d\)"
    assert re.match(rf"bad is worse than base: F1 81\.2 against 100\.0, −18\.8 {interval}\. ", said["bad"])
    assert "other and base: F1 99.4 against 100.0, −0.6 (95% interval" in said["other"]


def test_a_variant_that_is_not_ranked_keeps_its_own_comparison() -> None:
    """It shares records with the baseline, but none with all variants."""
    runs = {
        "base": variant([]),
        "early": variant([], range(20, 40)),
        "late": variant([(39, "a")], range(20)),
    }
    alone = compare_runs(runs["base"], runs["late"], names=("base", "late"))
    assert set(leaderboard(runs).refused) == {"late"}
    assert pair_sentence(leaderboard(runs), alone) == alone.sentence
