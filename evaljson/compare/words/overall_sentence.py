"""States the result of an evaluation in one sentence, made of pieces.

Names in it come from files, are not escaped, and may run from right to left: whoever shows them must isolate them. On
two variants it states the result of `compare_runs` and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaljson.compare.comparison import Comparison
from evaljson.compare.coverage import Coverage
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.phrases import could_have_shown, digits_of, figure_word
from evaljson.results.clusters import Clustering
from evaljson.results.model import RunResult
from evaljson.results.shown_means import shown_means
from evaljson.wording.differences import shown_difference
from evaljson.wording.words import counted, points, signed_points

NAMED = 4
"""The most fields that the sentence names."""
_LONGEST = 60
"""Characters of a name."""


class Name(str):
    """A piece that is a name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OverallVerdict:
    """A sentence in two parts, and notes on it."""

    head: tuple[str, ...]
    """The result; the text is all pieces in a row."""
    rest: tuple[str, ...]
    """Which records, and what got worse; begins with a space or punctuation."""
    basis: tuple[str, ...]
    """Sentences on how far it can be trusted; names in them are not separate pieces."""
    short: tuple[str, ...] | None = None
    """In place of `rest` where the figures are shown beside it; None where nothing of it can be left out."""

    def __str__(self) -> str:
        return "".join((*self.head, *self.rest))

    def then(self, sentence: Sequence[str]) -> OverallVerdict:
        """Return it with another sentence behind it, which is in pieces too; with none, as it is."""
        if not sentence:
            return self
        more = (" ", *sentence)
        short = None if self.short is None else (*self.short, *more)
        return replace(self, rest=(*self.rest, *more), short=short)


@dataclass(frozen=True, slots=True)
class ShownF1:
    """The F1 of both sides as it is shown everywhere."""

    a: str
    b: str
    difference: str
    sign: int
    """Of the difference, if it is beyond chance; otherwise 0."""


def shown(comparison: Comparison) -> ShownF1:
    """Write the figure of the verdict in points."""
    figure = comparison.estimate
    digits = digits_of(figure)
    sign = {"better": 1, "worse": -1}.get(comparison.verdict, 0)
    return ShownF1(
        a=points(figure.a, digits),
        b=points(figure.b, digits),
        difference=signed_points(shown_difference(figure.a, figure.b, digits), digits),
        sign=sign,
    )


def of_two(comparison: Comparison) -> OverallVerdict:
    """State whether B is better than A, by how much, with what confidence, and what got worse."""
    names, estimate, confidence = comparison.names, comparison.estimate, comparison.confidence
    verdict = _stated(names, estimate, comparison.fields, comparison.coverage, confidence, comparison.clusters)
    return replace(verdict, basis=(*verdict.basis, *comparison.notes))


def sentence(
    names: tuple[str, str],
    figure: Estimate,
    fields: Sequence[FieldComparison],
    coverage: Coverage,
    confidence: float,
    together: int,
    clusters: Clustering | None = None,
    any_time: bool = False,
    alone: Sequence[str] = (),
) -> str:
    """Write the verdict as a text to copy, including the smallest difference that would have shown.

    `together` is the number of comparisons that it is adjusted for; `any_time` says that its intervals hold however
    often one looks; `alone` says what the two would show alone.
    """
    verdict = _stated(names, figure, fields, coverage, confidence, clusters)
    return " ".join([str(verdict), *verdict.basis, *adjusted_for(together, any_time), *alone])


def adjusted_for(together: int, any_time: bool = False) -> tuple[str, ...]:
    """Say how many comparisons the verdict is adjusted for, and that intervals are not, if there are several.

    So are the differences that it would detect, but `any_time`.
    """
    if together < 2:
        return ()
    rest = "intervals and detectable differences are not" if any_time else "intervals are not"
    return (f"The verdict is adjusted for {together:,} comparisons of variants; {rest}.",)


def is_beyond_zero(figure: Estimate) -> bool:
    """Check whether the interval of a figure, which is of its pair alone, excludes no difference."""
    return (figure.low is not None and figure.low > 0) or (figure.high is not None and figure.high < 0)


def _stated(
    names: tuple[str, str],
    figure: Estimate,
    fields: Sequence[FieldComparison],
    coverage: Coverage,
    confidence: float,
    clusters: Clustering | None,
) -> OverallVerdict:
    first, second = map(cut, names)
    over, digits = f" over {records_compared(coverage)}{_in_clusters(clusters, coverage)}", digits_of(figure)
    lacked, as_many = _lacked(coverage, names)
    tested = [field for field in fields if field.test]
    scored = bool(tested)
    if figure.difference is None or not scored:
        of_figure = f" for {figure_word(figure.figure)}" if scored else ""
        rest = f": there was nothing to score{of_figure}{over}."
        return OverallVerdict(("No verdict on ", second, " against ", first), (rest, *lacked), as_many)
    low, high = signed_points(figure.low, digits), signed_points(figure.high, digits)
    ends, wide = f"{low} to {high}", low != high
    if not figure.differing and not any(field.up or field.down for field in fields):
        unseen = ("So few records exclude no difference.",) if figure.low == -1 else (
            (f"Among more such records, a difference of {ends} points is still possible.",) if wide else ()
        )  # fmt: skip
        head = (second, " scores the same as ", first, f": {figure_word(figure.figure)} {points(figure.b, digits)}")
        alike = "." if coverage.compared == 1 else ", each of them alike."
        return OverallVerdict(head, (over, alike, *lacked), (*unseen, *as_many))
    unit = "F1 points" if figure.figure == "f1" else f"points of {figure_word(figure.figure)}"
    alone_in = " for this pair alone" if figure.verdict == NO_DIFFERENCE and is_beyond_zero(figure) else ""
    difference = signed_points(shown_difference(figure.a, figure.b, digits), digits)
    interval = f": {difference} {unit} ({confidence * 100:g}% interval{alone_in} {ends})"
    alone = adds_nothing(fields, figure.verdict)
    moved = ["."] if alone else ["; ", *moved_fields(fields, (first, second))]
    if figure.verdict == NO_DIFFERENCE:
        pair = ("No detectable difference between ", second, " and ", first)
        return OverallVerdict(
            pair, (f"{interval}{over}", *moved, *lacked), (f"{could_have_shown(figure)}.", *as_many),
            None if alone else (interval, *_briefly(fields, (first, second)), *lacked),
        )  # fmt: skip
    values = f", {points(figure.b, digits)} against {points(figure.a, digits)},"
    head = (second, f" is {figure.verdict} than ", first, interval)
    short = None if alone else (*_briefly(fields, (first, second)), *lacked)
    return OverallVerdict(head, (f"{values}{over}", *moved, *lacked), as_many, short)


def of_one(name: str, run: RunResult, *, is_only: bool = True) -> OverallVerdict:
    """State how one variant scores, without a comparison; `is_only`: there is no other over the same gold."""
    if run.total_records and shown_means(run).f1 is None:
        nothing = f": there was nothing to score in {counted(run.total_records, 'record')}."
        return OverallVerdict(("No figures of ", cut(name)), (nothing,), ())
    right = run.records_right.right
    head = (cut(name), f" scores F1 {points(run.mean_f1)}")
    rest = (
        f" over {counted(run.total_records, 'record')} (precision {points(run.mean_precision)}, recall "
        f"{points(run.mean_recall)}); {right:,} of them fully right."
    )
    more = ("A second variant over the same gold can be compared.",) if is_only else ()
    return OverallVerdict(head, (rest,), ("The mean over the records scored.", *more))


def cut(name: str, most: int = _LONGEST) -> Name:
    """Write a name on one line, shortened to fit into a sentence."""
    line = " ".join(name[: most + 1].split())
    return Name(line if len(line) <= most else f"{line[: most - 1]}…")


def adds_nothing(fields: Sequence[FieldComparison], verdict: str | None) -> bool:
    """Check whether there is a single field, which does not contradict the verdict on all of them."""
    tested = [field for field in fields if field.test]
    return len(tested) == 1 and tested[0].verdict in (NO_DIFFERENCE, verdict)


def moved_fields(fields: Sequence[FieldComparison], names: tuple[str, str]) -> list[str]:
    """Say in pieces which fields moved beyond chance, and how many keys that the schema lacks, up to the full stop."""
    first, second = names
    moved = _fields_in_words(
        *([field for field in fields if field.verdict == way and field.declared] for way in ("worse", "better"))
    )
    extra = [field for field in fields if field.verdict == "worse" and not field.declared]
    if extra:
        named: list[str] = [cut(field.path) for field in extra[:NAMED]]
        more = f" and {len(extra) - NAMED:,} more" if len(extra) > NAMED else ""
        moved = _with_more(moved, f"{_keys_count(len(extra))} against ", second, ": ")
        moved += [*[piece for name in named for piece in (", ", name)][1:], f"{more}."]
    gone = sum(field.verdict == "better" and not field.declared for field in fields)
    return _with_more(moved, f"{_keys_count(gone)} against ", first, ".") if gone else moved


def _keys_count(number: int) -> str:
    return counted(number, "key that the schema lacks counts detectably", "keys that the schema lacks count detectably")


def _with_more(said: Sequence[str], *more: str) -> list[str]:
    """Go on after a semicolon in place of the full stop."""
    return [*said[:-1], f"{str(said[-1]).removesuffix('.')}; {more[0]}", *more[1:]]


def _fields_in_words(worse: Sequence[FieldComparison], better: Sequence[FieldComparison]) -> list[str]:
    """Name what got worse beyond chance and count what got better; if nothing got worse, name what got better."""
    if worse:
        return _named(worse, "worse", f"; {len(better):,} got better{_how_spared(better)}" if better else "")
    if better:
        return ["no field got detectably worse; ", *_named(better, "better")]
    return ["no single field got detectably better or worse."]


def _briefly(fields: Sequence[FieldComparison], names: tuple[str, str]) -> tuple[str, ...]:
    """Name what got worse beyond chance, count what got better, and the keys of each side that the schema lacks."""
    worse, better = ([one for one in fields if one.verdict == way and one.declared] for way in ("worse", "better"))
    after = f"; {len(better):,} better{_how_spared(better)}" if better else ""
    said = ["; ", *_named(worse, "worse", after)] if worse else [f"; no field got detectably worse{after}."]
    for name, way in zip(names, ("better", "worse"), strict=True):
        keys = sum(one.verdict == way and not one.declared for one in fields)
        said = _with_more(said, f"{_keys_count(keys)} against ", name, ".") if keys else said
    return tuple(said)


def _named(fields: Sequence[FieldComparison], word: str, after: str = "") -> list[str]:
    names: list[str] = [cut(field.path or "(the record)") for field in fields[:NAMED]]
    listed = [piece for name in names for piece in (", ", name)][1:]
    more = f" and {len(fields) - NAMED:,} more" if len(fields) > NAMED else ""
    stop = "" if not (more or after) and names[-1].endswith("…") else "."
    return [f"{counted(len(fields), 'field')} got {word}{_how_spared(fields)}: ", *listed, f"{more}{after}{stop}"]


def _how_spared(fields: Sequence[FieldComparison]) -> str:
    """Say of how many fields the verdict rests on values that are missing, which is no merit of who lacks them."""
    spared = sum(field.is_spared for field in fields)
    if not spared:
        return ""
    which = "" if spared == len(fields) else f", {spared:,} of them"
    return f"{which} only since a missing value costs less than a wrong one"


def _in_clusters(clusters: Clustering | None, coverage: Coverage) -> str:
    if clusters is None or clusters.clusters == coverage.compared:
        return ""
    return f" in {counted(clusters.clusters, 'cluster')}"


def records_compared(coverage: Coverage) -> str:
    """Say how many records a comparison of two is over."""
    if coverage.only_a or coverage.only_b:
        return f"the {counted(coverage.compared, 'record')} {coverage.which}"
    return counted(coverage.compared, "record")


def _lacked(coverage: Coverage, names: tuple[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the verdict says of records that a side lacks, in pieces, and the note on it.

    A side that lacks more of them loses by it, so the verdict says so; where both lack as many, a note is enough.
    """
    said = records_lacked(coverage, names)
    if coverage.missing_a == coverage.missing_b and said:
        return (), ("".join(said).strip(),)
    return said, ()


def records_lacked(coverage: Coverage, names: tuple[str, str]) -> tuple[str, ...]:
    """Say in pieces, after a space, which side lacks how many of the records compared; empty if none does."""
    counts = zip(names, (coverage.missing_a, coverage.missing_b), (coverage.runs_a, coverage.runs_b), strict=True)
    said: list[str] = []
    for name, count, runs in counts:
        if count:
            begin = " and a run of " if said else " A run of "
            said += [begin if runs > 1 else " and " if said else " ", cut(name), f" lacks {count:,}"]
    if not said:
        return ()
    their = "its" if coverage.missing_a + coverage.missing_b == 1 else "their"
    return (*said, f" of these records: {their} values count as missing.")
