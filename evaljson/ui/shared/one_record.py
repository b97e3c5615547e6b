"""Fields of a variant whose wrong values are mostly in one record, found once for everyone, and in words."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evaljson.compare import Comparison
from evaljson.compare.words.notes import decisive
from evaljson.report.patterns.fields_of_one_record import said_of_fields, said_of_moved
from evaljson.report.patterns.one_record import MostInRecord, fields_mostly_in_record
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain


def mostly_in(run: RunResult, key: str) -> Mapping[str, MostInRecord]:
    """Return the fields whose wrong values are mostly in one record; `key`: same key, same run."""
    return cache.shared(("one record", key), lambda: fields_mostly_in_record(run))


def behind_verdict(evaluation: OpenEvaluation, comparison: Comparison, a: str, b: str) -> tuple[str, ...]:
    """Return what stands behind a verdict on two variants, in pieces: the fields it names that hang on one record."""
    sides = tuple((name, mostly_in(evaluation.runs[name], evaluation.run_key(name))) for name in (a, b))
    return said_of_moved(comparison.fields, (sides[0], sides[1]))


def say_decisive(comparison: Comparison | None) -> None:
    """Draw below a verdict that one record makes most of its difference: it is no verdict on the others."""
    for note in [] if comparison is None else decisive(comparison.notes):
        st.caption(f"⚠ {plain(note, 300)}")


def say_mostly_in(found: Mapping[str, Mapping[str, MostInRecord]], is_alone: bool) -> None:
    """Draw a line for each variant, by name, that has such fields; `is_alone`: only one is on the page."""
    for name, fields in found.items():
        said = "".join(said_of_fields(fields, None if is_alone else name))
        if said:
            st.caption(plain(said, 400))
