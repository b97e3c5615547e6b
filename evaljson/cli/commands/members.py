"""`evaljson members`: who may use an evaluation, where people sign in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from evaljson.cli.console import show, show_text
from evaljson.cli.options.by import ByOptions
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.folder import FolderOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.streams import put
from evaljson.cli.text.people_and_audit import member_json, members_table

if TYPE_CHECKING:
    from evaljson.store.actor import Role

_ROLES = ("viewer", "reviewer", "editor", "owner")


@click.group()
def members() -> None:
    """Say who may use an evaluation, where people sign in to the dashboard.

    EVALUATION is a name or an id; ADDRESS a mail address, a domain as @example.org, or * for whoever is signed in.
    A change works at once.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersListOptions:
    """What `members list` takes."""

    evaluation: str = argument()
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    workspace: FolderOptions = group(FolderOptions)


@members.command("list")
@takes(MembersListOptions)
@debug_option
def list_command(options: MembersListOptions) -> None:
    """List who may use EVALUATION, and what they may do."""
    from evaljson.workspace.find import find_evaluation

    with options.workspace.open() as store:
        found = store.members.of(find_evaluation(store, options.evaluation).id)
    if options.as_json:
        put(json.dumps([member_json(one) for one in found], indent=2) + "\n")
    elif found:
        show(members_table(found))
    else:
        show_text("Nobody but the admins of the server.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOptions:
    """What `members add` takes."""

    evaluation: str = argument()
    address: str = argument()
    role: str = option(
        "--role", type=click.Choice(_ROLES), default="viewer", show_default=True, help="What they may do."
    )
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@members.command()
@takes(AddOptions)
@debug_option
def add(options: AddOptions) -> None:
    """Let ADDRESS use EVALUATION, or give it another role there."""
    from evaljson.workspace.find import find_evaluation

    role: Role = options.role  # type: ignore[assignment]
    with options.workspace.open() as store:
        evaluation = find_evaluation(store, options.evaluation)
        member = store.members.set(evaluation.id, options.address, role, by=options.who.actor())
    show_text(f"{evaluation.name}: {member.address} is {member.role}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveOptions:
    """What `members remove` takes."""

    evaluation: str = argument()
    address: str = argument()
    who: ByOptions = group(ByOptions)
    workspace: FolderOptions = group(FolderOptions)


@members.command()
@takes(RemoveOptions)
@debug_option
def remove(options: RemoveOptions) -> None:
    """Take the role of ADDRESS in EVALUATION away; the last owner stays."""
    from evaljson.workspace.find import find_evaluation

    with options.workspace.open() as store:
        evaluation = find_evaluation(store, options.evaluation)
        store.members.remove(evaluation.id, options.address, by=options.who.actor())
    show_text(f"{evaluation.name}: {options.address} has no role any more.")
