"""The few regressions that are kept are the first ones of all, whichever fields come first."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson.evaluate import evaluate
from evaljson.report.records.regressions import example, regressions
from evaljson.report.records.worst_regressions import MOST, worst_regressions

NAMES = ("a", "b", "c", "d")
GOLD: list[Any] = [{"id": f"r{place}", **dict.fromkeys(NAMES, "1")} for place in range(12)]
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {name: {"type": "string", "x-eval-weight": weight} for weight, name in enumerate(NAMES, 1)},
}
WRONG = st.lists(st.none() | st.sets(st.sampled_from(NAMES)), min_size=12, max_size=12)


def extracted(wrong: list[set[str] | None]) -> list[Any]:
    return [
        {**record, **dict.fromkeys(names, "?")} for record, names in zip(GOLD, wrong, strict=True) if names is not None
    ]


@settings(max_examples=40)
@given(WRONG)
def test_they_are_the_first_of_all(wrong: list[set[str] | None]) -> None:
    run = evaluate(GOLD, extracted(wrong), SCHEMA)
    every = regressions(evaluate(GOLD, GOLD, SCHEMA), run)
    kept = worst_regressions(run, every)
    assert (len(kept), kept.records) == (len(every), every.records)
    first = kept.first(MOST)
    assert first == every.first(MOST)
    assert [kept.example(one) for one in first] == [example(run, one) for one in first]
