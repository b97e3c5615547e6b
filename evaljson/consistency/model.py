"""What consistency() finds, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from evaljson.results.model import RunResult
from evaljson.wording.differences import in_points
from evaljson.wording.words import points, signed_points

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class FieldConsistency:
    """One field over the runs."""

    path: str
    same: float | None
    """F1 of one run as if another were gold, the mean over pairs of runs: how often two runs have the same value, under
    the field's own comparator. None where no run has it."""
    always: float | None
    """The share of records with a value in any run that all runs produced, with the same value."""
    f1: float | None
    """The mean over the runs, against gold."""
    deviation: float | None
    """Standard deviation of F1 between runs."""
    voted: float | None
    """F1 of the vote."""

    @property
    def gain(self) -> float | None:
        """What the vote gains here."""
        return None if self.f1 is None or self.voted is None else self.voted - self.f1


@dataclass(frozen=True, slots=True)
class Consistency:
    """Several runs of one prompt, and the vote among them."""

    runs: int
    records: int
    in_some: int
    """Records that some of the runs produced, and others did not."""
    same: float | None
    """Mean F1 of records of one run as if another were gold, over pairs of runs that both produced the record; None
    where no two did."""
    f1: tuple[float, ...]
    """Mean F1 of each run."""
    mean_f1: float
    deviation: float
    """Standard deviation between runs."""
    voted_f1: float
    gain: float
    """F1 of the vote less the mean over the runs."""
    low: float
    high: float
    confidence: float
    fields: tuple[FieldConsistency, ...]
    """In the order of the schema, then keys that it lacks."""
    by_record: tuple[float | None, ...]
    """`same` of each gold record, in its order: the mean over pairs of runs; None where less than two produced it."""
    voted: tuple[dict[str, Any] | None, ...]
    """The record that wins the vote for each gold record, in its order; None where most runs produced none."""
    voted_run: RunResult

    @property
    def sentence(self) -> str:
        """What the vote would gain, in a sentence."""
        ends = f"{self.confidence * 100:g}% interval {signed_points(self.low)} to {signed_points(self.high)}"
        mean_f1, voted_f1, gain = in_points(self.mean_f1, self.voted_f1)
        where = " where both produced the record" if self.in_some else ""
        alike = (
            "no two of them produced the same record"
            if self.same is None
            else f"agree with each other to {points(self.same)}{where}"
        )
        vote = f"A vote among them gets {voted_f1}: {gain} ({ends})."
        return f"{self.runs} runs have F1 {mean_f1} on average, and {alike}. {vote}"

    def at(self, path: str) -> FieldConsistency:
        """Return what is said of a field. Raises KeyError."""
        found = next((one for one in self.fields if one.path == path), None)
        if found is None:
            raise KeyError(path)
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the run as plain data."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        fields = [{**asdict(one), "gain": one.gain} for one in self.fields]
        lists = {"f1": list(self.f1), "fields": fields, "by_record": list(self.by_record), "voted": list(self.voted)}
        return {**plain, **lists, "sentence": self.sentence}

    def to_frame(self) -> pd.DataFrame:
        """Return a row per field."""
        import pandas as pd

        return pd.DataFrame([{**asdict(one), "gain": one.gain} for one in self.fields], columns=_COLUMNS)


_PLAIN: Final = (
    "runs", "records", "in_some", "same", "mean_f1", "deviation", "voted_f1", "gain", "low", "high", "confidence",
)  # fmt: skip
_COLUMNS: Final = ["path", "same", "always", "f1", "deviation", "voted", "gain"]
