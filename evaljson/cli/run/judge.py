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
    if not estimate.to_ask or options.is_confirmed:
        messages.note(sentence)
        return judge
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)):
        raise InputError(
            f"{sentence} Pass --yes to ask, --judge-budget USD to set a limit, or --judge-offline for the stand-in."
        )
    with steps.paused():
        click.confirm(printable(f"{sentence} Ask?"), abort=True, err=True)
    return judge


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
