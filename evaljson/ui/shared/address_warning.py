"""Says at the top of a page that the address names what is not open here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import streamlit as st

from evaljson.load.variant_names import called
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.address import asked_many, new_in_address
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import repeats_of
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import ANY_FIELD, NO_SECOND


def warn_of_strange_address(evaluation: OpenEvaluation, fields: Collection[str] = ()) -> None:
    """Warn of what the address names and the evaluation lacks; show nothing if all of it is there.

    `fields` are known besides those with results.
    """
    strange = strangers(evaluation, fields)
    if not strange:
        return
    names = ", ".join(plain(stranger) for stranger in strange)
    st.warning(
        f"{plain(evaluation.name)} lacks something in this link: {names}. You see the default. {_why(strange)}, "
        "or the link is for another evaluation: see **Other evaluations**."
    )


def _why(strange: Sequence[str]) -> str:
    """Say why something may be missing, by what is missing."""
    kinds = {stranger.partition(" ")[0] for stranger in strange}
    if kinds == {"record"}:
        return "It may have been in an earlier gold file"
    if kinds == {"field"}:
        return "It may have left the eval schema or the records"
    if kinds == {"variant"}:
        return "It may have been renamed or removed on Data"
    return "They may have been renamed, removed or replaced on Data"


def strangers(evaluation: OpenEvaluation, fields: Collection[str] = ()) -> list[str]:
    """List what the address names and this evaluation lacks: `variant x`, `field y`, `record z`."""
    variants = [NO_SECOND, *evaluation.variants, *repeats_of(evaluation, evaluation.variants)]
    named = [*filter(None, map(new_in_address, ("a", "b"))), *(asked_many("more") or ())]
    unknown = [f"variant {asked}" for asked in named if called(asked, variants) is None]
    field, record = new_in_address("field"), new_in_address("record")
    if field not in (None, ANY_FIELD, *fields) and all(
        field not in run.tallies.rows.fields for _, run in _runs(evaluation)
    ):
        unknown.append(f"field {field}")
    labels = (_labels(run, evaluation.run_key(name)) for name, run in _runs(evaluation))
    if (
        record is not None
        and all(record not in known for known in labels)
        and all(record not in _in_no_figure(run) for _, run in _runs(evaluation))
    ):
        unknown.append(f"record {record}")
    return list(dict.fromkeys(unknown))


def _runs(evaluation: OpenEvaluation) -> Iterator[tuple[str, RunResult]]:
    """Yield the runs of variants the address names first: they usually have what it asks for."""
    asked = filter(None, map(new_in_address, ("a", "b")))
    named = [name for one in asked if (name := called(one, list(evaluation.runs))) is not None]
    for name in dict.fromkeys((*named, *evaluation.runs)):
        yield name, evaluation.runs[name]


def _labels(run: RunResult, key: str) -> list[str]:
    return cache.shared(("labels", key), lambda: id_labels(record_ids(run.records)))


def _in_no_figure(run: RunResult) -> list[str]:
    """Return gold records that are left out of the figures of a run."""
    return [*id_labels(run.missing), *id_labels(run.left_out)]
