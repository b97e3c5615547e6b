"""What a run would score if its extraction called fields as gold does, and how that is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaljson.base.paths import is_below
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.names_of_gold import RenamedKey, with_keys_of_gold
from evaljson.whatif.groups import compound_groups
from evaljson.whatif.preview import Preview, preview_of_others
from evaljson.whatif.touched import Zones, outermost
from evaljson.wording.words import counted


def renamed_preview(run: RunResult, tree: SchemaNode, keys: Sequence[RenamedKey]) -> Preview:
    """Compute what `run` would be with these keys called as gold calls them; only those fields are scored again.

    Of a key around whole records, these are all.
    """
    extracted = with_keys_of_gold(run, tree, (record.extracted for record in run.records), keys)
    zones = Zones(tree)
    touched = {zones.of(path) for key in keys for path in (key.path, key.called_path)}
    for group in (group for root in tree.roots for node in root.walk() for group in compound_groups(node)):
        if any(is_below(path, member) for path in touched for member in group):
            touched |= group
    return preview_of_others(run, tree, extracted, outermost(touched))


def notes_on_renamed(found: Mapping[str, Sequence[RenamedKey]]) -> list[str]:
    """Write a sentence for each field that variants call otherwise, and each key around records, with the way out."""
    by_pair: dict[tuple[str, str, str], list[tuple[str, RenamedKey]]] = {}
    for variant, keys in found.items():
        for key in keys:
            by_pair.setdefault((key.path, key.key, key.called), []).append((variant, key))
    return [
        _note_on_around(called, pairs)
        if not key
        else f"{path} is called {called!r} in {', '.join(variant for variant, _ in pairs)}: "
        f"{_agreement([one for _, one in pairs])}. Have the prompt write {key!r}: fields pair by their names."
        for (path, key, called), pairs in by_pair.items()
    ]


def _note_on_around(called: str, pairs: Sequence[tuple[str, RenamedKey]]) -> str:
    where = ", ".join(f"{variant} ({one.of:,} of {counted(one.among, 'record')})" for variant, one in pairs)
    return (
        f"{called!r} is a key around the whole record in {where}: all fields inside count as missing. Have the prompt "
        "write the record without it."
    )


def _agreement(keys: Sequence[RenamedKey]) -> str:
    """Say in how many records all values agree, and in how many more than half of them do; those of several variants
    are counted one by one."""
    same, most, of = (sum(getattr(key, count) for key in keys) for count in ("same", "records", "of"))
    records = counted(of, "record" if len(keys) == 1 else "extracted record")
    if same == most:
        return f"the values agree in {same:,} of {records}"
    return f"all values agree in {same:,} of {records}, more than half of them in {most:,}"
