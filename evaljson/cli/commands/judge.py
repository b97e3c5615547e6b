"""`evaljson judge`: kept verdicts, what judging cost, and how far people agree with the judge."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.console import show, show_text
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.streams import put
from evaljson.cli.text.judge_tables import AGREEMENT_COLUMNS, agreement_row, difference_line, plain_table
from evaljson.wording.words import counted, dollars

if TYPE_CHECKING:
    from evaljson.judge.calibration import FieldCalibration


@click.group()
def judge() -> None:
    """Verdicts of language models: how many are kept, what they cost, how reliable they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheOptions:
    """What `judge cache` takes."""

    clear: bool = option("--clear", is_flag=True, help="Delete them; when needed again, they are paid for again.")
    model: str | None = option("--model", metavar="MODEL", help="Only verdicts of MODEL.")
    older_than: int | None = option(
        "--older-than", type=click.IntRange(0), metavar="DAYS", help="With --clear: only those older than DAYS days."
    )
    workspace: FolderOptions = group(FolderOptions)


@judge.command()
@takes(CacheOptions)
@debug_option
def cache(options: CacheOptions) -> None:
    """Count the verdicts that the workspace keeps, by model and prompt version, or delete them."""
    if options.older_than is not None and not options.clear:
        raise InputError("--older-than limits what is deleted: pass --clear too.")
    model = options.model
    with options.workspace.open(create=True) as store:
        if options.clear:
            days = options.older_than
            before = None if days is None else datetime.now(UTC) - timedelta(days=days)
            deleted = store.judgements.clear(model=model, older_than=before)
            show_text(f"{counted(deleted, 'verdict')} deleted, {store.judgements.count():,} kept.")
            return
        kept = [one for one in store.judgements.kept() if model is None or one.model == model]
    if not kept:
        show_text(f"No verdicts{'' if model is None else f' of {model}'} are kept.")
        return
    rows = [
        (one.model, one.prompt, f"{one.count:,}", f"{one.tokens_in + one.tokens_out:,}", f"{one.newest:%Y-%m-%d}")
        for one in kept
    ]
    show(plain_table(("model", "prompt", "verdicts", "tokens", "newest"), rows, right=(2, 3)))


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageOptions:
    """What `judge usage` takes."""

    days: int | None = option("--days", type=click.IntRange(1), metavar="DAYS", help="Only the last DAYS days.")
    workspace: FolderOptions = group(FolderOptions)


@judge.command()
@takes(UsageOptions)
@debug_option
def usage(options: UsageOptions) -> None:
    """Show what judging cost, by model."""
    from evaljson.store import summed

    since = None if options.days is None else datetime.now(UTC) - timedelta(days=options.days)
    with options.workspace.open(create=True) as store:
        used = store.usage.all(since=since)
    if not used:
        days = "" if options.days is None else f" in the last {counted(options.days, 'day')}"
        show_text(f"No judge has been asked{days}.")
        return
    rows = []
    for model in sorted({one.usage.model for one in used}):
        total = summed(one for one in used if one.usage.model == model)
        price = dollars(total.price) + (f" and {total.unpriced:,} at an unknown price" if total.unpriced else "")
        counts = (total.askings, total.asked, total.cached, total.calls, total.tokens_in + total.tokens_out)
        rows.append((model, *(f"{count:,}" for count in counts), price))
    columns = ("model", "runs", "asked", "known", "requests", "tokens", "price")
    show(plain_table(columns, rows, right=(1, 2, 3, 4, 5, 6)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementOptions:
    """What `judge agreement` takes."""

    evaluation: str = argument()
    variant: str | None = option("--variant", metavar="NAME", help="Only this variant.")
    against: str | None = option(
        "--against", metavar="NAME",
        help="Also correct the difference in pooled F1 of each other variant from this one.",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document with everything instead of the table.")
    workspace: FolderOptions = group(FolderOptions)


@judge.command()
@takes(AgreementOptions)
@debug_option
def agreement(options: AgreementOptions) -> None:
    """Compare the judge of EVALUATION with people who labelled the same pairs: agreement, kappa, and each field's mean
    score corrected by their labels.

    EVALUATION is a name or an id. Pairs are labelled in the dashboard.
    """
    from evaljson.judge.calibration import calibrate_pairs
    from evaljson.judge.corrected_difference import JudgedRun, corrected_differences
    from evaljson.judge.decided_pairs import pairs_of
    from evaljson.workspace.find import find_evaluation
    from evaljson.workspace.judged_runs import judged_runs

    with options.workspace.open(create=True) as store:
        evaluation = find_evaluation(store, options.evaluation)
        variants = [one.name for one in evaluation.variants]
        for asked in filter(None, (options.variant, options.against)):
            if asked not in variants:
                raise InputError(f"{evaluation.name} has no variant {asked!r}.{did_you_mean(asked, variants)}")
        by_variant: dict[str, list[FieldCalibration]] = {}
        judged: dict[str, JudgedRun] = {}
        labels: dict[str, Any] = {}
        for name, run, schema in judged_runs(store, evaluation):
            if options.variant in (None, name, options.against):
                judged[name] = JudgedRun(run, pairs_of(run, schema))
                labels |= store.labels.of(pair.sha256 for pair in judged[name].pairs)
            if options.variant in (None, name):
                by_variant[name] = calibrate_pairs(judged[name].pairs, labels)
    if not any(by_variant.values()):
        raise InputError(f"{evaluation.name}: no pair has been judged; score it with a judge first.")
    differences = {} if options.against is None else corrected_differences(options.against, judged, labels)
    if options.as_json:
        document: dict[str, Any] = {
            name: [asdict(one) for one in of_variant] for name, of_variant in by_variant.items()
        }
        if options.against is not None:
            of = {name: None if one is None else asdict(one) for name, one in differences.items()}
            document = {"variants": document, "against": options.against, "differences": of}
        put(f"{json.dumps(document, ensure_ascii=False, indent=2)}\n")
        return
    calibrations = [(name, one) for name, of_variant in by_variant.items() for one in of_variant]
    show(plain_table(AGREEMENT_COLUMNS, [agreement_row(name, one) for name, one in calibrations], right=range(2, 11)))
    if any(one.labelled for _, one in calibrations):
        show_text("The intervals are about these records: how far the labels show what people would say of all pairs.")
    for name, corrected in differences.items():
        show_text(difference_line(name, options.against or "", corrected))
    for name, one in calibrations:
        if one.why_not is not None:
            show_text(f"{name}, {one.field}: {one.why_not}.")
