"""Do the intervals of corrected F1 hold the truth as often as they say? python -m benchmarks.review

Simulates gold with errors in it, and reviews of its disagreements and of a drawn part of its matches by people who know
the truth. --write FILE keeps the counts beside those of the calibration; docs/statistics.md holds their table.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.simulation_options import keep_beside_others
from evaljson import RunResult, evaluate, parse_eval_schema
from evaljson.base.jsontypes import strict_equal, value_at
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards

FIELDS: Final = tuple("abcdefgh")
SCHEMA: Final = parse_eval_schema(
    {
        "type": "object",
        "x-eval-id": "id",
        "properties": {
            "id": {"type": "string", "x-eval-skip": True},
            **{name: {"type": "integer", "x-eval-weight": 1.0 + (name == "a")} for name in FIELDS},
        },
    }
)
_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class World:
    """A kind of data, and how it is reviewed."""

    name: str
    records: int
    gold_wrong: float
    """Share of gold values that are wrong."""
    follows: float
    """How often the extraction says what wrong gold says: as where both stem from one draft."""
    audit: float
    by_record: bool = False
    """Whether errors of gold come in whole records: one careless day."""


WORLDS: Final = (
    World("gold wrong in 2%, a third on matches, audit 10%", 120, 0.02, 1 / 3, 0.1),
    World("gold wrong in 2%, a third on matches, audit 30%", 120, 0.02, 1 / 3, 0.3),
    World("gold wrong in 5%, half on matches, audit 10%", 120, 0.05, 0.5, 0.1),
    World("gold wrong in 5%, half on matches, audit 10%, 500 records", 500, 0.05, 0.5, 0.1),
    World("gold wrong in 10%, all on matches, audit 10%", 120, 0.1, 1.0, 0.1),
    World("no error on matches, audit 10%", 120, 0.02, 0.0, 0.1),
    World("errors in whole records, half on matches, audit 10%", 120, 0.05, 0.5, 0.1, by_record=True),
)


def drawn(world: World, random: Random) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the truth, gold, and what was extracted."""
    truth = [{"id": str(at), **{name: random.randint(0, 9) for name in FIELDS}} for at in range(world.records)]
    gold, extracted = copy.deepcopy(truth), copy.deepcopy(truth)
    careless = {at for at in range(world.records) if random.random() < 2 * world.gold_wrong}
    for at in range(world.records):
        for name in FIELDS:
            share = (0.5 if at in careless else 0.0) if world.by_record else world.gold_wrong
            if random.random() < share:
                gold[at][name] += 10
                if random.random() < world.follows:
                    extracted[at][name] = gold[at][name]
            elif random.random() < 0.1:
                extracted[at][name] += 100
    return truth, gold, extracted


def once(world: World, seed: int) -> tuple[bool, float, float]:
    """Review everything that differs and a drawn part of the rest; return whether the interval of the mean F1 holds the
    truth, its length, and by how much the value is off."""
    random = Random(f"{world.name} {seed}")
    truth, gold, extracted = drawn(world, random)
    run = evaluate(gold, extracted, SCHEMA)
    cards = plan_cards({"v": run}, ReviewPlan(audit=world.audit, overlap=0, seed=random.randrange(10**9)))
    outcome = find_outcome(cards, read_opinions(_events(cards, truth)))
    changes = correct_gold(gold, cards, outcome).changes
    found = correct_figures(run, "v", gold, cards, outcome, changes, _rescorer(extracted)).mean_f1
    true = evaluate(truth, extracted, SCHEMA).mean_f1
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert true is not None
    return found.low - 1e-12 <= true <= found.high + 1e-12, found.high - found.low, found.value - true


def _rescorer(extracted: Sequence[Any]) -> Callable[[Sequence[Any]], RunResult]:
    return lambda gold: evaluate(gold, extracted, SCHEMA)


def _events(cards: Sequence[ReviewCard], truth: Sequence[Any]) -> list[OpinionEvent]:
    return [
        OpinionEvent(number, f"{number} {place}", "answer", "ann", _MOMENT, number, place, _answer(card, at, truth))
        for number, card in enumerate(cards)
        for place, at in enumerate(card.places)
    ]


def _answer(card: ReviewCard, at: CardPlace, truth: Sequence[Any]) -> Answer:
    assert at.gold_path is not None
    true = value_at(truth[at.record], at.gold_path)
    if strict_equal(true, card.gold):
        return Answer("gold_right")
    return Answer("extracted_right") if strict_equal(true, card.extracted) else Answer("gold_wrong", true)


def measured(world: World, sims: int) -> dict[str, Any]:
    """Count how often the interval holds the truth; more simulations begin with the same ones."""
    every = [once(world, seed) for seed in range(sims)]
    lengths = sorted(length for _, length, _ in every)
    return {
        "world": world.name, "records": world.records, "sims": sims, "cover": sum(held for held, *_ in every),
        "length": lengths[sims // 2], "off": sum(off for *_, off in every) / sims,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a row for each kind of data."""
    lines = ["| data | records | interval holds the truth | median length | off on average |", "|---|---|---|---|---|"]
    for row in rows:
        share, length, off = row["cover"] / row["sims"], 100 * row["length"], 100 * row["off"]
        lines.append(f"| {row['world']} | {row['records']} | {100 * share:.1f}% | {length:.1f} | {off:+.2f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts beside those of the calibration")
    options = parser.parse_args()
    rows = [measured(world, options.sims) for world in WORLDS]
    print(table(rows), end="")
    keep_beside_others(options.write, "review", rows)


if __name__ == "__main__":
    main()
