"""What a change makes of a ranking is what the leaderboards before and after it say."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from evaljson import RunResult, evaluate
from evaljson.base.kept_json import kept, read_kept
from evaljson.compare.leaderboard import Leaderboard, leaderboard
from evaljson.compare.ranking_change import RankingChange, Ranks, ranking_change
from evaljson.compare.ranks import RankedRuns, lined_up
from evaljson.scoring.tallies import record_figures

FIELDS = "abcdef"
SCHEMA = {"type": "object", "properties": {name: {"type": "string"} for name in FIELDS}}
GOLD = [{"id": i, "of": i // 3, **dict.fromkeys(FIELDS, "x")} for i in range(45)]


def run(rate: float, seed: int, records: int = 45, cluster: str | None = None) -> RunResult:
    random = Random(seed)
    extracted = [
        {key: value if key in ("id", "of") or random.random() >= rate else "y" for key, value in record.items()}
        for record in GOLD[:records]
    ]
    return evaluate(
        GOLD,
        extracted,
        {**SCHEMA, **({} if cluster is None else {"x-eval-cluster": cluster})},
        "id",
        missing_records="exclude",
    )


def f1_of(of: RunResult) -> np.ndarray:
    return record_figures(*of.tallies.by_record()).f1


def said_by(before: Leaderboard, after: Leaderboard) -> tuple[object, ...]:
    """What two leaderboards say by their ranks alone: highest F1, who is above all others, and the order."""
    best = [
        board.places[0].name if board.places[0].worst_rank == board.places[0].best_rank == 1 else None
        for board in (before, after)
    ]
    order = [[place.name for place in board.places] for board in (before, after)]
    first = (order[0][0], order[1][0])
    return first if first[0] != first[1] else None, tuple(best) if best[0] != best[1] else None, order[0] != order[1]


def ranks_in(change: RankingChange, before: Leaderboard) -> dict[str, int]:
    """How many more are above each than before."""
    more = dict.fromkeys((place.name for place in before.places), 0)
    for _, low in change.tied:
        more[low] -= 1
    for _, low in change.apart:
        more[low] += 1
    for high, low in change.turned:
        more[low] += 1
        more[high] -= 1
    return more


@pytest.mark.parametrize("cluster", [None, "of"], ids=["records", "clusters"])
@pytest.mark.parametrize("seed", range(12))
def test_a_change_says_what_the_leaderboards_before_and_after_say(seed: int, cluster: str | None) -> None:
    random = Random(seed)
    before = {
        name: run(random.choice([0.1, 0.2, 0.3]), random.randrange(1_000_000), cluster=cluster) for name in "pqrs"
    }
    moved = random.sample("pqrs", random.randint(1, 4))
    after = {
        name: run(random.choice([0.05, 0.2, 0.4]), random.randrange(1_000_000), cluster=cluster)
        if name in moved
        else before[name]
        for name in before
    }
    change = RankedRuns(before).change({name: f1_of(after[name]) for name in moved})
    assert change is not None
    boards = leaderboard(before), leaderboard(after)
    assert (change.first, change.best, change.moves) == said_by(*boards)
    rank = [{place.name: place.best_rank for place in board.places} for board in boards]
    assert ranks_in(change, boards[0]) == {name: rank[1][name] - rank[0][name] for name in before}


def test_records_that_no_longer_count_are_compared_in_no_run() -> None:
    runs = {"all": run(0.2, 1), "most": run(0.2, 2), "bad": run(0.5, 3)}
    fewer = {"all": run(0.2, 1, 30), "most": run(0.2, 2, 30), "bad": run(0.5, 3, 30)}
    gone = f1_of(runs["bad"]).copy()
    gone[30:] = np.nan
    change = RankedRuns(runs).change({"bad": gone})
    assert change is not None
    assert (change.first, change.best, change.moves) == said_by(leaderboard(runs), leaderboard(fewer))


def test_where_no_record_is_left_nothing_is_known() -> None:
    runs = {"one": run(0.1, 1), "two": run(0.2, 2)}
    assert RankedRuns(runs).change({"one": np.full(45, np.nan)}) is None


def test_only_pairs_whose_f1_changes_are_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = RankedRuns({name: run(0.2, seed) for seed, name in enumerate("pqrst")})
    assert ranked.better.shape == (5, 5)
    compared: list[list[int]] = []
    from evaljson.compare import ranks

    once = ranks._chances

    def counted(f1: np.ndarray, pairs: np.ndarray, clusters: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        compared.extend(pairs.tolist())
        return once(f1, pairs, clusters)

    monkeypatch.setattr(ranks, "_chances", counted)
    ranked.change({"r": np.zeros(45), "q": f1_of(run(0.2, 1))})
    assert sorted(compared) == [[0, 2], [1, 2], [2, 3], [2, 4]]


def test_runs_that_cannot_be_compared_are_not_ranked_together() -> None:
    assert lined_up({"one": run(0.1, 1)}) is None
    assert lined_up({"one": run(0.1, 1), "two": run(0.2, 2)}) is not None
    other = evaluate(GOLD, GOLD, {"type": "object", "properties": {"a": {"type": "string"}}}, "id")
    assert lined_up({"one": run(0.1, 1), "other": other}) is None


def ranks(order: str, *above: str) -> Ranks:
    return Ranks(tuple(order), frozenset((one[0], one[1]) for one in above))


ALL_APART = ["".join(pair) for pair in combinations("abc", 2)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(ranks("abc", *ALL_APART), ranks("abc", *ALL_APART), {}, id="nothing"),
        pytest.param(
            ranks("abc", *ALL_APART),
            ranks("abc", "ac", "bc"),
            {"best": ("a", None), "tied": (("a", "b"),)},
            id="the first two come to be tied",
        ),
        pytest.param(
            ranks("abc", "ac"),
            ranks("abc", "ac", "bc"),
            {"apart": (("b", "c"),)},
            id="the last two are no longer tied",
        ),
        pytest.param(
            ranks("abc", *ALL_APART),
            ranks("bac", "ba", "ac", "bc"),
            {"first": ("a", "b"), "best": ("a", "b"), "moves": True, "turned": (("b", "a"),)},
            id="the first two change places",
        ),
        pytest.param(ranks("abc"), ranks("acb"), {"moves": True}, id="the order within a tie"),
    ],
)
def test_a_change_names_what_is_otherwise(before: Ranks, after: Ranks, expected: dict[str, object]) -> None:
    plain = {"variants": 3, "first": None, "best": None, "moves": False, "tied": (), "apart": (), "turned": ()}
    change = ranking_change(before, after)
    assert change == RankingChange(**{**plain, **expected})  # type: ignore[arg-type]
    assert change.is_nothing == (not expected)
    assert read_kept(RankingChange, kept(change)) == change
    assert change.of({name: name.upper() for name in "abc"}).of({name.upper(): name for name in "abc"}) == change


def test_f1_before_and_after_is_that_of_the_leaderboards_over_the_records_that_are_left() -> None:
    runs = {"one": run(0.1, 1), "two": run(0.3, 2), "three": run(0.3, 2)}
    ranked, after = RankedRuns(runs), f1_of(runs["two"]).copy()
    after[:5] = np.nan
    change = ranked.change({"two": after})
    assert change is not None
    assert change.records == 40
    assert set(change.f1) == {"one", "two", "three"}
    for name, (before, then) in change.f1.items():
        f1 = f1_of(runs[name])
        assert (before, then) == pytest.approx((f1.mean(), f1[5:].mean()))


def test_a_variant_whose_f1_stays_is_not_among_those_that_move() -> None:
    runs = {"one": run(0.1, 1), "two": run(0.3, 2)}
    change = RankedRuns(runs).change({"two": np.ones(45)})
    assert change is not None
    assert list(change.f1) == ["two"]
    assert change.f1["two"][1] == 1.0
    assert list(change.of({"one": "1", "two": "2"}).f1) == ["2"]


def test_a_change_that_was_kept_before_figures_were_is_read_without_them() -> None:
    change = RankedRuns({"one": run(0.1, 1), "two": run(0.3, 2)}).change({"two": np.ones(45)})
    held = {name: value for name, value in kept(change).items() if name not in ("f1", "records")}
    assert read_kept(RankingChange, held).records == 0
