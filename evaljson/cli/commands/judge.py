"""`evaljson judge`: the verdicts that are kept, what was spent on them, and how far people agree with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.commands.workspace import folder_option
from evaljson.cli.options.common import debug_option
from evaljson.cli.text.console import printable, show
from evaljson.wording.words import counted, dollars

if TYPE_CHECKING:
    from evaljson.judge.calibration import FieldCalibration
    from evaljson.store import Evaluation, Store


@click.group()
def judge() -> None:
    """Verdicts of language models: how many are kept, what they cost, and whether they can be believed."""


@judge.command()
@click.option("--clear", is_flag=True, help="Forget them; they are paid for again where they are needed again.")
@click.option("--model", metavar="MODEL", help="Only those of MODEL.")
@click.option("--older-than", type=click.IntRange(0), metavar="DAYS", help="With --clear: only those kept before.")
@folder_option
@debug_option
def cache(clear: bool, model: str | None, older_than: int | None, folder: str | None) -> None:
    """Count the verdicts that the workspace keeps, by model and version of the prompt; or forget them."""
    if older_than is not None and not clear:
        raise InputError("--older-than says what to forget: give --clear too.")
    with _opened(folder) as store:
        if clear:
            before = None if older_than is None else datetime.now(UTC) - timedelta(days=older_than)
            gone = store.judgements.clear(model=model, older_than=before)
            _say(f"{counted(gone, 'verdict')} forgotten, {store.judgements.count():,} kept.")
            return
        kept = [one for one in store.judgements.kept() if model is None or one.model == model]
    if not kept:
        _say("No verdicts are kept.")
        return
    rows = [
        (one.model, one.prompt, f"{one.count:,}", f"{one.tokens_in + one.tokens_out:,}", f"{one.newest:%Y-%m-%d}")
        for one in kept
    ]
    _table(("model", "prompt", "verdicts", "tokens", "newest"), rows, right=(2, 3))


@judge.command()
@click.option("--days", type=click.IntRange(1), metavar="DAYS", help="Only the last DAYS days.")
@folder_option
@debug_option
def usage(days: int | None, folder: str | None) -> None:
    """Say what asking judges took, by model."""
    from evaljson.store import summed

    since = None if days is None else datetime.now(UTC) - timedelta(days=days)
    with _opened(folder) as store:
        found = store.usage.all(since=since)
    if not found:
        _say("Nobody was asked.")
        return
    rows = []
    for model in sorted({one.usage.model for one in found}):
        total = summed(one for one in found if one.usage.model == model)
        price = dollars(total.price) + (f" and {total.unpriced:,} at an unknown price" if total.unpriced else "")
        told = (total.askings, total.asked, total.cached, total.calls, total.tokens_in + total.tokens_out)
        rows.append((model, *(f"{one:,}" for one in told), price))
    _table(("model", "askings", "asked", "known", "requests", "tokens", "price"), rows, right=(1, 2, 3, 4, 5, 6))


@judge.command()
@click.argument("evaluation")
@click.option("--variant", metavar="NAME", help="Only that one.")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@folder_option
@debug_option
def agreement(evaluation: str, variant: str | None, as_json: bool, folder: str | None) -> None:
    """Hold the judge of EVALUATION against what people said of the same pairs: agreement, kappa, and the mean score of
    each field as people would have it.

    EVALUATION is a name or an id. Pairs are labelled in the dashboard.
    """
    from evaljson.judge.calibration import calibrate_pairs
    from evaljson.judge.decided_pairs import pairs_of
    from evaljson.workspace.judged_runs import judged_runs

    with _opened(folder) as store:
        found = _evaluation(store, evaluation)
        if variant is not None and variant not in {one.name for one in found.variants}:
            hint = did_you_mean(variant, [one.name for one in found.variants])
            raise InputError(f"{found.name} has no variant {variant!r}.{hint}")
        told: dict[str, list[FieldCalibration]] = {}
        for name, run, schema in judged_runs(store, found):
            if variant in (None, name):
                pairs = pairs_of(run, schema)
                told[name] = calibrate_pairs(pairs, store.labels.of(pair.sha256 for pair in pairs))
    if not any(told.values()):
        raise InputError(f"{found.name}: no pair was judged yet; score it with a judge first.")
    if as_json:
        document = {name: [asdict(one) for one in own] for name, own in told.items()}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    rows = [_row(name, one) for name, own in told.items() for one in own]
    columns = ("variant", "field", "labels", "pairs", "agree", "95%", "kappa", "95%", "judge", "people", "95%")
    _table(columns, rows, right=range(2, 11))
    for name, own in told.items():
        for one in own:
            if one.why_not is not None:
                _say(f"{name}, {one.field}: {one.why_not}.")


def _row(variant: str, one: FieldCalibration) -> tuple[str, ...]:
    kappa, mean = one.kappa, one.corrected
    return (
        variant,
        one.field,
        f"{one.labelled:,}",
        f"{one.pairs:,}",
        "–" if one.agreement is None else f"{one.agreement:.3f}",
        _interval(one.agreement_interval),
        "–" if kappa is None else f"{kappa.value:.2f}",
        _interval(None if kappa is None else (kappa.low, kappa.high), 2),
        "–" if mean is None else f"{mean.judged:.3f}",
        "–" if mean is None else f"{mean.value:.3f}",
        _interval(None if mean is None else (mean.low, mean.high)),
    )


def _interval(bounds: tuple[float, float] | None, digits: int = 3) -> str:
    return "–" if bounds is None else f"{bounds[0]:.{digits}f} to {bounds[1]:.{digits}f}"


def _evaluation(store: Store, named: str) -> Evaluation:
    """By id, else by name. Raises InputError where there is none, or more than one."""
    listed = store.evaluations.all()
    found = [one for one in listed if one.id == named] or [one for one in listed if one.name == named]
    if len(found) > 1:
        raise InputError(f"{len(found)} evaluations are named {named!r}: give the id, {found[0].id} for the newest.")
    if not found:
        raise InputError(f"there is no evaluation {named!r} here.{did_you_mean(named, [one.name for one in listed])}")
    return store.evaluations.get(found[0].id)


def _opened(folder: str | None) -> Store:
    # Here, since it takes longer to import than `score` takes to start.
    from evaljson.store import open_store

    return open_store(folder=folder)


def _say(text: str) -> None:
    show(Text(printable(text)))


def _table(columns: Iterable[str], rows: Iterable[tuple[Any, ...]], right: Iterable[int] = ()) -> None:
    table, right = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold"), set(right)
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place in right else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    show(table)
