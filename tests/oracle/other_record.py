"""Which records hold another record's values: by looking at each two of them."""

from collections import Counter, defaultdict
from collections.abc import Hashable
from math import log

from evaljson import RunResult
from evaljson.report.fields.misplaced import comparable
from evaljson.report.patterns.says_something import says_something

Pair = tuple[str, Hashable]


def like_others(run: RunResult) -> dict[int, int]:
    """By place of a record the place of the one that it looks like."""
    every = run.table.in_order()
    gold: dict[int, set[Pair]] = defaultdict(set)
    right: dict[int, set[Pair]] = defaultdict(set)
    wrong: dict[int, set[Pair]] = defaultdict(set)
    counts: dict[int, Counter[bool]] = defaultdict(Counter)
    for record, field, result in zip(every.records, every.fields, every.results, strict=True):
        if result.status in ("match", "mismatch", "omission") and says_something(result.gold_compared):
            pair = field, comparable(result.gold_compared)
            gold[record].add(pair)
            if result.status == "match":
                right[record].add(pair)
        if result.status in ("mismatch", "hallucination") and says_something(result.extracted_compared):
            wrong[record].add((field, comparable(result.extracted_compared)))
        if result.status in ("match", "mismatch", "hallucination"):
            counts[record][result.status != "match"] += 1
    records = sum(one.gold is not None for one in run.records)
    has = Counter(pair for pairs in gold.values() for pair in pairs)
    found: dict[int, int] = {}
    for record in sorted(wrong):
        if counts[record][True] < 3 or 4 * counts[record][True] < counts[record][False]:
            continue
        telling = {pair for pair in wrong[record] if has[pair] <= 5}
        own_right = {pair for pair in right[record] if has[pair] <= 5}
        own = len(own_right) + len(telling & gold[record])
        fits = []
        for other in sorted(gold):
            shared = telling & gold[other]
            rarity = sum(-log(has[pair] / records) for pair in shared)
            if (
                other != record
                and len(shared) >= 3
                and 2 * len(shared) >= len(telling) + len(own_right)
                and 4 * own <= len(shared)
                and rarity >= -log(0.05 / records)
            ):
                fits.append((-round(rarity, 9), -len(shared), other))
        if fits:
            found[record] = min(fits)[2]
    return found
