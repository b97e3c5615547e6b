"""What it costs to look at how arrays pair, against one scoring: many arrays, each with its elements out of order."""

from __future__ import annotations

from pathlib import Path

import evaljson
from benchmarks.measure import cpu
from benchmarks.suggestions import wide_set
from benchmarks.targets import PAIRING
from evaljson.report.fields.alignment_gain import paired_plainly, pairing_gains


def bench_pairing(folder: Path, quick: bool) -> None:
    arrays, fields, records = (30, 50, 20) if quick else (300, 500, 200)
    schema, gold, [extracted, _] = wide_set(arrays, fields, records)
    tree = evaljson.parse_eval_schema(schema)
    assert len(paired_plainly(tree)) == arrays
    run = evaljson.evaluate(gold, extracted, tree)
    score, look = cpu(lambda: evaljson.evaluate(gold, extracted, tree).per_field, lambda: pairing_gains(run, tree))
    print(f"\npairing: {arrays} arrays by position, {fields} fields, {records} records; better paired by content?")
    print(f"scoring {score:.2f} s, looking {look:.2f} s: {PAIRING.beside(look / score)}")
