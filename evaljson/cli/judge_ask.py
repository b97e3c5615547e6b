"""Before a judge is asked: what it would take, and whether that is wanted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from evaljson.base.errors import InputError
from evaljson.cli.options.judge import JudgeWish
from evaljson.cli.text.console import Steps, Voice, printable
from evaljson.schema.node import SchemaNode
from evaljson.wording.words import dollars

if TYPE_CHECKING:
    from evaljson.judge import CostEstimate, Judge, OfflineJudge, Question


def judge_for(
    wish: JudgeWish, tree: SchemaNode, gather: Callable[[], list[Question]], name: str, voice: Voice, steps: Steps
) -> Judge | OfflineJudge | None:
    """Who judges the fields of a run over the file `name`; None for nobody. `gather` gives what would be asked.

    Says what a model would be asked, and asks whether to, unless nothing is to be asked or somebody agreed already.
    Raises InputError where nobody can be asked, click.Abort for a no.
    """
    from evaljson.judge import Judge, takes_judge

    if not takes_judge(tree):
        return None
    judge = wish.judge
    if not isinstance(judge, Judge):
        return judge
    estimate = judge.estimate(gather())
    told = f"{name}: {told_of(estimate, judge.model)}"
    if not estimate.to_ask or wish.is_agreed:
        voice.note(told)
        return judge
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError(
            f"{told} Pass --yes to ask, --judge-budget USD to set a limit, or --judge-offline for the stand-in."
        )
    with steps.paused():
        click.confirm(printable(f"{told} Ask?"), abort=True, err=True)
    return judge


def told_of(estimate: CostEstimate, model: str) -> str:
    """An estimate in a sentence or two."""
    known = f"{estimate.equal:,} equal, {estimate.cached:,} of {estimate.distinct:,} distinct questions answered before"
    if not estimate.to_ask:
        return f"{model} judges {estimate.fields:,} fields ({known}); nothing is to be asked."
    tokens = f"about {estimate.tokens_in:,} tokens in and {estimate.tokens_out:,} out"
    price = "at an unknown price" if estimate.price is None else f"about {dollars(estimate.price)}"
    return (
        f"{model} judges {estimate.fields:,} fields ({known}): {estimate.to_ask:,} to ask in {estimate.batches:,} "
        f"requests, {tokens}, {price}."
    )


def judged_lines(run: Any) -> list[str]:
    """What a judge did for a run, for the summary; none where there was nothing for one."""
    used = run.judged
    if used is None:
        return []
    who = f"{used.model}, no language model" if used.stand_in else used.model
    lines = [f"Judge    {who}: {used.fields:,} fields, {used.equal:,} equal, {used.failed:,} not judged"]
    if not used.stand_in:
        cost = "" if used.price is None else f", {dollars(used.price)}"
        lines.append(
            f"         {used.cached:,} of {used.distinct:,} questions answered before, {used.calls:,} requests, "
            f"{used.tokens_in + used.tokens_out:,} tokens{cost}"
        )
    return lines + ([f"         stopped: {used.stopped}"] if used.stopped else [])
