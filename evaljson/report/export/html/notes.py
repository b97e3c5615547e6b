"""What else the HTML report says: which records were not scored, what went wrong, and what the figures depend on."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from evaljson.load.loaded_records import RecordId
from evaljson.report.export.html.about import fold, key_in_words
from evaljson.results.model import RunResult
from evaljson.results.scored_records import ARE_INVENTED, ARE_REPEATED, ARE_STRAY, WITHOUT_EXTRACTED, how_often
from evaljson.scoring.problems import Problem
from evaljson.wording.values import as_text, escaped, isolated
from evaljson.wording.words import counted

MOST_NAMED = 500
"""Ids that are named of one kind."""


def notes_section(
    runs: Mapping[str, RunResult],
    reading: Mapping[str, Sequence[str]],
    by_hand: Mapping[str, Collection[RecordId]] | None = None,
) -> str:
    """List, by variant, problems and records that are missing, left out, stray or repeated, and those of `reading`.

    `by_hand` says which of those left out a person left out; of a variant that it lacks, that is not known.
    """
    hands = by_hand or {}
    of_files = {name: [f"Its file: <bdi>{escaped(said)}</bdi>" for said in reading.get(name, ())] for name in runs}
    parts = [
        f"<h3><bdi>{escaped(name)}</bdi></h3>{_listed([*_notes(run, hands.get(name)), *of_files[name]])}"
        for name, run in runs.items()
    ]
    return fold("notes", "Notes", "".join(parts))


def _listed(notes: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{note}</li>' for note in notes)}</ul>" if notes else "<p>No notes.</p>"


def _unscored_strays(run: RunResult) -> list[Any]:
    invented = {(type(record_id), record_id) for record_id in run.invented_records}
    return [stray.id for stray in run.strays if (type(stray.id), stray.id) not in invented]


def _once(ids: Iterable[RecordId]) -> list[RecordId]:
    return list({(type(one), one): one for one in ids}.values())


def _left_out(run: RunResult, by_hand: Collection[RecordId] | None) -> dict[str, list[RecordId]]:
    if by_hand is None:
        return {"left out, by hand or because the extracted one cannot be read": list(run.left_out)}
    keys = {(type(one), one) for one in by_hand}
    return {
        "left out by hand": [one for one in run.left_out if (type(one), one) in keys],
        "left out, because the extracted one cannot be read": [
            one for one in run.left_out if (type(one), one) not in keys
        ],
    }


def _notes(run: RunResult, by_hand: Collection[RecordId] | None) -> Iterator[str]:
    by = f"joined by {isolated(key_in_words(run))}" if run.paired_by == "id" else "paired by position"
    yield f"{counted(run.total_records, 'record')} scored, {by}."
    fate = "counted as missing, field by field" if run.missing_records == "omit" else "not scored"
    kinds = {
        f"without an extracted record, {fate}": run.missing,
        **_left_out(run, by_hand),
        "extracted without gold, counted as invented, field by field": run.invented_records,
        "extracted without gold, never scored": _unscored_strays(run),
        "extracted more than once; the first one counts": _once(record.id for record in run.duplicates),
    }
    for what, ids in kinds.items():
        if ids:
            yield f"{counted(len(ids), 'record')} {what}: {_ids(ids)}"
    if run.empty_records:
        empty = counted(run.empty_records, "record has", "records have")
        yield f"{empty} no extracted value that counts: precision is 100 there."
    if run.judged is not None:
        who = f"<bdi>{escaped(run.judged.model)}</bdi>" + (", no language model," if run.judged.stand_in else "")
        left = f"; {run.judged.failed:,} of them are not judged and in no figure" if run.judged.failed else ""
        yield f"{who} judged {counted(run.judged.fields, 'field')} by meaning{left}."
    for problem in run.problems:
        if _is_listed(problem, run):
            continue
        place = f"<code><bdi>{escaped(problem.path)}</bdi></code>: " if problem.path else ""
        yield f"{place}{escaped(problem.message)}{how_often(problem)}"


def _is_listed(problem: Problem, run: RunResult) -> bool:
    """Check whether a problem only counts records that are named above."""
    listed = {
        WITHOUT_EXTRACTED: run.missing,
        ARE_INVENTED: run.invented_records,
        ARE_STRAY: _unscored_strays(run),
        ARE_REPEATED: run.duplicates,
    }
    return problem.kind == "records" and any(
        problem.message.startswith(begin) and problem.count == len(ids) for begin, ids in listed.items()
    )


def _ids(ids: Sequence[Any]) -> str:
    named = ", ".join(f"<bdi>{escaped(as_text(record_id)[:200])}</bdi>" for record_id in ids[:MOST_NAMED])
    return named + (f" and {len(ids) - MOST_NAMED:,} more" if len(ids) > MOST_NAMED else "")


def signature_section(runs: Mapping[str, RunResult]) -> str:
    """Write the signatures: with the same one, the numbers are the same. Of further runs, what differs."""
    first, *others = runs
    whole = dict(runs[first].signature)
    parts = [_signature(first, whole)]
    for name in others:
        differs = {part: value for part, value in runs[name].signature.items() if value != whole.get(part)}
        parts.append(_signature(name, differs, f' <span class="faint">as of {_name(first)}, except for</span>'))
    return fold("signature", "What it depends on", f"<p>Same signature, same numbers.</p>{''.join(parts)}")


def _signature(name: str, signature: Mapping[str, Any], but: str = "") -> str:
    text = escaped(json.dumps(dict(signature), indent=1)).replace("↵", "")
    return f'<h3>{_name(name)}{but}</h3><pre class="sign">{text}</pre>'


def _name(name: str) -> str:
    return f"<bdi>{escaped(name)}</bdi>"
