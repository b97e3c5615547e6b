"""Measure one scorer in this Python: python one.py NAME GOLD EXTRACTED SCHEMA RECORDS, which prints JSON.

It imports nothing but the scorer, so that scorers whose packages exclude each other can live in Pythons of their own.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Score = Callable[[Record, Record], float]
ROWS = [{"sku": f"S-{place}", "quantity": place} for place in range(60)]
TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
ROW = {"type": "object", "properties": {"sku": TEXT, "quantity": WHOLE}}
HUNGARIAN = {"match_by": "hungarian"}


def _of(**properties: Record) -> Record:
    return {"type": "object", "properties": properties}


def _rows() -> Record:
    return _of(rows={"type": "array", "x-eval-align": HUNGARIAN, "items": ROW})


PROBES: dict[str, tuple[Record, Record, Record, Callable[[float], bool]]] = {
    "pairs 60 shuffled items": (
        _rows(), {"rows": ROWS}, {"rows": random.Random(1).sample(ROWS, 60)}, lambda score: score == 1
    ),
    "tells true from 1": (_of(a=WHOLE), {"a": 1}, {"a": True}, lambda score: score < 1),
    "counts an invented key": (_of(a=TEXT), {"a": "x"}, {"a": "x", "b": "y"}, lambda score: score < 1),
    "takes a list for text as wrong": (_of(a=TEXT), {"a": "x"}, {"a": ["x"]}, lambda score: score < 1),
    "notices that one of 3 equal rows is lost": (
        _rows(), {"rows": ROWS[:1] * 3}, {"rows": ROWS[:1] * 2}, lambda score: score < 1
    ),
    "gives nothing for nothing": (_of(a=TEXT, b=WHOLE), {"a": "x", "b": 1}, {}, lambda score: score == 0),
}  # fmt: skip


def lines(path: str, count: int) -> list[Record]:
    with Path(path).open(encoding="utf-8") as stream:
        return [json.loads(line) for line in itertools.islice(stream, count)]


def evaljson_(schema: Record) -> Score:
    import evaljson

    return lambda gold, extracted: evaljson.evaluate([gold], [extracted], schema).pooled_f1 or 0.0


def stickler(schema: Record) -> Score:
    from stickler import StructuredModel

    model = StructuredModel.from_json_schema(_exactly(schema))

    def score(gold: Record, extracted: Record) -> float:
        found = model(**gold).compare_with(model(**extracted), include_confusion_matrix=True)
        return float(found["overall_score"])

    return score


def _exactly(schema: Record) -> Record:
    """The schema with an exact comparison of every leaf, and nothing of others."""
    copied = {key: value for key, value in schema.items() if not key.startswith("x-eval-")}
    if "properties" in copied:
        copied["properties"] = {key: _exactly(value) for key, value in copied["properties"].items()}
    elif "items" in copied:
        copied["items"] = _exactly(copied["items"])
    else:
        copied["x-aws-stickler-comparator"] = "ExactComparator"
    return copied


def anls_star(schema: Record) -> Score:
    from anls_star import anls_score

    return lambda gold, extracted: float(anls_score(gold, extracted))


def deepdiff(schema: Record) -> Score:
    from deepdiff import DeepDiff

    def score(gold: Record, extracted: Record) -> float:
        return 1 - float(DeepDiff(gold, extracted, ignore_order=True, get_deep_distance=True).get("deep_distance", 0))

    return score


def autoevals(schema: Record) -> Score:
    from autoevals.json import JSONDiff

    scorer = JSONDiff()
    return lambda gold, extracted: float(scorer.eval(extracted, gold).score or 0)


def _alone(of: Callable[[Record], Score]) -> Callable[[str, str, Record, int], float]:
    """Read both files and score record by record: the mean."""

    def run(gold: str, extracted: str, schema: Record, count: int) -> float:
        score = of(schema)
        pairs = zip(lines(gold, count), lines(extracted, count), strict=True)
        return sum(score(*pair) for pair in pairs) / count

    return run


def _at_once(gold: str, extracted: str, schema: Record, count: int) -> float:
    import evaljson
    from evaljson.load import read_records

    sides = (read_records(path).records for path in (gold, extracted))
    run = evaljson.evaluate(*sides, schema)
    assert run.total_records == count
    return run.pooled_f1 or 0.0


def _loads(gold: str, extracted: str, schema: Record, count: int) -> float:
    return float(len(lines(gold, count)) == len(lines(extracted, count)))


SCORERS: dict[str, tuple[str | None, Callable[[Record], Score]]] = {
    "evaljson": ("evaljson", evaljson_),
    "stickler-eval": ("stickler-eval", stickler),
    "deepdiff": ("deepdiff", deepdiff),
    "autoevals": ("autoevals", autoevals),
    "anls-star": ("anls-star", anls_star),
}
RUNS = {name: _alone(of) for name, (_, of) in SCORERS.items()} | {"evaljson": _at_once, "json.loads": _loads}


def probed(of: Callable[[Record], Score]) -> dict[str, str]:
    """What each probe came to: yes, no, or the name of what was raised."""
    found = {}
    for name, (schema, gold, extracted, is_right) in PROBES.items():
        try:
            found[name] = "yes" if is_right(of(schema)(gold, extracted)) else "no"
        except Exception as error:
            found[name] = f"raises {type(error).__name__}"
    return found


def main() -> None:
    name, gold, extracted, schema, count = sys.argv[1:]
    package, of = SCORERS.get(name, (None, None))
    try:
        version = importlib.metadata.version(package) if package else ""
    except importlib.metadata.PackageNotFoundError:
        print("null")
        return
    run, parsed = RUNS[name], json.loads(Path(schema).read_text(encoding="utf-8"))
    run(gold, extracted, parsed, int(count))
    start = time.process_time()
    run(gold, extracted, parsed, int(count))
    seconds = time.process_time() - start
    print(json.dumps({"version": version, "seconds": seconds, "probes": probed(of) if of else {}}))


if __name__ == "__main__":
    main()
