"""Six systems on the 14 documents of DocuBench, each scored by its own schema, and a draw of results to check by hand.

Data: DocuPipe, DocuBench, CC BY 4.0. Strings compare by `exact` and numbers by `numeric`, the defaults by type, so that
two readers of the same values cannot judge them differently.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import evaljson
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.load import read_records

Node = dict[str, Any]

DATA = Path(__file__).parents[3] / "shared" / "data" / "docubench"
SYSTEMS = ["claude", "docupipe_high", "docupipe_standard", "extend", "gemini", "gpt"]
STATUSES = ["match", "mismatch", "omission", "hallucination", "skipped", "batch_error"]
SEED = 14
DRAWN = 20
"""Results that are drawn for each system."""


@dataclass(frozen=True)
class Found:
    """One field result, with the record that it is about."""

    document: str
    result: evaljson.FieldResult
    gold: Any
    """ABSENT where the document's gold has nothing there."""
    extracted: Any

    @property
    def stratum(self) -> tuple[int, bool]:
        return STATUSES.index(self.result.status), "[" in self.result.path


@cache
def documents() -> dict[str, Node]:
    """Gold by document."""
    return by_id(DATA / "gold.jsonl", "gold")


@cache
def extracted_by(system: str) -> dict[str, Node]:
    return by_id(DATA / f"extracted_{system}.jsonl", "extracted")


def by_id(path: Path, kind: Any) -> dict[str, Node]:
    read = read_records(path, kind=kind)
    assert read.n_refused == 0
    return {record["id"]: record for record in read.records}


@cache
def eval_schema(document: str) -> Node:
    """The document's own schema: every array of objects paired by Hungarian; null and "" are as good as nothing."""
    published = json.loads((DATA / "schemas" / f"{document}.json").read_text("utf-8"))
    schema = evaljson.annotate_xeval(evaljson.resolve_schema_references(published))
    align_freely(schema)
    return schema | {"x-eval-nulls": {"absent": [None, ""], "both_absent": "skip"}}


def alone(document: str) -> Node:
    """The eval schema for a set of this document only."""
    return eval_schema(document) | {"x-eval-id": "id"}


def align_freely(node: Node) -> None:
    """Change every array of objects at and below the node."""
    below = [*node.get("properties", {}).values(), *([node["items"]] if "items" in node else [])]
    if "items" in node and node["items"]["type"] == "object":
        node["x-eval-align"] = {"match_by": "hungarian"}
    for child in below:
        align_freely(child)


@cache
def run_of(system: str) -> evaljson.RunResult:
    """All documents in one call; records in the order of gold."""
    schemas = {document: eval_schema(document) for document in documents()}
    schema = {"type": "object", "x-eval-id": "id", "x-eval-by": "id", "x-eval-schemas": schemas}
    return evaljson.evaluate(list(documents().values()), list(extracted_by(system).values()), schema)


def drawn(system: str) -> list[Found]:
    """The results to look at: from each stratum in turn, in an order that the seed gives, until there are enough.

    A stratum is a status, inside of arrays or outside: most results are matches, and a plain draw would hardly
    show anything else. The order within one is that of a hash over seed, system, document and path.
    """
    strata: dict[tuple[int, bool], list[Found]] = {}
    for found in sorted(results(system), key=lambda found: ticket(system, found)):
        strata.setdefault(found.stratum, []).append(found)
    rounds = zip_longest(*(strata[key] for key in sorted(strata)))
    return [found for found in chain.from_iterable(rounds) if found is not None][:DRAWN]


def results(system: str) -> Iterator[Found]:
    for record in run_of(system).records:
        for result in record.field_results:
            there = ABSENT if result.extracted_path is None else value_at(record.extracted, result.extracted_path)
            yield Found(str(record.record_id), result, value_at(record.gold, result.path), there)


def ticket(system: str, found: Found) -> str:
    return sha256(f"{SEED}/{system}/{found.document}/{found.result.path}".encode()).hexdigest()


def as_row(system: str, found: Found) -> Mapping[str, Any]:
    """As the list of verdicts has it; a side without a value has no key."""
    result = found.result
    sides = {"gold": found.gold, "extracted": found.extracted}
    return {
        "system": system,
        "document": found.document,
        "path": result.path,
        "extracted_path": result.extracted_path,
        **{side: value for side, value in sides.items() if value is not ABSENT},
        "status": result.status,
        "score": result.score,
    }
