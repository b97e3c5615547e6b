"""Fields that variants have under another key, or a key around whole records: what to do, and the effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import pandas as pd
import streamlit as st

from evaljson.base.arrays import Floats
from evaljson.base.listed import first_of
from evaljson.base.paths import split
from evaljson.suggest.names_of_gold import RenamedKey
from evaljson.suggest.renamed_effect import renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names, standing_of
from evaljson.ui.shared.own_records import over_own_records
from evaljson.ui.shared.parts import plain
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.words import counted
from evaljson.workspace.standing import VariantAlone

_NAMED: Final = 3
_OFTEN: Final = 0.1
_MEASURED: Final = 2_000_000
"""Results of a variant up to which what it would score is worked out on a page."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """What was found in some variants."""

    keys: Mapping[str, Sequence[RenamedKey]]
    """By variant; those without any are not in it."""
    moved: Mapping[str, tuple[float, float]]
    """Variant -> its mean F1 now, and with the names of gold."""

    @property
    def unknown(self) -> frozenset[str]:
        """The schema paths of the keys that the eval schema lacks: none of them is to be ignored."""
        return frozenset(key.called_path for keys in self.keys.values() for key in keys)

    @property
    def is_rule(self) -> bool:
        """Whether a variant has any of them in a tenth of its records: rarer ones are slips, not how it writes."""
        return any(key.of >= _OFTEN * key.among for keys in self.keys.values() for key in keys)

    @property
    def pairs(self) -> dict[tuple[str, str, str], list[str]]:
        """(path of the field, its key, what it is called) -> variants, those in most of them first."""
        pairs: dict[tuple[str, str, str], list[str]] = {}
        for name, keys in self.keys.items():
            for key in keys:
                pairs.setdefault((key.path, key.key, key.called), []).append(name)
        return dict(sorted(pairs.items(), key=lambda item: -len(item[1])))


def renamed_in(evaluation: OpenEvaluation, names: Sequence[str]) -> Renamed:
    """Look for them in these variants, once for each run."""
    keys = {name: found for name in names if (found := _keys(evaluation, name))}
    moved = {name: both for name, found in keys.items() if (both := _moved(evaluation, name, found)) is not None}
    return Renamed(keys, moved)


def _keys(evaluation: OpenEvaluation, name: str) -> list[RenamedKey]:
    known = _known(evaluation, name)
    if known is not None:
        return list(known.renamed)
    key = ("renamed keys", evaluation.id, evaluation.stored.schema_number, evaluation.run_key(name))
    found: list[RenamedKey] = cache.shared(key, lambda: renamed_keys(evaluation.runs[name], evaluation.tree))
    return found


def _known(evaluation: OpenEvaluation, name: str) -> VariantAlone | None:
    """Return what a job has kept of a variant, where there are many."""
    known = standing_of(evaluation, current_names(evaluation))
    return None if known is None else known.alone.get(name)


def _moved(evaluation: OpenEvaluation, name: str, found: Sequence[RenamedKey]) -> tuple[float, float] | None:
    known = _known(evaluation, name)
    if known is not None:
        now = evaluation.stored_runs[name].metrics["mean_f1"]
        return None if known.as_in_gold is None or now is None else (now, known.as_in_gold)
    run = evaluation.runs[name]
    if run.mean_f1 is None or len(run.tallies.rows.record) > _MEASURED:
        return None
    key = ("as in gold", evaluation.stored.schema_number, evaluation.run_key(name))
    after = cache.derived(key, lambda: renamed_preview(run, evaluation.tree, found).after.mean_f1)
    return None if after is None else (run.mean_f1, after)


def f1_as_in_gold(evaluation: OpenEvaluation, found: Renamed) -> dict[str, Floats]:
    """Return the F1 of each record with the names of gold, by variant."""
    return {name: renamed_preview(evaluation.runs[name], evaluation.tree, keys).f1 for name, keys in found.keys.items()}


def renamed_in_words(found: Renamed) -> str:
    """Say which fields have another key, and which keys are around whole records, and where, in Markdown."""
    pairs = [(*pair, _where(found, pair, names)) for pair, names in found.pairs.items()]
    said = "; ".join(
        f"{_listed([_one(path, key, called) for path, key, called, _ in group])} in {where}"
        for where, group in groupby(pairs[:_NAMED], key=lambda pair: pair[3])
    )
    more = f"; and {counted(len(pairs) - _NAMED, 'more field')}" if len(pairs) > _NAMED else ""
    return f"≠ {said}{more}."


def _one(path: str, key: str, called: str) -> str:
    if not key:
        return f"**{plain(called, 60)}** is a key around the whole record"
    return f"**{plain(path, 60)}** is called **{plain(called, 60)}**"


def _listed(said: Sequence[str]) -> str:
    return ", ".join(said) if len(said) < 2 else f"{', '.join(said[:-1])}, and {said[-1]}"


def _where(found: Renamed, pair: tuple[str, str, str], names: Sequence[str]) -> str:
    """Name the variants that have a field under another key, with their records where not all of these have it so."""
    keys = [next(key for key in found.keys[name] if (key.path, key.key, key.called) == pair) for name in names[:_NAMED]]
    said = [plain(name, 40) + _share(key) for name, key in zip(names, keys, strict=False)]
    more = f" and {counted(len(names) - _NAMED, 'more variant')}" if len(names) > _NAMED else ""
    return ", ".join(said) + more


def _share(key: RenamedKey) -> str:
    if key.of == key.among:
        return ""
    return f" ({'' if key.is_around else 'values on both sides in '}{key.of:,} of {counted(key.among, 'record')})"


def show_way_out(found: Renamed, page: str) -> None:
    """Draw a button that opens with what to write into the prompt, and the evidence."""
    with st.popover("How to fix it", key=f"hint.renamed.{page}"):
        every = [key for keys in found.keys.values() for key in keys]
        if any(not key.is_around for key in every):
            st.caption("Its values are like those of gold, under another key: they count as missing and as invented.")
        if any(key.is_around for key in every):
            st.caption(
                "With a key around the whole record, all its fields count as missing. Where the file is added again on "
                "Data, records are taken from there, unless someone chooses *Score whole entries*."
            )
        st.caption("Put this into the prompt, extract again, and add the new file:")
        for name, keys in found.keys.items():
            st.caption(plain(name, 200))
            st.code(prompt_line(keys), language=None, wrap_lines=True)
        rows = [
            (name, key.path, key.called, f"{key.same:,} of {key.of:,}", f"{key.records:,} of {key.of:,}")
            for name, keys in found.keys.items()
            for key in keys
            if not key.is_around
        ]
        if rows:
            columns = ["Variant", "Field of gold", "Called", "All values agree", "More than half agree"]
            st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True)


def prompt_line(keys: Sequence[RenamedKey]) -> str:
    """Write the line for the prompt that gives the keys the names of gold, those inside others with where they are."""
    around = [f'"{key.called}"' for key in keys if key.is_around]
    said = ", ".join(f'"{key.key}" (not "{key.called}"){_inside(key)}' for key in keys if not key.is_around)
    lines = [f"Write the fields at the top level, without {' or '.join(around)} around them."] if around else []
    return " ".join([*lines, *([f"Use exactly these keys: {said}."] if said else [])])


def _inside(key: RenamedKey) -> str:
    around = [step for step in split(key.parent) if isinstance(step, str)]
    return f' in "{around[-1]}"' if around else ""


def show_renamed(evaluation: OpenEvaluation, names: Sequence[str], page: str) -> Renamed:
    """Draw a box about them, if there are any, and return them."""
    found = renamed_in(evaluation, names)
    if found.keys:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            digits = digits_together(list(found.moved.values())[:_NAMED])
            shown = {name: " → ".join(in_points(*both, digits)[:2]) for name, both in found.moved.items()}
            moved = [f"{plain(name, 40)} {figures}" for name, figures in shown.items()]
            figures = first_of(moved, _NAMED)
            effect = f" F1 now → as in gold{over_own_records(evaluation)}: {figures}." if figures else ""
            st.markdown(f"{renamed_in_words(found)}{effect}")
            show_way_out(found, page)
    return found
