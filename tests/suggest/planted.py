"""What was planted in a set, which suggestions would be right about it, and how many real errors a schema forgives."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evaljson import RunResult, annotate_xeval, evaluate, infer_schema
from evaljson.base.paths import above, is_below
from evaljson.load import read_records
from evaljson.suggest import Suggestions, suggest_from

ROOT = Path(__file__).parents[2]
PLACES = Counter[tuple[str, str, str]]
"""(record or "", schema path, kind) -> differences."""

HARMLESS: Mapping[str, frozenset[str]] = {
    kind: frozenset(right.split())
    for kind, right in {
        "upper_or_lower": "case", "case_only": "case",
        "accents_lost": "accents synonyms", "accent_only": "accents synonyms",
        "whitespace_added": "whitespace", "whitespace_only": "whitespace",
        "date_in_other_format": "date", "date_format_only": "date",
        "number_as_text": "amount quantity", "percent_as_text": "quantity", "number_format": "amount",
        "unit_in_english": "synonyms", "unit_spelled_out": "synonyms", "country_name": "synonyms",
        "currency_symbol": "synonyms", "synonym": "synonyms", "unit": "quantity synonyms",
        "spaced_out": "spaces", "number_before_street": "word_order", "number_for_text": "number_for_text",
        "null_for_absent": "nulls", "absent_for_null": "nulls", "empty_text_for_null": "nulls",
        "items_in_other_order": "hungarian key", "reordered": "hungarian key",
        "always_different": "skip", "paraphrase": "semantic",
    }.items()
}  # fmt: skip
"""Kinds of differences that cost nothing, with the kinds of suggestions that say so; all others are real errors."""


@dataclass(frozen=True)
class Planted:
    """A set with what was planted in it."""

    gold: list[dict[str, Any]]
    extracted: dict[str, list[Any]]
    runs: dict[str, RunResult]
    """Scored once, under the schema before any suggestion: what they are found in."""
    differences: dict[str, PLACES]
    """By variant."""
    found: Suggestions

    def kinds(self) -> Counter[tuple[str, str]]:
        """(schema path, kind) -> differences over all variants."""
        counts: Counter[tuple[str, str]] = Counter()
        for places in self.differences.values():
            for (_, path, kind), count in places.items():
                counts[path, kind] += count
        return counts

    def missed(self) -> list[tuple[str, str]]:
        """Harmless kinds at a path for which nothing right is suggested there."""
        there = {(one.path, kind) for one in self.found for kind in (one.kind, *one.also)}
        around = {one.path for one in self.found if one.kind == "nulls"}
        there |= {(path, "nulls") for path, _ in self.kinds() if not around.isdisjoint(above(path))}
        return [(path, kind) for path, kind in self.kinds() if kind in HARMLESS
                and not there & {(path, right) for right in HARMLESS[kind]}]  # fmt: skip

    def wrong(self) -> list[tuple[str, str]]:
        """Suggestions that nothing harmless at their path speaks for."""
        right = {(path, right_kind) for path, kind in self.kinds() for right_kind in HARMLESS.get(kind, ())}
        return [
            (suggestion.path, suggestion.kind)
            for suggestion in self.found
            if (suggestion.path, suggestion.kind) not in right
        ]

    def under(self, schema: Mapping[str, Any]) -> dict[str, RunResult]:
        """The variants scored under another schema."""
        return {name: evaluate(self.gold, records, schema) for name, records in self.extracted.items()}

    def forgiven(self, runs: Mapping[str, RunResult]) -> tuple[int, int]:
        """How many of the planted real errors are no longer wrong in runs, and how many there are."""
        n_forgiven = real = 0
        for name, places in self.differences.items():
            wrong = wrong_results(runs[name])
            for (record, path), count in real_errors(places).items():
                real += count
                still = sum(
                    n for (record_id, at), n in wrong.items() if record in ("", record_id) and is_below(at, path)
                )
                n_forgiven += max(count - still, 0)
        return n_forgiven, real


def real_errors(places: PLACES) -> Counter[tuple[str, str]]:
    errors: Counter[tuple[str, str]] = Counter()
    for (record, path, kind), count in places.items():
        if kind not in HARMLESS:
            errors[record, path] += count
    return errors


def wrong_results(run: RunResult) -> Counter[tuple[Any, str]]:
    frame = run.to_frame()
    wrong = frame[frame["status"].isin(["mismatch", "omission", "hallucination"])]
    return Counter(zip(wrong["record_id"], wrong["field"], strict=True))


def invoices() -> Planted:
    """The bundled invoices without their reviewed schema; what was planted where comes from the generator itself."""
    folder = ROOT / "sample_data" / "invoices"
    gold: list[Any] = list(read_records(folder / "gold.jsonl").records)
    names = ("prompt_a", "prompt_b", "prompt_c")
    extracted = {name: read_records(folder / f"{name}.jsonl", kind="extracted").records for name in names}
    places = dict(zip(names, map(_claims, names), strict=True))
    return _planted(gold, extracted, places, annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"})


def _claims(name: str) -> PLACES:
    """What the generator plants, place by place: the ledger beside the data has only the sums."""
    places: PLACES = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "sample_data")
        modules = {part: importlib.import_module(f"generator.{part}") for part in ("draft", "invoices")}
        plain = modules["draft"].Draft.count

        def noted(draft: Any, path: str, kind: str, differences: int = 1) -> None:
            places[draft.gold["id"], path, kind] += differences
            plain(draft, path, kind, differences)

        patch.setattr(modules["draft"].Draft, "count", noted)
        gold = [json.loads(line) for line in (ROOT / "sample_data/invoices/gold.jsonl").read_text("utf-8").splitlines()]
        modules["invoices"]._variant(name, gold)
    return places


def postings() -> Planted:
    """The second planted set, under its own schema; nothing is tuned to it."""
    folder = ROOT / "tests" / "planted"
    gold: list[Any] = list(read_records(folder / "gold.jsonl").records)
    sums = json.loads((folder / "planted.json").read_text("utf-8"))
    extracted = {name: read_records(folder / f"{name}.jsonl", kind="extracted").records for name in sums}
    places = {name: Counter(dict(_sums(claimed["by_path"]))) for name, claimed in sums.items()}
    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    return _planted(gold, extracted, places, schema)


def _planted(
    gold: list[Any], extracted: dict[str, list[Any]], places: dict[str, PLACES], schema: dict[str, Any]
) -> Planted:
    runs = {name: evaluate(gold, records, schema) for name, records in extracted.items()}
    return Planted(gold, extracted, runs, places, suggest_from(runs, schema))


def _sums(by_path: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[tuple[str, str, str], int]]:
    for path, kinds in by_path.items():
        yield from ((("", path, kind), count) for kind, count in kinds.items())
