"""What struct_extract_eval's names over the engine cost beside evaljson's own, on the same records."""

from __future__ import annotations

from pathlib import Path

import evaljson
from benchmarks.data import schema, write
from benchmarks.measure import cpu
from evaljson.compat import struct_extract_eval
from evaljson.load import read_records

ALIGNMENTS = {"hungarian": {"match_by": "hungarian"}, "ordered": {"ordered": True}}


def bench_compat(folder: Path, quick: bool) -> None:
    count = 200 if quick else 2000
    gold, extracted = (read_records(path).records for path in write(folder, count, 8))
    print(f"\ncompat: {count} records, 8 line items, scored by evaljson and by evaljson.compat.struct_extract_eval")
    for name, align in ALIGNMENTS.items():
        eval_schema = evaljson.annotate_xeval(schema(align))
        ours, same, by_path = cpu(
            lambda chosen=eval_schema: evaljson.evaluate(gold, extracted, chosen),
            lambda chosen=eval_schema: struct_extract_eval.evaluate(gold, extracted, chosen),
            lambda chosen=eval_schema: struct_extract_eval.evaluate(gold, extracted, chosen).per_field,
        )
        print(f"{name:12}{count / ours:10,.0f} records/s, ratio {same / ours:.2f}, with per_field {by_path / ours:.2f}")
