"""Puts results that were scored in parts into a workspace, for the app: names, schema and figures, not the records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.errors import InputError
from evaljson.load import LoadedRecords
from evaljson.load.missing_policy import MissingPolicy
from evaljson.scale.manifest import Manifest
from evaljson.scale.opened import named_schema, refuse_lacking
from evaljson.scale.read_back import opened_results
from evaljson.store import Evaluation, Store
from evaljson.workspace.results_folders import RESULTS
from evaljson.workspace.scoring_options import KEY, policy_json, policy_of
from evaljson.workspace.stored_runs import FIGURES, settings_signed

_FILES: Final = "results_of"
"""The place of the hashes of the files in the settings: of gold, and of the extractions by folder."""
_LONGEST: Final = 100
"""Characters of a name."""
_SAME: Final = {
    "schema": "another eval schema",
    "options": "other options",
    "plug_ins": "other comparators or transforms",
}


def put_results(store: Store, folders: Sequence[Path], *, by: str) -> Evaluation:
    """Return the evaluation of these folders, one variant each, made if the workspace has none.

    Raises InputError for folders that `open_stream` refuses, or that have another gold file or schema than the first.
    """
    whole = [folder.absolute() for folder in folders]
    found = {str(folder): opened_results(folder) for folder in whole}
    for folder, (manifest, summary) in found.items():
        refuse_lacking(Path(folder), manifest, summary)
        _refuse_others(folder, manifest, str(whole[0]), found[str(whole[0])][0])
    manifest, summary = found[str(whole[0])]
    of_variant = dict(zip(_names(whole), map(str, whole), strict=True))
    policy = MissingPolicy(**_policy(manifest))
    told = {folder: one.inputs["extracted"]["sha256"] for folder, (one, _) in found.items()}
    settings = {
        RESULTS: of_variant,
        _FILES: [manifest.inputs["gold"]["sha256"], told],
        KEY: policy_json(policy),
    }
    schema = named_schema(manifest, summary["id_field"])
    name = f"{manifest.inputs['gold']['name']}: {', '.join(of_variant)}"
    for known in store.evaluations.all():
        if known.name == name[:_LONGEST]:
            stored = store.evaluations.get(known.id)
            if stored.settings == settings and store.schemas.get(known.id, 1).schema == schema:
                return stored
    made = store.evaluations.create(
        name[:_LONGEST],
        by=by,
        gold=_listed(manifest, "gold"),
        variants={variant: _listed(found[folder][0], "extracted") for variant, folder in of_variant.items()},
        schema=schema,
        settings=settings,
    )
    for variant in made.variants:
        _put_run(store, made, variant.name, of_variant[variant.name], *found[of_variant[variant.name]], by)
    return made


def _put_run(
    store: Store, made: Evaluation, variant: str, folder: str, manifest: Manifest, summary: Mapping[str, Any], by: str
) -> None:
    of = made.variant(variant)
    assert of is not None
    assert made.gold is not None
    hashes = {kind: one["sha256"] for kind, one in manifest.inputs.items()}
    signature = {
        **manifest.signature, **hashes, **settings_signed(policy_of(made.settings), None), "engine": __version__,
        RESULTS: folder,
    }  # fmt: skip
    figures = {name: summary[name] for name in FIGURES} | {"missing": len(summary["missing"])}
    store.runs.add(
        made.id, of.id, gold=made.gold.id, extracted=of.dataset.id, schema_number=1, signature=signature,
        metrics=figures, by=by,
    )  # fmt: skip


def _refuse_others(folder: str, manifest: Manifest, first: str, of_first: Manifest) -> None:
    if manifest.inputs["gold"]["sha256"] != of_first.inputs["gold"]["sha256"]:
        raise InputError(f"{folder} was scored against another gold file than {first}: show them one at a time.")
    for part, what in _SAME.items():
        if manifest.signature.get(part) != of_first.signature.get(part):
            raise InputError(f"{folder} was scored under {what} than {first}: show them one at a time.")


def _policy(manifest: Manifest) -> dict[str, Any]:
    stored = manifest.signature["written"]["policy"]
    return {name: stored[name] for name in ("missing_records", "unreadable", "strays")}


def _names(folders: Sequence[Path]) -> list[str]:
    """Name each folder, with the one above it where two have the same name."""
    often = Counter(folder.name for folder in folders)
    if max(Counter(map(str, folders)).values()) > 1:
        raise InputError("a folder is named twice: name each once.")
    return [folder.name if often[folder.name] == 1 else f"{folder.parent.name}/{folder.name}" for folder in folders]


def _listed(manifest: Manifest, kind: str) -> LoadedRecords:
    """Return what is known of a file, without its records."""
    about = manifest.inputs[kind]
    empty = LoadedRecords([], None, [], "JSON Lines", "", "", 0, 0)
    return replace(empty, name=about["name"], sha256=about["sha256"], n_read=about["records"])
