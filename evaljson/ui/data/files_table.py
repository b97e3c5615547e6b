"""The Files section of the Data page: all files in one table, and the details behind its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.formats.record_files import left_out_in_words
from evaljson.report.records.missing import copies_in_words
from evaljson.report.records.scored_file import PairedFile, RunRemarks
from evaljson.results.scored_records import how_often
from evaljson.scoring.problems import Problem
from evaljson.ui.data.file_upload import show_unpaired
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.session.run_facts import file_kept, remarks_on
from evaljson.ui.shared.load_report import needs_nothing, reading_in_words, reading_tables
from evaljson.ui.shared.missing import show_copies
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.ui.shared.text_width import cut_to_width, text_width
from evaljson.wording.words import counted

_COLUMNS = (
    "",
    "File",
    "Format",
    "Read",
    "Unreadable",
    "Paired",
    "Missing",
    "Repeated ids",
    "Stray",
)

_SAID = "paired by position"
"""A problem of a run starts with the same words."""
_COUNTED = (
    "gold records without an extracted", "extracted records with", "gold records are left out on request",
    "a gold record is left out on request",
)  # fmt: skip
"""So begin the problems that the line counts itself."""
_HELP = {
    "Unreadable": "Records that could not be read.",
    "Missing": "Gold records without an extracted one, unreadable ones too: they are in both columns.",
    "Repeated ids": "Extracted records with an id that came before; the first one counts.",
}


def show_files(evaluation: OpenEvaluation) -> None:
    """Draw one row per file, and below it the problems of each file; the page itself reports what failed."""
    gold, variants, id_key = evaluation.gold, evaluation.variants, evaluation.schema.get("x-eval-id")
    pairings = {name: _pairing(evaluation, name) for name in variants}
    remarks = {name: remarks_on(evaluation, name) for name in evaluation.runs}
    rows: list[tuple[str | int | None, ...]] = [("Gold", *_read(gold), None, None, None, None)]
    rows += [(name, *_read(loaded), *_paired(pairings[name])) for name, loaded in variants.items()]
    frame = pd.DataFrame(rows, columns=list(_COLUMNS)).astype(dict.fromkeys(_COLUMNS[5:], "Int64"))
    counted_strays = any(said.invented for said in remarks.values())
    fate = "count as invented" if counted_strays else "are not scored"
    helps = {**_HELP, "Stray": f"Extracted records without gold: they {fate}."}
    columns: dict[str, Any] = {
        name: st.column_config.NumberColumn(help=helps.get(name), format="localized") for name in _COLUMNS[3:]
    }
    shown = [cut_to_width(said, at=", ") for said in frame["Format"]]
    columns["Format"] = st.column_config.TextColumn(width=text_width(shown))
    st.dataframe(frame.assign(Format=shown), hide_index=True, placeholder="", column_config=columns)
    for name, said, cut in zip(frame[""], frame["Format"], shown, strict=True):
        if said != cut:
            data_line(f"{name}: {said}.")
    at_place = [name for name, pairing in pairings.items() if isinstance(pairing, PairedFile) and pairing.by != "id"]
    by = f"Records pair by **{plain(id_key)}**." if id_key else "Records pair by position: first with first."
    if id_key and at_place:
        those = ", ".join(plain(name, 60) for name in at_place)
        by = f"Records pair by **{plain(id_key)}**, those of {those} by position."
    st.markdown(by, help=f"Extracted records without gold {fate}. If an id repeats, the first record counts.")
    if gold.documents is not None:
        documents = sum(gold.documents in beside for beside in gold.metadata or ())
        st.markdown(f"{counted(documents, 'gold record')} with a document from a text file.")
    _details(evaluation, "Gold", gold, None, None)
    for name, loaded in variants.items():
        pairing = pairings[name]
        if isinstance(pairing, str) and name not in evaluation.failures:
            problem_box(f"{name}: {pairing}", "", "Choose another record id, or give every record one.")
        _details(evaluation, name, loaded, None if isinstance(pairing, str) else pairing, remarks.get(name))


def _pairing(evaluation: OpenEvaluation, name: str) -> PairedFile | str:
    """Return how the records of a variant pair; the reason where they cannot be paired."""
    kept = file_kept(evaluation, name)
    if kept is not None:
        return kept.why_not if kept.pairing is None else kept.pairing
    found = pairing_of(evaluation.gold, evaluation.variants[name], evaluation.schema.get("x-eval-id"))
    return found if isinstance(found, str) else PairedFile.of(found)


def _read(loaded: LoadedRecords) -> tuple[str, str, int, int]:
    return loaded.name, loaded.format, loaded.n_read, loaded.n_unreadable


def _paired(pairing: PairedFile | str) -> tuple[int | None, ...]:
    if isinstance(pairing, str):
        return None, None, None, None
    return pairing.paired, len(pairing.missing), len(pairing.duplicates), len(pairing.strays)


def _details(
    evaluation: OpenEvaluation, name: str, loaded: LoadedRecords, pairing: PairedFile | None, run: RunRemarks | None
) -> None:
    id_key, copies = evaluation.schema.get("x-eval-id"), len(evaluation.missing_policy.without)
    left_out = left_out_in_words(loaded.problems)
    remarks = [*([plain(left_out, 600)] if left_out is not None else []), *reading_in_words(loaded)]
    is_warning, of_reading = not needs_nothing(loaded), len(remarks)
    if pairing is not None and id_key is not None and pairing.by == "position":
        remarks.append(_SAID)
    if pairing is not None and pairing.missing:
        remarks.append(f"{counted(len(pairing.missing), 'gold record')} without an extracted one")
    if run is not None and run.left_out > copies:
        remarks.append(f"{run.left_out - copies:,} of them left out, not scored")
    if loaded is evaluation.gold and copies:
        remarks.append(copies_in_words(copies))
    invented = 0 if run is None else run.invented
    unscored = 0 if pairing is None else len(pairing.duplicates) + len(pairing.strays) - invented
    if unscored:
        remarks.append(f"{counted(unscored, 'extracted record')} not scored")
    if invented:
        remarks.append(f"{counted(invented, 'extracted record')} without gold, counted as invented")
    problems = run.problems if run else ()
    if not remarks and not problems:
        return
    is_warning = is_warning or len(remarks) > of_reading or bool(problems)
    said = (*_COUNTED, *([_SAID] if id_key is not None else []))
    of_values = [problem for problem in problems if not problem.message.startswith(said)]
    remarks += _kinds_of(of_values) if remarks else _worst(of_values or problems)
    with st.expander(f"{'⚠ ' if is_warning else ''}{plain(name)}: {'; '.join(remarks)}: show"):
        reading_tables(loaded, id_key)
        if pairing is not None:
            show_unpaired(pairing, loaded, id_key, evaluation.gold)
            if id_key is not None and pairing.by == "position":
                st.caption(f"Paired by position because {plain(pairing.reason, 300)}.")
        for problem in problems:
            data_line(_in_words(problem))
        if loaded is evaluation.gold and copies:
            show_copies(evaluation, "data")


def _worst(problems: Sequence[Problem]) -> list[str]:
    """Return the most frequent problem, and how many more the line opens with."""
    ordered = sorted(problems, key=lambda problem: (problem.kind != "shape", -problem.count))
    more = [f"and {len(ordered) - 1:,} more"] if len(ordered) > 1 else []
    return [*(plain(_in_words(problem), 160) for problem in ordered[:1]), *more]


def _in_words(problem: Problem) -> str:
    place = f"{problem.path}: " if problem.path else ""
    return f"{place}{problem.message}{how_often(problem)}"


def _kinds_of(problems: Sequence[Problem]) -> list[str]:
    """Count the problems of values: fields of another shape, and what else there is. Opened, the line names each."""
    shapes = sum(problem.kind == "shape" for problem in problems)
    others = len(problems) - shapes
    return [
        *([f"{counted(shapes, 'field')} of another shape"] if shapes else []),
        *([counted(others, "other note")] if others else []),
    ]
