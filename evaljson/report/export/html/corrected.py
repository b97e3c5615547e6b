"""What a review makes of the figures, in the HTML report: beside those that were scored, never mixed with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.report.review.corrected_rows import (
    EXPLAINED,
    FIELD_HEADS,
    VARIANT_HEADS,
    field_rows,
    undecided_in_words,
    variant_rows,
)
from evaljson.review.corrected_figures import CorrectedVariant
from evaljson.wording.values import escaped


@dataclass(frozen=True, slots=True)
class CorrectedInReport:
    """The corrected figures of a report."""

    review: str
    """The name of the review that they come from."""
    variants: Mapping[str, CorrectedVariant]
    """By name, those whose run of the report is the one that was reviewed."""
    share: str = ""
    """How many of its cards are decided, where not all are."""


def corrected_section(corrected: CorrectedInReport) -> str:
    """Write a table of the variants, and folded one of the fields of each."""
    if not corrected.variants:
        return ""
    share = f" ({escaped(corrected.share)})" if corrected.share else ""
    left = " ".join(filter(None, [EXPLAINED, undecided_in_words(corrected.variants)]))
    return (
        f"<h2>As corrected in the review “<bdi>{escaped(corrected.review)}</bdi>”{share}</h2>"
        f"{_table(VARIANT_HEADS, variant_rows(corrected.variants))}"
        f'<p class="faint">{escaped(left)}{_without_audit(corrected.variants)}</p>'
        + "".join(
            f"<details><summary>Fields of <bdi>{escaped(name)}</bdi> as scored and as corrected</summary>"
            f"{_table(FIELD_HEADS, field_rows(one.fields))}</details>"
            for name, one in corrected.variants.items()
        )
    )


def _without_audit(variants: Mapping[str, CorrectedVariant]) -> str:
    if any(one.audited or not one.auditable for one in variants.values()):
        return ""
    return " No match of an audit is decided, so there is no interval."


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escaped(text)}</th>' for text in heads)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _row(row: Sequence[str]) -> str:
    name, *rest = row
    return f'<th scope="row"><bdi>{escaped(name)}</bdi></th>' + "".join(f"<td>{escaped(text)}</td>" for text in rest)
