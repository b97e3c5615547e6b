"""A run, or several over the same gold, as one HTML page that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import Leaderboard
from evaljson.compare.words.first_place import WayToFirst, first_place_hangs_on
from evaljson.floor import Floors
from evaljson.leaks import Leaks
from evaljson.report import first_place
from evaljson.report.compare.verdict_html import pieces_html
from evaljson.report.export.html.about import ON_PAPER, About, about_section, put_first_line, rules_section
from evaljson.report.export.html.corrected import CorrectedInReport, corrected_section
from evaljson.report.export.html.doubtful_replies import doubtful_replies_lines
from evaljson.report.export.html.figures import averages, failures_table, fields_table, summary_table
from evaljson.report.export.html.floors import floor_line
from evaljson.report.export.html.leaks import leak_line
from evaljson.report.export.html.notes import notes_section, signature_section
from evaljson.report.export.html.pairing import ByContent, pairing_line
from evaljson.report.export.html.patterns import patterns_section
from evaljson.report.export.html.ranking import board_of, ranking_table, ranking_verdict, tied
from evaljson.report.export.html.records import records_section
from evaljson.report.export.html.renamed import renamed_lines
from evaljson.report.export.html.rules_kept import rules_line
from evaljson.report.export.html.shared_runs import shared_runs
from evaljson.report.export.html.style import PAGE_RULES
from evaljson.report.export.html.suggested import Suggested, suggested_line
from evaljson.results.model import RunResult
from evaljson.review.label_states import GoldLabels
from evaljson.rules import RuleReport
from evaljson.schema.node import SchemaNode
from evaljson.wording.values import escaped

MOST_RECORDS: Final = 10
"""Records shown unless the caller says otherwise."""
_OWN: Final = "These figures are over each variant's own records, not only those of the ranking."
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""Even if something slipped through: nothing on the page may run or be fetched."""


def to_html(
    runs: Mapping[str, RunResult],
    tree: SchemaNode,
    title: str = "Evaluation",
    most: int = MOST_RECORDS,
    about: About | None = None,
    *,
    floors: Floors | None = None,
    leaks: Leaks | None = None,
    board: Leaderboard | None = None,
    corrected: CorrectedInReport | None = None,
    labels: GoldLabels | None = None,
    rules: Mapping[str, RuleReport] | None = None,
    by_content: ByContent | None = None,
    ways_to_first: Sequence[WayToFirst] | None = None,
    suggested: Suggested | None = None,
) -> bytes:
    """Write the page in UTF-8: figures, fields, patterns, `most` records that lose most, rules, notes and signatures.

    Three variants or more are ranked, with the sentence and the intervals of Overview; all figures are then over the
    records that these share.

    `runs` are variants by name, the first one the baseline; `tree` is the eval schema that they were scored by; `about`
    says what neither knows, such as when; `floors` are what extractions that read nothing score, `leaks` gold that is
    in prompts or repeated; `board` is the ranking of these very runs, for who has it already; `corrected` is what a
    review makes of the figures, `labels` what reviews say of values of gold, `rules` how
    gold and each variant keep the rules of the schema, `by_content` the mean F1 of variants with arrays paired by
    content, `ways_to_first` what is still to be decided and changes first place, for who knows it (None: it is worked
    out), `suggested` the settings that are one of these ways. Raises InputError where there is no run, or where they
    were scored against different gold or schemas.
    """
    check_comparable(runs)
    about = about or About()
    board = board_of(runs, board)
    shared = shared_runs(runs)
    ranked_runs = runs if board is None else shared.runs
    hangs = first_place_hangs_on(first_place.ways_to_first(runs, tree) if ways_to_first is None else ways_to_first)
    ranked = "" if board is not None else averages(runs) + failures_table(runs) + summary_table(runs, None, about.costs)
    if board is not None:
        more = f"<details><summary>More figures of each variant</summary>{summary_table(ranked_runs, runs)}</details>"
        ranked = (
            ranking_table(board, floors, about.costs, next(iter(runs)), about.changes)
            + shared.line(floors is not None)
            + more
        )
    if floors is not None:
        ranked += floor_line(floors)
    if leaks is not None:
        ranked += leak_line(leaks)
    if rules is not None:
        ranked += rules_line(rules)
    alone = as_ranked = ""
    if suggested is not None:
        line = suggested_line(ranked_runs if suggested.is_ranked else runs, suggested)
        alone, as_ranked = ("", line) if suggested.is_ranked else (line, "")
    if by_content is not None and by_content.is_ranked:
        as_ranked += pairing_line(ranked_runs, by_content)
    elif by_content is not None:
        alone += pairing_line(runs, by_content)
    parts = [
        f"<h1>{escaped(title)}</h1>",
        _undecided(hangs) if board is None else ranking_verdict(board, hangs, about.costs) + put_first_line(about),
        *_beside_ranking(renamed_lines(runs, tree) + alone, ranked_runs is not runs),
        as_ranked,
        doubtful_replies_lines(runs),
        about_section(runs, about),
        '<nav><a href="#fields">Fields</a><a href="#records">Records</a><a href="#rules">How it is scored</a>'
        '<a href="#notes">Notes</a><a href="#signature">What it depends on</a></nav>',
        ranked,
        *_beside_ranking("" if corrected is None else corrected_section(corrected), ranked_runs is not runs),
        fields_table(ranked_runs, about.changes, floors),
        patterns_section(ranked_runs, about.compared, tied(board)),
        records_section(shared, runs, tree, most, labels or {}, about.compared, tied(board)),
        rules_section(tree),
        notes_section(runs, about.reading, about.left_out_by_hand),
        signature_section(runs),
    ]
    return html_page(title, "".join(parts), wide=len(runs) > 1, made=about.made)


def _undecided(hangs: Sequence[str]) -> str:
    """Write what the first place of two hangs on: which of them it is, the verdict below says."""
    return f'<p dir="auto">{pieces_html(hangs)}</p>' if hangs else ""


def _beside_ranking(part: str, are_fewer: bool) -> tuple[str, ...]:
    """Say below a part that its figures are over the records of each variant, where the ranking is over fewer."""
    return (part, f'<p class="faint">{_OWN}</p>') if part and are_fewer else (part,)


_ON_PAPER: Final = "What is folded in the file is left out on paper. Open it before you print to have it here."
"""Shown in print alone, where something is folded."""
_VERDICTS_TOO: Final = " Comparisons with the baseline are here all the same."


def html_page(title: str, body: str, *, wide: bool = False, made: str = "") -> bytes:
    """Write a whole page in UTF-8 around `body`, which is HTML already; a `wide` one prints in landscape.

    `made` says when; the page itself has it where it is folded.
    """
    opened = '<body class="wide">' if wide else "<body>"
    if "<details" in body:
        when = f"Report made {escaped(made)}. " if made else ""
        but = _VERDICTS_TOO if ON_PAPER in body else ""
        body += f'<p class="faint paper">{when}{_ON_PAPER}{but}</p>'
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escaped(title)}</title><style>{PAGE_RULES}</style></head>\n{opened}\n{body}\n</body></html>\n"
    )
    return page.encode("utf-8", "backslashreplace")


def check_comparable(runs: Mapping[str, RunResult]) -> None:
    """Raise InputError where these runs cannot share a report."""
    if not runs:
        raise InputError("there is no run to report: score a variant first")
    first = next(iter(runs.values()))
    for name, run in runs.items():
        for part in ("gold", "schema"):
            if run.signature[part] != first.signature[part]:
                raise InputError(
                    f"{name!r} was scored against another {part}: runs of one report share gold and schema"
                )
