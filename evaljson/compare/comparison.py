"""Holds the result of comparing two runs, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from evaljson.compare.coverage import Coverage
from evaljson.compare.equal_documents import EqualDocuments
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.looks import LookNow
from evaljson.compare.repeats import Spread
from evaljson.compare.verdict import Verdict
from evaljson.load.loaded_records import RecordId
from evaljson.results.clusters import Clustering

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """One record on both sides; of repeated runs, means."""

    record_id: RecordId | None
    position: int | None
    """In gold; None for one that gold lacks."""
    a: float
    """F1."""
    b: float
    difference: float


@dataclass(frozen=True)
class Comparison:
    """B compared with A, over the records that both scored."""

    names: tuple[str, str]
    figure: str
    """The figure of the verdict; one of `figures`."""
    verdict: Verdict
    """Whether B is better, worse, or no difference can be detected; by `p_adjusted`."""
    p_adjusted: float | None
    """The p of the figure of the verdict, adjusted by Holm for `together` comparisons."""
    together: int
    """How many comparisons the verdict is adjusted for: with a baseline of several variants, all pairs of them."""
    tested_fields: int
    """How many tests of fields of the eval schema their verdicts are adjusted for, over all variants of a baseline."""
    tested_keys: int
    """The same of keys that the eval schema lacks, which are a family of their own."""
    sentence: str
    """The verdict in words, to copy and paste."""
    figures: Mapping[str, Estimate]
    """By name: f1, precision and recall as means over records, and pooled. Only that of the verdict has one."""
    fields: tuple[FieldComparison, ...]
    """Regressions first, then improvements, then the rest."""
    coverage: Coverage
    notes: tuple[str, ...]
    """What a reader should know before believing the verdict; the warnings of the coverage first."""
    run_notes: tuple[str, ...] = field(repr=False)
    """Those of the notes that do not depend on any verdict."""
    records: tuple[RecordDifference, ...]
    """In gold's order."""
    spread: Mapping[str, tuple[Spread, ...]]
    """By name of a side that was run several times, its figures over the repeats."""
    clusters: Clustering | None
    """The clusters that were swapped whole; None where each record counts by itself."""
    copies: EqualDocuments
    """Records that look like copies of one document and are not of one cluster."""
    confidence: float
    look: LookNow | None
    """If the same is compared several times while records are added: which look this is."""
    resamples: int
    seed: int
    signature: Mapping[str, Any] = field(repr=False)
    """What the numbers depend on: the signatures of the runs, and how they were compared."""

    @property
    def estimate(self) -> Estimate:
        """The figure of the verdict."""
        return self.figures[self.figure]

    @property
    def interval_confidence(self) -> float:
        """The confidence of each interval by itself: higher at a planned look, so that all looks together hold."""
        return self.confidence if self.look is None else self.look.confidence

    @property
    def is_at_any_time(self) -> bool:
        """Whether its intervals hold however often one looks."""
        return self.look is not None and self.look.any_time

    @property
    def counted_clusters(self) -> int | None:
        """The clusters that count in place of records; None where each record counts by itself."""
        about = self.clusters
        return None if about is None or about.clusters == self.coverage.compared else about.clusters

    @property
    def worse(self) -> tuple[FieldComparison, ...]:
        """Fields that got worse beyond chance, adjusted for all fields."""
        return tuple(field for field in self.fields if field.verdict == "worse")

    @property
    def better(self) -> tuple[FieldComparison, ...]:
        """Fields that got better beyond chance, adjusted for all fields."""
        return tuple(field for field in self.fields if field.verdict == "better")

    def to_frame(self) -> pd.DataFrame:
        """Return one row per field, in the order of `fields`, with its attributes and `missing`; undefined is NaN or
        None."""
        import pandas as pd

        columns = [*FieldComparison.__slots__, "missing"]
        return pd.DataFrame([_as_data(field) for field in self.fields], columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON; undefined is None."""
        estimates = {name: asdict(estimate) for name, estimate in self.figures.items()}
        return {
            "names": list(self.names),
            "figure": self.figure,
            "verdict": self.verdict,
            "p_adjusted": self.p_adjusted,
            "together": self.together,
            "tested_fields": self.tested_fields,
            "tested_keys": self.tested_keys,
            "sentence": self.sentence,
            "figures": estimates,
            "fields": [_as_data(field) for field in self.fields],
            "coverage": asdict(self.coverage),
            "notes": list(self.notes),
            "records": [asdict(record) for record in self.records],
            "spread": {name: [asdict(spread) for spread in spreads] for name, spreads in self.spread.items()},
            "clusters": None if self.clusters is None else asdict(self.clusters),
            "copies": asdict(self.copies),
            "confidence": self.confidence,
            "look": None if self.look is None else asdict(self.look),
            "resamples": self.resamples,
            "seed": self.seed,
            "signature": dict(self.signature),
        }


def _as_data(field: FieldComparison) -> dict[str, Any]:
    return asdict(field) | {"missing": field.missing}
