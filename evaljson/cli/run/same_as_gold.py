"""Whether what is scored is gold itself: then all is right, and no figure says anything about an extraction."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_key
from evaljson.cli.console import Messages
from evaljson.cli.files.read import STDIN
from evaljson.load import LoadedRecords
from evaljson.load.loaded_records import Record
from evaljson.scale.manifest import read_manifest
from evaljson.wording.words import counted

GoldItself = Literal["warn", "refuse", "accept"]
"""What happens then: gates and --strict refuse one file as both, unless --allow-gold-itself accepts it.

A copy may as well be an extraction that is right in everything, so that is only said.
"""


@dataclass(frozen=True, slots=True)
class SameAsGold:
    """How an extraction is gold."""

    words: str
    is_one_file: bool


def gold_itself_policy(allowed: bool, gated: bool) -> GoldItself:
    """Return what happens, by --allow-gold-itself and by whether there is a gate or --strict."""
    return "accept" if allowed else "refuse" if gated else "warn"


def report_gold_itself(same: SameAsGold | None, policy: GoldItself, messages: Messages) -> None:
    """Warn that what is scored is gold; None is not. Raises InputError where it is refused."""
    if same is None or policy == "accept":
        return
    if not same.is_one_file:
        messages.warn(f"{same.words}: it is right in everything, unless a copy of gold was named by mistake.")
        return
    if policy == "refuse":
        raise InputError(
            f"{same.words}: gates and --strict do not accept that. Name what was extracted; to try a gate on gold, "
            "pass --allow-gold-itself."
        )
    messages.warn(f"{same.words}, so the figures say nothing about an extraction. Name what was extracted.")


def how_it_is_gold(
    gold: tuple[str, LoadedRecords], extracted: tuple[str, LoadedRecords], id_field: str | None
) -> SameAsGold | None:
    """Say how an extraction is gold, given the files that were named and their records; None where it is not.

    One file may hold both, each under a key of its own: then their records were in different places.
    """
    (gold_file, left), (file, right) = gold, extracted
    is_read_alike = (left.taken_from, left.format) == (right.taken_from, right.format)
    if is_read_alike and os.path.realpath(gold_file) == os.path.realpath(file):
        return SameAsGold(f"gold and the extraction are the same file or folder, {file}", is_one_file=True)
    if (is_read_alike and left.sha256 == right.sha256) or _are_equal(left.records, right.records, id_field):
        shown, records = "stdin" if file == STDIN else file, counted(len(left.records), "record")
        return SameAsGold(f"{shown} holds just what gold has, all {records} of {gold_file}", is_one_file=False)
    return None


def how_parts_are_gold(folder: str) -> SameAsGold | None:
    """Say the same of what was scored in parts, where both files are the same to the last byte and are read alike."""
    manifest = read_manifest(folder)
    if manifest is None:
        return None
    gold, extracted = (manifest.inputs[kind] for kind in ("gold", "extracted"))
    written = manifest.signature.get("written", {})
    if gold["sha256"] != extracted["sha256"] or written.get("gold") != written.get("extracted"):
        return None
    records = counted(gold["records"], "record")
    words = f"{extracted['name']} holds just what gold has, all {records} of {gold['name']}"
    return SameAsGold(words, is_one_file=False)


def _are_equal(gold: Sequence[Record | None], extracted: Sequence[Record | None], id_field: str | None) -> bool:
    """Check whether all records are the same in every value, types included; by id they may be in another order."""
    if not gold or len(gold) != len(extracted):
        return False
    if id_field is not None:
        by_id = {strict_key(record.get(id_field)): record for record in extracted if record is not None}
        extracted = [None if record is None else by_id.get(strict_key(record.get(id_field))) for record in gold]
    return all(  # mostly it ends at the first record
        left is not None and left == right and strict_key(left) == strict_key(right)
        for left, right in zip(gold, extracted, strict=True)
    )
