"""What a person has open: gold, variants, the eval schema, and the runs so far."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.report.records.id_keys import likely_id
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, annotate_xeval, infer_schema, parse_eval_schema, resolve_schema_references
from evaljson.store import Evaluation
from evaljson.workspace.outcome import Failure
from evaljson.workspace.scoring_options import policy_of

Tell = Callable[[float, str], None]
"""Takes how far the work is (0..1) and what is done now."""


@dataclass(frozen=True)
class OpenEvaluation:
    """An evaluation of the store as it was when it was read: a change is made there, and gives a new one."""

    id: str
    name: str
    revision: int
    gold: LoadedRecords
    """Empty as long as there is none."""
    variants: Mapping[str, LoadedRecords]
    schema: Mapping[str, Any]
    stored: Evaluation
    """Names, ids, who and when."""
    runs: Mapping[str, RunResult]
    """By variant, what could be scored; each is read when it is looked at."""
    run_ids: Mapping[str, str]
    failures: Mapping[str, Failure]
    """By variant, why it could not be scored."""
    outdated: Collection[str] = ()
    """Variants whose run is of an earlier schema, gold or file: they wait to be scored again."""
    is_earlier: bool = False
    """Whether these are the runs under an earlier version of the schema: nothing may be changed through them."""

    @property
    def is_sample(self) -> bool:
        """Whether it came with the package."""
        return self.stored.is_sample

    @property
    def missing_policy(self) -> MissingPolicy:
        """What happens with gold records that have no extracted record to compare."""
        return policy_of(self.stored.settings)

    @property
    def exclude_unreadable(self) -> bool:
        """Whether gold records are left out, variant by variant, whose extracted one cannot be read."""
        return self.missing_policy.excludes_unreadable

    @cached_property
    def tree(self) -> SchemaNode:
        """The parsed schema."""
        return parse_eval_schema(self.schema)

    def run_key(self, variant: str) -> str:
        """Same key, same run."""
        return self.run_ids[variant]


@dataclass(frozen=True)
class DataDraft:
    """Files that are being put together and are not scored yet."""

    gold: LoadedRecords | None = None
    variants: Mapping[str, LoadedRecords] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """None: it is inferred from gold."""
    id_key: str | None = None
    """None: the likely one."""
    by_position: bool = False
    exclude_unreadable: bool = False
    exclude_missing: bool = False

    def with_variant(self, loaded: LoadedRecords) -> DataDraft:
        """With one more variant, named like its file; of two with one name, the second gets a number."""
        stem = variant_name(loaded)
        names = [stem, *(f"{stem} ({i})" for i in range(2, len(self.variants) + 2))]
        name = next(name for name in names if name not in self.variants)
        return replace(self, variants={**self.variants, name: loaded})

    def without_variant(self, name: str) -> DataDraft:
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

    @property
    def title(self) -> str:
        """What the evaluation is called if nobody says otherwise."""
        return f"My data: {self.gold.name}" if self.gold is not None else "New evaluation"


def variant_name(loaded: LoadedRecords) -> str:
    """What a variant is called like its file."""
    return (loaded.name.removesuffix(".gz").rsplit(".", 1)[0] or loaded.name)[:190]


def draft_of(evaluation: OpenEvaluation) -> DataDraft:
    """The files of an evaluation, to be changed."""
    id_key = evaluation.schema.get("x-eval-id")
    unread, missing = evaluation.exclude_unreadable, evaluation.missing_policy.excludes_missing
    return DataDraft(evaluation.gold, evaluation.variants, evaluation.schema, id_key, id_key is None, unread, missing)


def read_schema(value: Any) -> dict[str, Any]:
    """A schema that somebody hands in, references resolved and checked. Raises SchemaError."""
    resolved = annotate_xeval(resolve_schema_references(value))
    parse_eval_schema(resolved)
    return resolved
