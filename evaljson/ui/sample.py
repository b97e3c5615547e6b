"""The bundled samples, scored once for all sessions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson
import streamlit as st

from evaljson.load import read_records
from evaljson.ui.evaluation import Evaluation, scored

SAMPLES: Final = {"invoices": "Sample: invoices", "thin_films": "Sample: thin films"}
FIRST: Final = "invoices"


def sample_folder() -> Path:
    """Where the samples lie: beside the app in a checkout, under evaljson/_app in an installed package."""
    package = Path(__file__).parents[1]
    folders = (package / "_app" / "sample_data", package.parent / "sample_data")
    return next((folder for folder in folders if folder.is_dir()), folders[-1])


@st.cache_resource(show_spinner="Scoring the sample", max_entries=len(SAMPLES))
def scored_sample(name: str) -> Evaluation:
    """A sample with all its runs; shared by all sessions, so never changed. Raises LoadError, OSError."""
    folder = sample_folder() / name
    schema = orjson.loads((folder / "eval_schema.json").read_bytes())
    id_field = schema.get("x-eval-id")
    variants = {
        path.stem.replace("_", " ").title(): read_records(path, kind="extracted", id_field=id_field)
        for path in sorted(folder.glob("prompt_*.jsonl"))
    }
    gold = read_records(folder / "gold.jsonl", kind="gold", id_field=id_field)
    return scored(Evaluation(SAMPLES[name], gold, variants, schema, is_sample=True))
