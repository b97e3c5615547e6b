"""Writes a comparison as Markdown, for the description of a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.gate_checks import ComparisonGateResult
from evaljson.compare.many import ManyComparison
from evaljson.compare.slices import Slices
from evaljson.compare.verdict import Verdict
from evaljson.compare.words.phrases import figure_word
from evaljson.wording.differences import digits_of, digits_together, in_column, in_points
from evaljson.wording.values import escaped
from evaljson.wording.words import counted, shown_p, signed_points

_SPECIAL = re.compile(r"^[+-]|^\d+\)|[\\`*_{}\[\]#!|~@$^]|:(?=\S)|(?<!\d)\.|\.(?!\d)")
"""What may be markup, by its last character; a sign, a bracket or a decimal point within a sentence is not."""
MARKS = {"better": "▲ better", "worse": "▼ worse", "no detectable difference": "–"}


def mark(verdict: Verdict | None) -> str:
    """Return the sign and word of a verdict; nothing for a figure that has none."""
    return "" if verdict is None else MARKS[verdict]


def to_markdown(
    many: ManyComparison, gates: Sequence[ComparisonGateResult] = (), slices: Mapping[str, Slices] | None = None
) -> str:
    """Write verdicts first, then gates, fields that moved, all other fields folded away, and notes."""
    parts = [f"## {text(' and '.join(many.comparisons))} against {text(many.baseline)}\n"]
    parts += [] if many.ranking is None else [f"**{text(many.ranking)}**\n"]
    parts += [f"**{text(comparison.sentence)}**\n" for comparison in many.comparisons.values()]
    if gates:
        rows = [
            [
                "✓ passed" if result.passed else "✗ failed",
                *map(text, (result.variant, result.gate.argument, result.message)),
            ]
            for result in gates
        ]
        parts.append(table(["gate", "variant", "", ""], rows))
    for name, comparison in many.comparisons.items():
        if len(many.comparisons) > 1:
            parts.append(f"### {text(name)}\n")
        parts += list(_comparison(comparison))
        if slices is not None:
            parts.append(_slices(slices[name]))
    notes = [*many.notes, *(note for comparison in many.comparisons.values() for note in comparison.notes)]
    unsaid_notes = unsaid(many, dict.fromkeys(notes))
    parts += ["".join(f"- {text(note)}\n" for note in unsaid_notes)] if unsaid_notes else []
    return "\n".join(parts)


def unsaid(many: ManyComparison, notes: Iterable[str]) -> list[str]:
    """Return the notes that no verdict has said."""
    said = [comparison.sentence for comparison in many.comparisons.values()]
    return [note for note in notes if not any(note in sentence for sentence in said)]


def _comparison(comparison: Comparison) -> Iterable[str]:
    a, b = comparison.names
    level = f"{comparison.confidence * 100:g}% interval"
    written = whole_figures(comparison)
    rows = [
        [text(figure_word(name)), *written[name], mark(estimate.verdict)]
        for name, estimate in comparison.figures.items()
    ]
    yield table(["", text(a), text(b), "change", level, "verdict"], rows)
    with_missing = has_missing(comparison)
    ways = f"better in / worse in{' / missing' if with_missing else ''}"
    heads = ["field", text(a), text(b), "change", level, ways, "p (Holm)", "verdict"]
    moved = [*comparison.worse, *comparison.better]
    if moved:
        yield table(heads, [_field(field, with_missing) for field in moved])
    rest = [field for field in comparison.fields if field not in moved]
    if rest:
        folded = table(heads, [_field(field, with_missing) for field in rest])
        declared = sum(field.declared for field in rest)
        kinds = [counted(declared, "field")] if declared else []
        kinds += [f"{counted(len(rest) - declared, 'key')} that the schema lacks"] if len(rest) > declared else []
        summary = f"{' and '.join(kinds)} without a detectable difference"
        yield f"<details><summary>{summary}</summary>\n\n{folded}\n</details>\n"


def has_missing(comparison: Comparison) -> bool:
    """Check whether any field loses otherwise in records that one side lacks: they have a column of their own then."""
    return any(field.missing for field in comparison.fields)


def ways_of(field: FieldComparison, with_missing: bool) -> list[str]:
    """Count the records of both sides in which a field loses less and more, and those that one side lacks."""
    return [f"{count:,}" for count in (field.better_in, field.worse_in, *([field.missing] if with_missing else []))]


def _field(field: FieldComparison, with_missing: bool) -> list[str]:
    p = shown_p(field.p_holm).replace("<", "&lt;")
    ways = " / ".join(ways_of(field, with_missing))
    return [text(field.path or "(the record)"), *figures(field), ways, p, MARKS[field.verdict]]


def _slices(slices: Slices) -> str:
    rows = [
        [text(group.label), group.in_words, *figures(group.estimate), MARKS[group.verdict]] for group in slices.slices
    ]
    heads = ["group", "records", "baseline", "variant", "change", "interval", "verdict"]
    return table(heads, rows) + "\n" + "".join(f"- {text(note)}\n" for note in slices.notes)


def whole_figures(comparison: Comparison) -> dict[str, tuple[str, str, str, str]]:
    """Write F1, precision and recall as `figures` does, all with the same decimals."""
    whole = comparison.figures
    digits = digits_together((one.a, one.b) for one in whole.values())
    return {name: figures(one, digits) for name, one in whole.items()}


def figures(compared: Estimate | FieldComparison, digits: int | None = None) -> tuple[str, str, str, str]:
    """Write the figures of both sides, the change, and its interval; without `digits`, with those of a column."""
    shown = in_column(compared.a, compared.b) if digits is None else in_points(compared.a, compared.b, digits)
    return *shown, interval(compared.low, compared.high)


def interval(low: float | None, high: float | None) -> str:
    """Write both ends in points, with signs; where one decimal would make an end look like 0, with two."""
    if low is None:
        return "–"
    digits = digits_of(low, high)
    return f"{signed_points(low, digits)} to {signed_points(high, digits)}"


def text(words: str) -> str:
    """Escape any text for one line of Markdown: no markup, no mention, no link, no new line."""
    shown = escaped(" ".join(words.split())).replace("&#x27;", "'").replace("&quot;", '"')
    return _SPECIAL.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", shown)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table whose cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
