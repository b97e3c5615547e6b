"""Writes the planted set, the same bytes every time: `python tests/planted/generate.py [--out FOLDER]`."""

from __future__ import annotations

import argparse
import copy
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from differences import ABSENT, KINDS, NOT_HERE
from postings import SEED, Record, posting

HERE = Path(__file__).parent
COUNT = 60
VARIANTS = ("model_one", "model_two")
PLAN: list[Record] = json.loads((HERE / "plan.json").read_text(encoding="utf-8"))
SEES_EMPTY = {"null_for_absent", "absent_for_null"}


def main() -> None:
    """Write gold, both variants and planted.json to --out."""
    parser = argparse.ArgumentParser(description="Write the planted set.")
    parser.add_argument("--out", type=Path, default=HERE, help="folder to write to (default: here)")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    gold = [posting(number) for number in range(1, COUNT + 1)]
    write(out / "gold.jsonl", map(line, gold))
    planted = {}
    for variant in VARIANTS:
        extracted, planted[variant] = plant(variant, gold)
        write(out / f"{variant}.jsonl", map(line, extracted))
    write(out / "planted.json", [json.dumps(planted, indent=2)])


def plant(variant: str, gold: list[Record]) -> tuple[list[Record], Record]:
    """Extracted records in the order of gold, and the counts by kind and by path.

    Raises ValueError where too few records can take a difference: the plan is met exactly or not at all.
    """
    extracted = copy.deepcopy(gold)
    by_kind: dict[str, int] = {}
    by_path: dict[str, dict[str, int]] = {}
    taken: set[tuple[int, str]] = set()
    for entry in PLAN:
        path, kind, wanted = entry["path"], entry["kind"], entry[variant]
        rng = random.Random(f"{SEED}/{variant}/{path}/{kind}")
        done = 0
        for index in rng.sample(range(COUNT), COUNT):
            if done < wanted and (index, path) not in taken and damage(extracted[index], path, kind, rng):
                taken.add((index, path))
                done += 1
        if done < wanted:
            raise ValueError(f"{path} ({kind}): {done} records fit; lower {variant} to that in plan.json")
        by_kind[kind] = by_kind.get(kind, 0) + wanted
        by_path.setdefault(path, {})[kind] = wanted
    return extracted, {
        "differences": sum(by_kind.values()),
        "by_kind": dict(sorted(by_kind.items())),
        "by_path": by_path,
    }


def damage(record: Record, path: str, kind: str, rng: random.Random) -> bool:
    """Replaces the value at the path; False where the kind does not fit it."""
    holder, _, key = path.rpartition(".")
    node = record[holder] if holder else record
    value: Any = node.get(key, ABSENT)
    if (value is None or value is ABSENT) and kind not in SEES_EMPTY:
        return False
    wrong = KINDS[kind](value, rng, path)
    if wrong is NOT_HERE or wrong == value:
        return False
    if wrong is ABSENT:
        del node[key]
    else:
        node[key] = wrong
    return True


def line(record: Record) -> str:
    """Compact JSON on one line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def write(path: Path, lines: Iterable[str]) -> None:
    """Writes bytes, since text mode would turn line ends into CRLF on Windows."""
    path.write_bytes("".join(f"{each}\n" for each in lines).encode("utf-8"))


if __name__ == "__main__":
    main()
