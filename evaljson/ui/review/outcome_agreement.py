"""How far people agree: on answers, on values by the rule of the field, with a judge, and the human ceiling."""

from __future__ import annotations

from typing import Final

import pandas as pd
import streamlit as st

from evaljson.agreement import LEAST_DOUBLES, Answers, GoldAgreement, OfValues
from evaljson.floor.between import ASSUMED
from evaljson.report.fields.people_table import f1_in_words
from evaljson.review.people_agreement import AgainstJudge, FieldOpinions, ReviewAgreement
from evaljson.review.places import GONE
from evaljson.stats import Coefficient, Kappa
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points
from evaljson.workspace.review_outcome import PeopleResult

_HELP: Final = {
    "Cards": "Cards that two people or more answered.",
    "Same answer": "Of the pairs of answers to a card, how many are the same. Typed values are where they "
    "mean the same by the rule of the field.",
    "Alpha, values": "Krippendorff's alpha of the values that people say gold should have, as far apart as the rule "
    "of the field says. 1: all agree; 0: as by chance.",
    "Alpha, answers": "Krippendorff's alpha of the answers.",
    "AC1": "Gwet's AC1 of the answers: use it where one answer is given nearly always.",
}

_FIGURES: Final = 2
"""Cells of a row before its figures: the field and its cards."""


def show_agreement(evaluation: OpenEvaluation, result: PeopleResult) -> None:
    """Draw it; with fewer than LEAST_DOUBLES cards that two people answered there are only counts."""
    st.subheader("How far people agree", anchor=False)
    found = result.agreement
    overall = found.overall
    if result.given_again:
        ceiling = ", and in the human ceiling" if _has_ceiling(result) else ""
        st.caption(
            f"{counted(result.given_again, 'answer')} {'is' if result.given_again == 1 else 'are'} left out here"
            f"{ceiling}: given again after Undo, once those of others had been shown."
        )
    if overall.share is None:
        st.markdown(
            f"{counted(overall.doubles, 'card')} answered by two people or more. Figures of agreement come from "
            f"{LEAST_DOUBLES} on: with fewer they would be chance."
        )
        return
    st.markdown(_overall(overall))
    table = _table(found)
    if not table.empty:
        st.dataframe(
            table, hide_index=True, placeholder="–",
            column_config={name: st.column_config.Column(help=text) for name, text in _HELP.items() if name in table},
        )  # fmt: skip
    if found.judge is not None:
        st.markdown(_judge(found.judge))
    if result.ceiling is not None:
        _show_ceiling(evaluation, result.ceiling)
    elif not result.answered_in_full:
        st.caption(
            "There is no human ceiling: it takes records of which two people answered every card, and neither was "
            "“not sure”. There is none yet."
        )


def _has_ceiling(result: PeopleResult) -> bool:
    """Check whether a human ceiling is shown below."""
    ceiling = result.ceiling
    return result.agreement.overall.share is not None and ceiling is not None and ceiling.f1.value is not None


def _overall(found: Answers) -> str:
    parts = [f"**{points(found.share, 0)}%** of answers to {counted(found.doubles, 'card')} are the same"]
    if found.cohen is not None:
        parts.append(f"Cohen's kappa {_coefficient(found.cohen)}")
    if found.fleiss is not None:
        parts.append(f"Fleiss' kappa {_coefficient(found.fleiss)}")
    if found.alpha is not None:
        parts.append(f"Krippendorff's alpha {_coefficient(found.alpha)}")
    if found.ac1 is not None:
        parts.append(f"Gwet's AC1 {_coefficient(found.ac1)}")
    return " · ".join(parts)


def _table(found: ReviewAgreement) -> pd.DataFrame:
    """Return a row for each field that has a figure, without columns that have none."""
    rows = map(_row, found.fields)
    with_figures = [row for row in rows if any(cell is not None for cell in row[_FIGURES:])]
    return pd.DataFrame(with_figures, columns=["Field", *_HELP], dtype=object).dropna(axis="columns", how="all")


def _row(field: FieldOpinions) -> list[str | int | None]:
    answers, values = field.answers, None if field.values is None else field.values.value
    share = None if answers.share is None else f"{points(answers.share, 0)}%"
    figures = (_of_values(values), _maybe(answers.alpha), _maybe(answers.ac1))
    return [field.path or "(the record)", answers.doubles, share, *figures]


def _of_values(values: OfValues | None) -> str | None:
    return None if values is None else _maybe(values.alpha) or values.why


def _maybe(found: Coefficient | None) -> str | None:
    return None if found is None else _coefficient(found)


def _coefficient(found: Coefficient | Kappa) -> str:
    if found.low is None or found.high is None:
        return f"{found.value:.2f}"
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def _judge(found: AgainstJudge) -> str:
    parts = []
    for verdict, (same, different) in (("different", found.different), ("the same", found.same)):
        if same + different:
            agreeing = different if verdict == "different" else same
            parts.append(f"{agreeing:,} of {counted(same + different, 'pair')} that it calls {verdict}")
    kappa = f" Cohen's kappa {_coefficient(found.kappa)}." if found.kappa is not None else ""
    return f"**People and the judge**: people agree with it on {'; '.join(parts)}.{kappa}"


def _show_ceiling(evaluation: OpenEvaluation, found: GoldAgreement) -> None:
    if found.f1.value is None:
        st.caption(
            f"{counted(found.doubles, 'record')} answered in full by two people; the F1 of people with each other is "
            f"given from {LEAST_DOUBLES} on."
        )
        return
    names = {variant.id: variant.name for variant in evaluation.stored.variants}
    systems = (f"{plain(names.get(one.name, GONE), 40)} {f1_in_words(one)}" for one in found.systems)
    st.markdown(
        f"**Human ceiling**: people's own gold has F1 {points(found.f1.value)} with each other "
        f"({points(found.f1.low)} to {points(found.f1.high)}), over {counted(found.doubles, 'record')} that two people "
        f"answered in full. On the same records, against people: {' · '.join(systems)}."
    )
    st.caption(ASSUMED)
