"""`evaljson review apply`: puts the corrected gold of a review in place, and the gold from before back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from evaljson.cli.console import Messages, show_text
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.streams import put_json
from evaljson.cli.text.reviews import review_json
from evaljson.wording.words import counted

if TYPE_CHECKING:
    from evaljson.store import Evaluation, Review


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyOptions:
    """What `review apply` takes."""

    review: str = argument()
    undo: bool = option("--undo", is_flag=True, help="Put the gold back that was there before.")
    last: bool = option(
        "--last", is_flag=True, help="With --undo: take back only what was put in place last, if that was done twice."
    )
    as_json: bool = option("--json", is_flag=True, help="Print what changed as JSON.")
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@click.command()
@takes(ApplyOptions)
@debug_option
def apply(options: ApplyOptions) -> None:
    """Make the corrected gold of REVIEW the gold of its evaluation, or put the old one back."""
    from evaljson.report.review.gold_lines import change_as_json
    from evaljson.workspace.find import find_review
    from evaljson.workspace.read_review import read_review
    from evaljson.workspace.review_gold import apply_review, corrected, reviews_left_behind, take_back

    actor = options.who.actor()
    with options.workspace.open() as store:
        found = find_review(store, options.review)
        evaluation = store.evaluations.get(found.evaluation)
        if options.undo:
            after = take_back(store, evaluation, found, by=actor, last=options.last)
            _show_taken_back(evaluation, found, after, as_json=options.as_json)
            return
        opened = read_review(store, found.id)
        fixed, behind = corrected(store, opened), reviews_left_behind(store, found)
        after = apply_review(store, opened, evaluation.revision, by=actor)
    if behind and after.applied != found.applied:
        names = ", ".join(repr(one.name) for one in behind)
        Messages().warn(f"made of the gold that was in place, so their corrections cannot be put in any more: {names}.")
    refused = [{**change_as_json(one.change), "refused": one.why} for one in fixed.refused]
    if options.as_json:
        changes = [change_as_json(one) for one in fixed.changes]
        put_json({**review_json(after, evaluation.name), "changes": changes, "refused": refused})
        return
    values = f"{counted(len(fixed.changes), 'value')} of gold corrected"
    if evaluation.gold is not None and after.applied == evaluation.gold.id:
        show_text(f"{evaluation.name}: this gold is in place already ({values}); nothing changed.")
    else:
        show_text(f"{evaluation.name}: {values}; score its variants again.")
    for change in fixed.refused:
        Messages().warn(f"not made: {change.change.record_id}, {change.change.path}: {change.why}.")


def _show_taken_back(evaluation: Evaluation, found: Review, after: Review, *, as_json: bool) -> None:
    if as_json:
        put_json(review_json(after, evaluation.name))
        return
    before = "newer answers of " if after.applied is not None else ""
    show_text(f"{evaluation.name} has the gold from before {before}{found.name} again.")
