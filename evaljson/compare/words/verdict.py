"""The result of an evaluation in one sentence, in pieces: names in it come from files, are not escaped, and may run
from right to left, so that whoever shows them has to set them apart.

Of two variants it says what `compare_runs` found, and nothing besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaljson.compare.comparison import Comparison
from evaljson.compare.coverage import Coverage
from evaljson.compare.estimate import NO_DIFFERENCE, Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.words.sentence import could_have_shown, digits_of, figure_word
from evaljson.results.model import RunResult
from evaljson.wording.words import counted, points, signed_points

NAMED = 4
"""Fields named in the sentence at most."""
_LONGEST = 60
"""Characters of a name."""


class Name(str):
    """A piece that is a name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OverallVerdict:
    """A sentence in two parts, and what it rests on."""

    head: tuple[str, ...]
    """What comes out; all pieces in a row are the text."""
    rest: tuple[str, ...]
    """Over what, and what got worse; begins with a space or a stop."""
    basis: tuple[str, ...]
    """Sentences on how far it can be trusted; names in them are not set apart."""

    def __str__(self) -> str:
        return "".join((*self.head, *self.rest))


@dataclass(frozen=True, slots=True)
class ShownF1:
    """The F1 of both sides as it is shown everywhere."""

    a: str
    b: str
    difference: str
    sign: int
    """Of the difference, where it is beyond chance; else 0."""


def shown(found: Comparison) -> ShownF1:
    """The figure of the verdict, in points."""
    own = found.estimate
    digits = digits_of(own)
    sign = {"better": 1, "worse": -1}.get(found.verdict, 0)
    return ShownF1(points(own.a, digits), points(own.b, digits), signed_points(own.difference, digits), sign)


def of_two(found: Comparison) -> OverallVerdict:
    """Whether B is better than A, by how much, how sure that is, and what got worse."""
    said = _said(found.names, found.estimate, found.fields, found.coverage, found.confidence)
    return replace(said, basis=(*said.basis, *found.notes))


def sentence(
    names: tuple[str, str], own: Estimate, fields: Sequence[FieldComparison], coverage: Coverage, confidence: float
) -> str:
    """The same as a text to be pasted, which has to stand alone: it says too what would have shown."""
    said = _said(names, own, fields, coverage, confidence)
    return " ".join([str(said), *said.basis])


def _said(
    names: tuple[str, str], own: Estimate, fields: Sequence[FieldComparison], coverage: Coverage, confidence: float
) -> OverallVerdict:
    first, second = map(cut, names)
    over, digits = f" over {_compared(coverage)}", digits_of(own)
    scored = any(one.test for one in fields)
    if own.difference is None or not scored:
        of_figure = f" for {figure_word(own.figure)}" if scored else ""
        rest = f": nothing was there to score{of_figure}{over}."
        return OverallVerdict(("No verdict on ", second, " against ", first), (rest,), ())
    if not own.differing and not any(one.up or one.down for one in fields):
        head = (second, " scores the same as ", first, f": {figure_word(own.figure)} {points(own.b, digits)}")
        return OverallVerdict(head, (over, "." if coverage.compared == 1 else ", each of them alike."), ())
    ends = f"{signed_points(own.low, digits)} to {signed_points(own.high, digits)}"
    unit = "F1 points" if own.figure == "f1" else f"points of {figure_word(own.figure)}"
    interval = f": {signed_points(own.difference, digits)} {unit} ({confidence * 100:g}% interval {ends})"
    moved = _fields_in_words(*([one for one in fields if one.verdict == way] for way in ("worse", "better")))
    if own.verdict == NO_DIFFERENCE:
        pair = ("No detectable difference between ", second, " and ", first)
        return OverallVerdict(pair, (f"{interval}{over}; ", *moved), (f"{could_have_shown(own)}.",))
    values = f", {points(own.b, digits)} against {points(own.a, digits)},"
    return OverallVerdict((second, f" is {own.verdict} than ", first, interval), (f"{values}{over}; ", *moved), ())


def of_one(name: str, run: RunResult) -> OverallVerdict:
    """How one variant scores, with nothing to compare it with."""
    from evaljson.results.losses import record_losses  # it loads pandas, for which `import evaljson` does not wait

    right = int((record_losses(run)[1] == 0).sum())
    head = (cut(name), f" scores F1 {points(run.mean_f1)}")
    rest = (
        f" over {counted(run.total_records, 'record')} (precision {points(run.mean_precision)}, recall "
        f"{points(run.mean_recall)}); {right:,} of them without an error."
    )
    return OverallVerdict(
        head, (rest,), ("The mean over all records. A second variant over the same gold can be compared.",)
    )


def cut(name: str, most: int = _LONGEST) -> Name:
    """A name on one line, and not longer than a sentence can bear."""
    line = " ".join(name[: most + 1].split())
    return Name(line if len(line) <= most else f"{line[: most - 1]}…")


def _fields_in_words(worse: Sequence[FieldComparison], better: Sequence[FieldComparison]) -> list[str]:
    """What got worse beyond chance; what got better only as a number, but where nothing got worse."""
    if worse:
        return _named(worse, "worse", f"; {len(better):,} got better" if better else "")
    if better:
        return ["no field got detectably worse; ", *_named(better, "better")]
    return ["no single field got detectably better or worse."]


def _named(fields: Sequence[FieldComparison], word: str, after: str = "") -> list[str]:
    names: list[str] = [cut(one.path or "(the record)") for one in fields[:NAMED]]
    listed = [piece for name in names for piece in (", ", name)][1:]
    more = f" and {len(fields) - NAMED:,} more" if len(fields) > NAMED else ""
    stop = "" if not (more or after) and names[-1].endswith("…") else "."
    return [f"{counted(len(fields), 'field')} got {word}: ", *listed, f"{more}{after}{stop}"]


def _compared(coverage: Coverage) -> str:
    if coverage.only_a or coverage.only_b:
        return f"the {counted(coverage.compared, 'record')} that both scored"
    return counted(coverage.compared, "paired record")
