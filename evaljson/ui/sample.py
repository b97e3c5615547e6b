"""The bundled samples, scored once for all sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.appfiles import sample_folder
from evaljson.load import read_records
from evaljson.ui.evaluation import Evaluation, scored

SAMPLES: Final = {"invoices": "Sample: invoices", "thin_films": "Sample: thin films"}
FIRST: Final = "invoices"


@st.cache_resource(show_spinner="Scoring the sample", max_entries=len(SAMPLES))
def scored_sample(name: str) -> Evaluation:
    """A sample with all its runs; shared by all sessions, so never changed. Raises LoadError, OSError."""
    folder = sample_folder(name)
    schema = orjson.loads((folder / "eval_schema.json").read_bytes())
    id_field = schema.get("x-eval-id")
    variants = {
        path.stem.replace("_", " ").title(): read_records(path, kind="extracted", id_field=id_field)
        for path in sorted(folder.glob("prompt_*.jsonl"))
    }
    gold = read_records(folder / "gold.jsonl", kind="gold", id_field=id_field)
    return scored(Evaluation(SAMPLES[name], gold, variants, schema, is_sample=True))


def sample_schema(title: str) -> Mapping[str, Any]:
    """The eval schema that comes with the sample of this title (see SAMPLES)."""
    name = next(name for name, own in SAMPLES.items() if own == title)
    return scored_sample(name).schema
