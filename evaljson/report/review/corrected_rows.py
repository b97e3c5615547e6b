"""F1 as scored and as a review corrects it, as rows of texts for tables of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant
from evaljson.wording.differences import in_column
from evaljson.wording.words import counted, points

SCORED: Final = "F1 as scored"
BEFORE: Final = "F1 before"
"""In its place, where a variant is scored otherwise by now than when it was reviewed."""
F1_HEADS: Final = (SCORED, "as corrected", "95% interval", "at most")
VARIANT_HEADS: Final = ("Variant", *F1_HEADS, "differing values decided", "matches looked at", "of these wrong")
FIELD_HEADS: Final = ("Field", *F1_HEADS, "change")
ACCEPTED: Final = (
    "Of values that people accept, wrong ones count as right, and missing or invented ones are taken out of the count."
)
"""What becomes of them in corrected figures."""
EXPLAINED: Final = (
    "As corrected: what F1 would be if gold were right. Where the sides differ, people's answers count as they are; of "
    f"matches, those of the audit stand for all. {ACCEPTED} What an earlier review decided counts as it says; what is "
    "not decided counts as scored; at most is what the corrected F1 would be if the extraction were right at all of "
    "that, on cards or not; keys that the schema lacks stay invented. Matches are looked at in the audit, and where "
    "another variant differs."
)


def variant_rows(variants: Mapping[str, CorrectedVariant]) -> list[tuple[str, ...]]:
    """Return a row for each variant, with the mean F1 over records."""
    return [
        (
            name,
            *_figures(one.mean_f1),
            decided_in_words(one),
            f"{one.looked_at:,} of {one.matches:,}",
            f"{one.wrong_matches:,}",
        )
        for name, one in variants.items()
    ]


def decided_in_words(one: CorrectedVariant) -> str:
    """Say how many differing values are decided, and how many are on cards or decided earlier where not all are."""
    on_cards = [f"{one.decided + one.open:,} on cards"] if one.unasked or one.earlier else []
    earlier = [f"{one.earlier:,} decided earlier"] if one.earlier else []
    parts = ", ".join([*on_cards, *earlier])
    return f"{one.decided + one.earlier:,} of {one.differing:,}{f' ({parts})' if parts else ''}"


def earlier_in_words(variants: Mapping[str, CorrectedVariant]) -> str:
    """Say how many differing values of each variant earlier reviews decided; "" for none."""
    taken = [f"{counted(one.earlier, 'value')} of {name}" for name, one in variants.items() if one.earlier]
    if not taken:
        return ""
    return f"Decided in earlier reviews, and on no card here: {', '.join(taken)}. What was decided there counts."


def undecided_in_words(variants: Mapping[str, CorrectedVariant]) -> str:
    """Say how many differing values count as scored since nobody decided them; "" where all are decided.

    An interval is about matches that nobody looked at: what is undecided may lie outside of it.
    """
    left = [f"{one.undecided:,} of {one.differing:,} in {name}" for name, one in variants.items() if one.undecided]
    if not left:
        return ""
    return f"Differing values that are not decided count as scored, in intervals too: {', '.join(left)}."


def stay_invented(variants: Mapping[str, CorrectedVariant]) -> str:
    """Say what "at most" has as invented of values that nobody decided; "" where there are none of such keys."""
    there = any(one.stay_invented for one in variants.values())
    return "those of keys that the schema lacks stay invented" if there else ""


def field_rows(fields: Mapping[str, CorrectedF1]) -> list[tuple[str, ...]]:
    """Return a row for each field, the largest change first; fields that stay as they are keep the schema's order."""
    ordered = sorted(fields.items(), key=lambda item: -round(abs(item[1].value - item[1].raw), 9))
    return [
        (path or "(the record)", *_figures(one), in_column(one.raw, one.value)[2] if one.value != one.raw else "–")
        for path, one in ordered
    ]


def _figures(one: CorrectedF1 | None) -> list[str]:
    if one is None:
        return ["–"] * len(F1_HEADS)
    interval = "–" if one.low is None or one.high is None else f"{points(one.low)} to {points(one.high)}"
    return [*in_column(one.raw, one.value)[:2], interval, points(one.at_most)]
