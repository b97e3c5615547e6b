"""The judge of a run: what asking it would cost, and whether the user agrees."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, Steps, printable
from evaljson.cli.options.judge import JudgeOptions
from evaljson.schema.node import SchemaNode
from evaljson.wording.words import counted, dollars

if TYPE_CHECKING:
    from evaljson.judge import CostEstimate, Judge, OfflineJudge, Question


def confirmed_judge(
    options: JudgeOptions,
    tree: SchemaNode,
    gather: Callable[[], list[Question]],
    name: str,
    messages: Messages,
    steps: Steps,
) -> Judge | OfflineJudge | None:
    """Return the judge for a run over the file `name`; None if the schema or the options need none.

    `gather` returns the questions. The cost estimate is printed; the user is asked to confirm unless there is nothing
    to ask or the options confirm already. Raises InputError without a terminal to ask on, click.Abort for a no.
    """
    from evaljson.judge import Judge, takes_judge

    if not takes_judge(tree):
        return None
    judge = options.judge
    if not isinstance(judge, Judge):
        return judge
    estimate = judge.estimate(gather())
    sentence = f"{name}: {estimate_sentence(estimate, judge.model)}"
    confirm(sentence, bool(estimate.to_ask), options, messages, steps, " or --judge-offline for the stand-in")
    return judge


def confirm(
    sentence: str, has_questions: bool, options: JudgeOptions, messages: Messages, steps: Steps, instead: str = ""
) -> None:
    """Print what asking would cost, and have the user confirm, unless there is nothing to ask or they did already.

    Raises InputError without a terminal to ask on, click.Abort for a no.
    """
    if not has_questions or options.is_confirmed:
        messages.note(sentence)
        return
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)):
        ways = "Pass --yes to ask, --judge-budget USD to set a limit," if instead else "Pass --yes to ask, or"
        limit = instead or " --judge-budget USD to set a limit"
        raise InputError(f"{sentence} {ways}{limit}.")
    with steps.paused():
        click.confirm(printable(f"{sentence} Ask?"), abort=True, err=True)


def cost_sentence(estimate: CostEstimate, model: str, what: str) -> str:
    """Say what asking for something else than verdicts would cost."""
    if not estimate.to_ask:
        return f"{model}: {what}, all {estimate.distinct:,} answered before; there is nothing to ask."
    price = "at an unknown price" if estimate.price is None else f"about {dollars(estimate.price)}"
    known = f", {estimate.cached:,} of {estimate.distinct:,} answered before" if estimate.cached else ""
    return (
        f"{model}: {what}{known}: {counted(estimate.batches, 'request')}, about {estimate.tokens_in:,} tokens in and "
        f"{estimate.tokens_out:,} out, {price}."
    )


def estimate_sentence(estimate: CostEstimate, model: str) -> str:
    """Put a cost estimate into a sentence."""
    known = f"{estimate.equal:,} equal, {estimate.cached:,} of {estimate.distinct:,} distinct questions answered before"
    fields = counted(estimate.fields, "field")
    if not estimate.to_ask:
        return f"{model} judges {fields} ({known}); there is nothing to ask."
    tokens = f"about {estimate.tokens_in:,} tokens in and {estimate.tokens_out:,} out"
    price = "at an unknown price" if estimate.price is None else f"about {dollars(estimate.price)}"
    requests = counted(estimate.batches, "request")
    return f"{model} judges {fields} ({known}): {estimate.to_ask:,} to ask in {requests}, {tokens}, {price}."
