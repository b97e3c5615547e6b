"""The result of a run: frozen, with field results that are built when someone looks at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from evaljson.base.arrays import Floats, Ints
from evaljson.confidence.figures import BINS, RunConfidence, run_confidence
from evaljson.load.cut_reply import CutReply
from evaljson.load.loaded_records import RecordId
from evaljson.load.pairing import Unpaired
from evaljson.results.aggregate import totals
from evaljson.results.class_figures import MOST_CLASSES, ClassFigures, class_figures
from evaljson.results.clusters import ChosenClusters, Clustered, clusters_of, plain_value
from evaljson.results.field_result import FieldAggregation, RecordResult
from evaljson.results.fully_right import FullyRight, RightShare, fully_right, records_right
from evaljson.results.key_value import value_of
from evaljson.results.leaf_accuracy import LeafAccuracy, leaf_accuracy
from evaljson.results.protocol import NoResults, Results
from evaljson.results.subset import SubsetResults, checked_places
from evaljson.results.token_figures import RunTokens, token_figures
from evaljson.scoring.judging import JudgeUsage
from evaljson.scoring.problems import Problem
from evaljson.scoring.tallies import Tallies

if TYPE_CHECKING:
    import pandas as pd

    from evaljson.metrics import RunMetric
    from evaljson.schema.conform import Conformity
    from evaljson.schema.given import AnySchema


@dataclass(frozen=True, slots=True)
class StrayId:
    """The id of an extracted record that gold lacks."""

    record_id: RecordId | None


RecordKey = int | StrayId


def _without(key: str, records: Sequence[Any]) -> list[Any]:
    """Remove a key from the records; values that are not objects stay as they are."""
    return [
        {name: value for name, value in record.items() if name != key} if isinstance(record, Mapping) else record
        for record in records
    ]


@dataclass(frozen=True)
class RunResult:
    """The result of scoring one variant under one schema."""

    records: Sequence[RecordResult]
    mean_precision: float | None
    """Arithmetic mean over records; None for a run without records."""
    mean_recall: float | None
    mean_f1: float | None
    total_records: int
    """Records scored."""
    total_fields: int
    """Matches, mismatches, omissions and hallucinations."""
    total_omissions: int
    total_hallucinations: int
    total_batch_errors: int
    per_field: Mapping[str, FieldAggregation]
    """By schema path, in schema order; paths with at least one scored result."""
    pooled_precision: float | None = None
    """Over all fields of all records at once; None for an empty denominator."""
    pooled_recall: float | None = None
    pooled_f1: float | None = None
    total_matches: int = 0
    total_mismatches: int = 0
    total_skipped: int = 0
    missing: tuple[RecordId, ...] = ()
    """Gold records without an extracted one, whether counted as missing or left out."""
    strays: tuple[Unpaired, ...] = ()
    """Extracted records without gold; they are not scored, except for `invented_records`."""
    invented_records: tuple[RecordId, ...] = ()
    """Ids of the strays that count as invented: the last records of the run, which gold does not have."""
    duplicates: tuple[Unpaired, ...] = ()
    """Extracted records with the id of an earlier one; the first one counts."""
    paired_by: str = "position"
    """"id" or "position"."""
    id_field: str | None = None
    """The key with the id of a record, which is not scored; None where records have none."""
    cluster_field: str | None = None
    """x-eval-cluster: the key of gold that says which records belong together."""
    clusters: ChosenClusters | None = field(default=None, compare=False, repr=False)
    """Clusters of the records that were chosen in place of those of `cluster_field` (`evaljson.compare.with_clusters`),
    or whose values are kept beside gold."""
    problems: tuple[Problem, ...] = ()
    """Problems, and decisions made while scoring."""
    missing_records: str = "omit"
    """Whether missing records count as omitted ("omit") or are left out ("exclude")."""
    left_out: tuple[RecordId, ...] = ()
    """Gold records that were not scored because `leave_out` named them."""
    types: tuple[str | None, ...] | None = None
    """With x-eval-by, the document type of each record, None for those scored by the root's own schema."""
    positions: tuple[tuple[int, int | None], ...] = ()
    """For each record, its position in gold and that of its extracted record; None where it has none."""
    undeclared: tuple[str, ...] = ()
    """Schema paths of `per_field` that the eval schema lacks: keys that only extracted records have."""
    judged: JudgeUsage | None = field(default=None, compare=False)
    """How many questions a judge was asked, and their cost; None where no judge was asked."""
    cut_off: tuple[CutReply, ...] = field(default=(), compare=False)
    """Records whose reply ended early, where who read them says so (`evaljson.results.cut_off`)."""
    table: Results = field(default_factory=NoResults, repr=False, compare=False)
    """The columnar results behind it."""
    signer: Callable[[], Mapping[str, Any]] = field(default=dict, repr=False, compare=False)
    """Gives the signature, at the first look."""

    @cached_property
    def signature(self) -> Mapping[str, Any]:
        """Everything the numbers depend on: same signature, same numbers. The data is hashed at the first look."""
        return self.signer()

    @cached_property
    def chosen_clusters(self) -> ChosenClusters | None:
        """Which records belong together: as chosen, else by `cluster_field` in gold; None where nothing says so."""
        if self.clusters is not None or self.cluster_field is None:
            return self.clusters
        strays, known = frozenset(self.invented_records), dict[object, int]()
        values = (
            None if one.record_id in strays else plain_value(value_of(one.gold, self.cluster_field))
            for one in self.records
        )
        numbers = (None if value is None else known.setdefault(value, len(known)) for value in values)
        return ChosenClusters(self.cluster_field, tuple(numbers))

    @cached_property
    def clustered(self) -> Clustered | None:
        """The clusters that intervals go by; None where nothing says which records belong together."""
        chosen = self.chosen_clusters
        return None if chosen is None else clusters_of(chosen.key, chosen.of_records)

    @property
    def cluster_numbers(self) -> Ints | None:
        """Their numbers by record; None where each counts by itself."""
        return None if self.clustered is None else self.clustered.numbers

    @property
    def tallies(self) -> Tallies:
        """The counts and weighted sums behind the figures: additive, so they can be grouped and compared."""
        return self.table.tallies

    @cached_property
    def record_keys(self) -> tuple[RecordKey, ...]:
        """For each record what is the same in every run over this gold: its position in gold, or a stray's id."""
        invented = frozenset(self.invented_records)
        if not invented:
            return tuple(at for at, _ in self.positions)
        records = zip(self.records, self.positions, strict=True)
        return tuple(StrayId(one.record_id) if one.record_id in invented else at for one, (at, _) in records)

    @property
    def empty_records(self) -> int:
        """The number of records for which nothing that counts was extracted: their precision is 1.0."""
        return int((self.tallies.by_record()[2] == 0).sum())

    def only(self, places: Sequence[int]) -> RunResult:
        """Return the same results for some of the records, by their places in `records`, each at most once.

        Nothing is scored again. Reports about the whole run (strays, duplicates, problems) are not taken over.
        Raises InputError for a place that is out of range or named twice.
        """
        chosen = checked_places(places, len(self.records))
        at, table = chosen.tolist(), SubsetResults(self.table, chosen)
        records = [self.records[place] for place in at]
        ids = {record.record_id for record in records}
        return replace(
            self,
            records=records,
            **totals(table.tallies),
            missing=tuple(record_id for record_id in self.missing if record_id in ids),
            left_out=(),
            strays=(),
            invented_records=tuple(record_id for record_id in self.invented_records if record_id in ids),
            duplicates=(),
            problems=(),
            clusters=None if self.clusters is None else self.clusters.only(at),
            cut_off=tuple(one for one in self.cut_off if one.record_id in ids),
            types=None if self.types is None else tuple(self.types[place] for place in at),
            positions=tuple(self.positions[place] for place in at),
            table=table,
            signer=partial(_signature_of_part, self, at),
        )

    def by_type(self) -> dict[str | None, RunResult]:
        """Return the results of each document type that has records; empty without x-eval-by."""
        places: dict[str | None, list[int]] = {}
        for place, kind in enumerate(self.types or ()):
            places.setdefault(kind, []).append(place)
        return {kind: self.only(places[kind]) for kind in sorted(places, key=lambda kind: (kind is None, kind or ""))}

    def metric(self, name: str, **params: Any) -> RunMetric:
        """Compute a whole-document metric over the records of this run; see `evaljson.metrics.METRICS`.

        The id of a record is left out: it joins the two sides and was not extracted.
        Raises ValueError for an unknown name or parameter.
        """
        from evaljson.metrics import metric_over_run

        gold, extracted = [record.gold for record in self.records], [record.extracted for record in self.records]
        if self.id_field is not None:
            gold, extracted = (_without(self.id_field, records) for records in (gold, extracted))
            if isinstance(params.get("weights"), Mapping):
                [params["weights"]] = _without(self.id_field, [params["weights"]])
        return metric_over_run(name, gold, extracted, **params)

    def conformity(self, json_schema: AnySchema) -> Conformity:
        """Check the extracted records against a JSON Schema, as they are, the id of each included.

        Raises SchemaError for a schema that cannot be used, InputError for a record that takes too long to check.
        """
        from evaljson.schema.conform import check_conformity

        ids = [record.record_id for record in self.records]
        return check_conformity([record.extracted for record in self.records], json_schema, ids, self.cluster_numbers)

    @cached_property
    def _confidences(self) -> Floats | None:
        return self.table.confidences()

    def confidence(self, bins: int = BINS) -> RunConfidence | None:
        """Measure whether confident values are right; None where the schema has no x-eval-confidence.

        `bins` is the number of bins of the reliability curve and of the calibration error. Raises InputError where it
        is not a positive integer.
        """
        confidences = self._confidences
        return (
            None if confidences is None else run_confidence(self.tallies.rows, confidences, bins, self.cluster_numbers)
        )

    @cached_property
    def fully_right(self) -> FullyRight:
        """The share of records, and of rows of arrays, in which everything is right; computed at the first look."""
        return fully_right(self.tallies.rows, self.table.array_rows(), self.cluster_numbers)

    @cached_property
    def records_right(self) -> RightShare:
        """The share of records alone: quick, as no rows of arrays are looked for."""
        return records_right(self.tallies.rows, self.cluster_numbers)

    @cached_property
    def accuracy(self) -> LeafAccuracy:
        """The share of all leaves, of gold and extraction together, that match; computed at the first look."""
        return leaf_accuracy(self.tallies.rows, self.cluster_numbers)

    @cached_property
    def tokens(self) -> RunTokens:
        """Precision, recall and F1 over the tokens of the values as compared; computed at the first look."""
        return token_figures(self.tallies.rows, self.table.compared_values())

    def classes(self, most: int = MOST_CLASSES) -> dict[str, ClassFigures]:
        """Compute figures of each class, and confusions, for fields of at most `most` distinct gold values that repeat.

        By schema path, in schema order; values are taken as compared.
        """
        return class_figures(self.tallies.rows, self.table.compared_values(), most)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per field result, in record, schema and element order.

        Columns: record_id, path, field, status, score, weight, gold, extracted, comparator, reason, similarity,
        extracted_path. Values stay Python objects.
        """
        from evaljson.results.result_frame import make_frame

        listed = self.table.listed()
        ids = [record.record_id for record in self.records]
        return make_frame([ids[place] for place in listed.records], listed)

    def alignments(self) -> pd.DataFrame:
        """Return which elements of each array were paired: one row per pair and per element that stayed alone.

        Maps with x-eval-align are in it too, with the keys of their entries instead of indices.

        Columns: record_id; array (its instance path); gold_index and extracted_index, None where the element is alone;
        strategy, the one of x-eval-align that made the pair, None where it is alone; score, the F1 of the row's own
        results, None where none of them counts. An element alone scores 0, unless it counts as absent.
        """
        return self.table.alignments([record.record_id for record in self.records])


def _signature_of_part(run: RunResult, places: list[int]) -> Mapping[str, Any]:
    """Return the signature of the whole run, and which records are chosen."""
    return {**run.signature, "only": places}
