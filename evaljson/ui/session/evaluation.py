"""The evaluation that is open: gold, variants, the eval schema and the runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.model import RunResult
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.store import Evaluation, Run
from evaljson.ui.session.server import LazyRuns
from evaljson.workspace.outcome import Failure
from evaljson.workspace.results_folders import is_of_folders
from evaljson.workspace.scoring_options import policy_of
from evaljson.workspace.stored_runs import failure_of


@dataclass(frozen=True)
class OpenEvaluation:
    """An evaluation of the store as it was when it was read; a change is made in the store and read again."""

    id: str
    name: str
    revision: int
    gold: LoadedRecords
    """Empty as long as there is none."""
    variants: Mapping[str, LoadedRecords]
    schema: Mapping[str, Any]
    stored: Evaluation
    """Names, ids, who and when."""
    stored_runs: Mapping[str, Run]
    """By variant, its current run, else its last one."""
    outdated: Collection[str] = ()
    """Variants whose run is of an earlier schema, gold or file, or that have none: they are to be scored."""
    is_earlier: bool = False
    """Whether these are the runs under an earlier version of the schema, or results in folders: nothing may be changed
    through them."""

    @cached_property
    def runs(self) -> Mapping[str, RunResult]:
        """By variant, what could be scored; each is read at its first use."""
        return LazyRuns({name: run for name, run in self.stored_runs.items() if name not in self.failures})

    @cached_property
    def failures(self) -> Mapping[str, Failure]:
        """By variant, why it could not be scored."""
        failed = ((name, failure_of(run)) for name, run in self.stored_runs.items())
        return {name: failure for name, failure in failed if failure is not None}

    @property
    def run_ids(self) -> dict[str, str]:
        """By variant, the id of its run."""
        return {name: run.id for name, run in self.stored_runs.items()}

    @property
    def is_of_folders(self) -> bool:
        """Whether results and records are in folders that `evaljson score --stream` wrote."""
        return is_of_folders(self.stored.settings)

    @property
    def is_sample(self) -> bool:
        """Whether it came with the package."""
        return self.stored.is_sample

    @property
    def missing_policy(self) -> MissingPolicy:
        """What happens with gold records that have no extracted record to compare."""
        return policy_of(self.stored.settings, self.stored.gold)

    @cached_property
    def tree(self) -> SchemaNode:
        """The parsed schema."""
        return parse_eval_schema(self.schema)

    def run_key(self, variant: str) -> str:
        """Return a key for cached values: same key, same run."""
        return self.stored_runs[variant].id

    def scored_run(self, variant: str) -> Run | None:
        """Return what the store says of a run (figures, when, schema version), without reading its results.

        None where the variant is not scored, or could not be.
        """
        return None if variant in self.failures else self.stored_runs.get(variant)
