"""Which version of the schema put the first variant first: at once if that is quick, else by a job of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import streamlit as st

from evaljson.compare.words.put_first import Told, first_under_all, put_first_sentence
from evaljson.jobs.page_work import StoppedError
from evaljson.store import NotFound, SchemaVersion
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names
from evaljson.ui.shared.job_of_page import JobOfPage
from evaljson.ui.shared.job_watch import AT_WORK
from evaljson.wording.short_names import OF_MESSAGE, is_long
from evaljson.wording.words import person
from evaljson.workspace.put_first import MOST, PUT_FIRST, PutFirst, found_put_first, put_first_key
from evaljson.workspace.versions import lineage

_QUICK: Final = 100_000
"""Results over all variants and versions up to which this takes about a second."""
_EVERY: Final = 1.0
"""Seconds between two looks at the job."""
Call = Callable[[str], str]


def known_put_first(evaluation: OpenEvaluation) -> PutFirst | None:
    """Return it if someone has worked it out."""
    key = _key(evaluation)
    return cache.shared_where_known(
        ("put first", evaluation.id, key), lambda: found_put_first(server.store(), evaluation.id, key)
    )


def put_first_or_job(evaluation: OpenEvaluation) -> PutFirst | None:
    """Return it; None while a job works it out, which is said here, and where there is nothing to be worked out."""
    if len(current_names(evaluation)) < 2 or evaluation.is_of_folders or evaluation.stored.gold is None:
        return None
    number, made_from = evaluation.stored.schema_number, _made_from(evaluation)
    if number is None or len(made_from) < 2:
        return None
    known = known_put_first(evaluation)
    if known is not None:
        return known
    results = sum(evaluation.stored_runs[name].metrics["total_fields"] for name in current_names(evaluation))
    if results * min(len(made_from) - 1, MOST) <= _QUICK:
        with suppress(StoppedError):
            about = (server.url(), evaluation.id, number, author.who())
            server.work("put_first_of", *about, instead="it goes on as a job")
            return known_put_first(evaluation)
    if not evaluation.is_earlier:
        job = JobOfPage(PUT_FIRST, evaluation.id, (evaluation.id, _key(evaluation))).begun()
        if job is not None and job.state in AT_WORK:
            _wait(job.id)
    return None


def put_first_in_words(evaluation: OpenEvaluation, found: PutFirst | None, call: Call) -> str:
    """Say it; "" where no version changes who is first. `call` writes what people typed."""
    names = {evaluation.run_key(name): name for name in current_names(evaluation)}
    if found is None or found.first not in names:
        return ""
    first, before = names[found.first], found.before
    if before is None:
        return first_under_all(found.compared) if found.has_more and found.compared else ""
    made_from = _made_from(evaluation)
    after = next((one for one in made_from if one.number == before.after), None)
    if after is None or before.other not in names:
        return ""
    totals = [evaluation.stored_runs[name].metrics.get("total_records") for name in names.values()]
    return put_first_sentence(
        first,
        names[before.other],
        before.f1,
        before.number,
        _told(after),
        call=call,
        current=evaluation.stored.schema_number if after is made_from[0] else None,  # a later one is not the same
        not_compared=sorted(before.not_compared),
        may_be_chance=before.may_be_chance,
        passed=before.passed,
        records=None if all(total == found.records for total in totals) else found.records,
    )


def long_message(evaluation: OpenEvaluation, found: PutFirst | None) -> str:
    """Return the whole message of the version that is named, where the sentence has only its beginning; else ""."""
    before = None if found is None else found.before
    if before is None or before.not_compared:
        return ""
    message = next((one.message for one in _made_from(evaluation) if one.number == before.after), "")
    return message if is_long(message, OF_MESSAGE) else ""


def _told(version: SchemaVersion) -> Told:
    day = f"{version.created.day} {version.created:%b %Y}"
    return Told(version.number, version.message, person(version.author), day)


def _made_from(evaluation: OpenEvaluation) -> Sequence[SchemaVersion]:
    """List the versions that the one of these figures was made from, itself first."""
    number = evaluation.stored.schema_number
    if number is None:
        return []
    key = ("made from", evaluation.id, number)
    made_from: list[SchemaVersion] = cache.derived(
        key, lambda: lineage(server.store().schemas.all(evaluation.id), number)
    )
    return made_from


def _key(evaluation: OpenEvaluation) -> str:
    runs = [evaluation.run_key(name) for name in current_names(evaluation)]
    return put_first_key(evaluation.stored, _made_from(evaluation), runs)


@st.fragment(run_every=_EVERY)
def _wait(job: str) -> None:
    with suppress(NotFound):
        if server.store().jobs.get(job).state not in AT_WORK:
            st.rerun()
    st.caption("First place under earlier versions of the schema: being compared.")
