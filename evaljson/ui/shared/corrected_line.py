"""Beside figures as scored: what a review of the gold in place makes of them, never mixed with them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaljson.report.review.corrected_rows import stay_invented, undecided_in_words
from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.corrected_gold_words import NAME_LENGTH, gold_in_place
from evaljson.ui.shared.corrected_tables import show_fields
from evaljson.ui.shared.favour_words import in_full, in_short
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.review_results import result_beside
from evaljson.wording.words import points
from evaljson.workspace.review_outcome import ReviewResult


def show_corrected_line(evaluation: OpenEvaluation, names: Sequence[str], *, by_field: bool = False) -> None:
    """Draw a line with the corrected F1 of some variants, and on demand that of the fields of the first one.

    Nothing is drawn where no review of the gold in place has decided anything. Where corrected gold is in place, that
    is said first: figures as scored are corrected ones then, and a review of that very gold corrects them further.
    """
    _say_corrected_gold(evaluation)
    result = result_beside(evaluation)
    shown = {} if result is None else figures_by_name(evaluation, result, names)
    if result is None or not shown:
        return
    figures = (in_words(name, one.mean_f1) for name, one in shown.items() if one.mean_f1 is not None)
    known = any(one.audited or not one.auditable for one in shown.values())
    audit = "" if known else " No match of an audit is decided, so these have no interval."
    name = f"“{plain(result.name, 60)}”" + (f" ({result.share_in_words})" if result.share_in_words else "")
    left = undecided_in_words({plain(name, 60): one for name, one in shown.items()})
    if any(one.mean_f1 is not None and is_open_above(one.mean_f1) for one in shown.values()):
        left += " At most is F1 if the extraction is right at all of these"
        left += f"; {stay_invented(shown)}." if stay_invented(shown) else "."
    words = f"✎ **As corrected** in the review {name}: {' · '.join(figures)}.{audit} {left}"
    _show(words.rstrip(), result.review)
    if by_field:
        with st.expander("Fields as scored and as corrected"):
            show_fields(next(iter(shown.values())).fields)


def figures_by_name(
    evaluation: OpenEvaluation, result: ReviewResult, names: Sequence[str]
) -> dict[str, CorrectedVariant]:
    """Return the corrected figures of those variants whose run of now is the one that was reviewed."""
    ids = {variant.name: variant.id for variant in evaluation.stored.variants}
    return {
        name: result.variants[ids[name]]
        for name in dict.fromkeys(names)
        if ids.get(name) in result.variants and result.runs.get(ids[name]) == evaluation.run_ids.get(name)
    }


def in_words(name: str, figure: CorrectedF1) -> str:
    """Say one figure both ways, in Markdown: `Prompt A: F1 92.1 as scored, **93.4** as corrected (91.0 to 94.6)`.

    Where what is undecided could lift it above its interval, this says how far: `(91.0 to 94.6, at most 96.0)`.
    """
    text = f"{plain(name, 60)}: F1 {points(figure.raw)} as scored, **{points(figure.value)}** as corrected"
    ends = [] if figure.low is None or figure.high is None else [f"{points(figure.low)} to {points(figure.high)}"]
    if is_open_above(figure):
        ends.append(f"at most {points(figure.at_most)}")
    return f"{text} ({', '.join(ends)})" if ends else text


def is_open_above(figure: CorrectedF1) -> bool:
    """Check whether what is undecided could lift a figure above its interval, so that "at most" tells more."""
    return points(figure.at_most) != points(figure.value if figure.high is None else figure.high)


def _say_corrected_gold(evaluation: OpenEvaluation) -> None:
    found = gold_in_place(evaluation)
    if found is None:
        return
    said = f"✎ {found.in_words([plain(one.name, NAME_LENGTH) for one in found.reviews])}"
    if found.favour is None:
        _show(said, found.reviews[-1].id)
    else:
        _show(f"{said} {in_short(found.favour)}", found.reviews[-1].id, in_full(found.favour))


def _show(text: str, review: str, details: str | None = None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(text, width="content", help=details)
        st.page_link(
            "pages/review.py", label="Open the review", query_params={**here(), "review": review, "part": "outcome"}
        )
