"""What a person has open: gold, variants, the eval schema, and the runs so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.report.id_keys import likely_id
from evaljson.results.model import RunResult
from evaljson.results.run import evaluate
from evaljson.results.signature import content_hash
from evaljson.schema import SchemaNode, annotate_xeval, infer_schema, parse_eval_schema, resolve_schema_references


@dataclass(frozen=True, slots=True)
class Failure:
    """A variant that could not be scored, and why."""

    message: str
    path: str


Outcome = RunResult | Failure
Tell = Callable[[float, str], None]
"""Takes how far the work is (0..1) and what is done now."""


@dataclass(frozen=True)
class Evaluation:
    """Immutable: a change gives a new one."""

    name: str
    gold: LoadedRecords
    variants: Mapping[str, LoadedRecords]
    schema: Mapping[str, Any]
    is_sample: bool = False
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    """What scoring gave, by variant."""

    @property
    def runs(self) -> dict[str, RunResult]:
        """The variants that could be scored."""
        return {name: found for name, found in self.outcomes.items() if isinstance(found, RunResult)}

    @property
    def failures(self) -> dict[str, Failure]:
        """The variants that could not."""
        return {name: found for name, found in self.outcomes.items() if isinstance(found, Failure)}

    @property
    def tree(self) -> SchemaNode:
        """The parsed schema."""
        return parse_eval_schema(self.schema)

    def run_key(self, variant: str) -> str:
        """Same key, same run: hashes of gold, variant and schema."""
        return "-".join((self.gold.sha256, self.variants[variant].sha256, content_hash(self.schema)))


def scored(evaluation: Evaluation, known: Evaluation | None = None, tell: Tell | None = None) -> Evaluation:
    """The evaluation with an outcome for every variant; runs that `known` has with the same key are taken over."""
    have = {known.run_key(name): run for name, run in known.runs.items()} if known else {}
    outcomes: dict[str, Outcome] = {}
    for done, name in enumerate(evaluation.variants):
        if tell:
            tell(done / len(evaluation.variants), f"Scoring {name} ({done + 1} of {len(evaluation.variants)})")
        outcomes[name] = have.get(evaluation.run_key(name)) or _score(evaluation, name)
    return replace(evaluation, outcomes=outcomes)


def _score(evaluation: Evaluation, name: str) -> Outcome:
    gold: list[Any] = evaluation.gold.records
    try:
        return evaluate(gold, evaluation.variants[name].records, evaluation.schema)
    except EvaljsonError as error:
        return Failure(getattr(error, "problem", str(error)), getattr(error, "path", ""))


@dataclass(frozen=True)
class Draft:
    """Files that are being put together and are not scored yet."""

    gold: LoadedRecords | None = None
    variants: Mapping[str, LoadedRecords] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """None: it is inferred from gold."""
    id_key: str | None = None
    """None: the likely one."""
    by_position: bool = False

    def with_variant(self, loaded: LoadedRecords) -> Draft:
        """With one more variant, named like its file; of two with one name, the second gets a number."""
        stem = loaded.name.removesuffix(".gz").rsplit(".", 1)[0] or loaded.name
        names = [stem, *(f"{stem} ({i})" for i in range(2, len(self.variants) + 2))]
        name = next(name for name in names if name not in self.variants)
        return replace(self, variants={**self.variants, name: loaded})

    def without_variant(self, name: str) -> Draft:
        """Without one of them."""
        return replace(self, variants={own: loaded for own, loaded in self.variants.items() if own != name})

    def id_in_force(self) -> str | None:
        """The key that pairs the records; None: by position."""
        if self.gold is None or self.by_position:
            return None
        if self.id_key is not None:
            return self.id_key
        declared = (self.schema or {}).get("x-eval-id")
        gold: list[Any] = self.gold.records
        return declared if isinstance(declared, str) else likely_id(gold, [v.records for v in self.variants.values()])

    def eval_schema(self) -> dict[str, Any]:
        """The schema to score with. Raises SchemaError or InputError where gold or the given schema has none."""
        gold: list[Any] = self.gold.records if self.gold else []
        schema = dict(annotate_xeval(infer_schema(gold) if self.schema is None else self.schema))
        schema.pop("x-eval-id", None)
        id_key = self.id_in_force()
        return {**schema, "x-eval-id": id_key} if id_key is not None else schema

    def evaluation(self) -> Evaluation:
        """Ready to be scored. Raises as `eval_schema`."""
        if self.gold is None:
            raise ValueError("there is no gold yet")
        return Evaluation(f"My data: {self.gold.name}", self.gold, self.variants, self.eval_schema())


def draft_of(evaluation: Evaluation) -> Draft:
    """The files of an evaluation, to be changed."""
    id_key = evaluation.schema.get("x-eval-id")
    return Draft(evaluation.gold, evaluation.variants, evaluation.schema, id_key, id_key is None)


def read_schema(value: Any) -> dict[str, Any]:
    """A schema that somebody hands in, references resolved and checked. Raises SchemaError."""
    resolved = annotate_xeval(resolve_schema_references(value))
    parse_eval_schema(resolved)
    return resolved
