"""`evaljson audit`: who signed in, opened, changed, exported and deleted what, and who changed rights."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

import click

from evaljson.cli.console import show, show_text
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.streams import put
from evaljson.cli.text.people_and_audit import audit_json, audit_table


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOptions:
    """What `audit` takes."""

    evaluation: str | None = argument(required=False)
    since: datetime | None = option(
        "--since", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M"]), metavar="DATE",
        help="Only what was done from this day on (UTC): 2027-01-31, or 2027-01-31T12:00.",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one line of JSON per entry instead of the table.")
    workspace: FolderOptions = group(FolderOptions)


@click.command()
@takes(AuditOptions)
@debug_option
def audit(options: AuditOptions) -> None:
    """Print who signed in, opened, changed, exported and deleted what, and who changed rights, newest first.

    EVALUATION is a name or an id; without it, entries of all evaluations are printed, deleted ones too.
    """
    from evaljson.store.names import is_id
    from evaljson.workspace.find import find_evaluation

    since = None if options.since is None else options.since.replace(tzinfo=UTC)
    with options.workspace.open() as store:
        names = {one.id: one.name for one in (*store.evaluations.all(deleted=True), *store.evaluations.all())}
        of = options.evaluation
        # Entries outlive what they are about: its id finds them, and its name no more.
        identity = of if of is None or is_id(of) else find_evaluation(store, of).id
        entries = store.audit.all(identity, since=since)
    if options.as_json:
        put("".join(f"{json.dumps(audit_json(entry, names), sort_keys=True)}\n" for entry in entries))
    elif entries:
        show(audit_table(entries, names))
    else:
        show_text("No entries.")
