"""Hypothesis strategies of command lines and of the files they name: some fit, most do not."""

import gzip
import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any

import click
from hypothesis import strategies as st

from evaljson.cli.help_text import commands
from tests.cli.conftest import EXTRACTED, GOLD, SCHEMA
from tests.schema.generate import records, values

FILES = (
    "gold.jsonl",
    "extracted.jsonl",
    "other.jsonl",
    "third.jsonl",
    "schema.json",
    "made.csv",
    "packed.zip",
    "packed.gz",
)
PLUGIN = "plugin.py"
NAMES = (*FILES, "nope.jsonl", ".", "out", "no/such/out", "-", "/dev/full", "/dev/null", "", "x" * 300, "nul\0byte")
_APART = {"ui", "workspace", "judge", "members"}
"""The app, which does not end, and the groups, whose commands are drawn."""
_SCORING = ("score", "compare", "suggest", "agree", "validate", "infer")
_COMMANDS = (*_SCORING, *_SCORING, *sorted(set(commands()) - _APART - set(_SCORING)))
_PLACES = {
    "a": ("gold.jsonl",), "b": ("extracted.jsonl",), "runs": ("extracted.jsonl", "other.jsonl"),
    "gold": ("gold.jsonl",), "file": ("out", "packed.zip"), "evaluation": ("none",), "review": ("none",),
    "files": ("gold.jsonl", "extracted.jsonl", "other.jsonl"), "baseline": ("extracted.jsonl",),
    "extracted": ("extracted.jsonl", "extracted.jsonl", "made.csv", "packed.zip", "packed.gz"),
    "records": ("gold.jsonl", "extracted.jsonl"),
    "variants": ("other.jsonl", "third.jsonl"), "address": ("ann@example.org", "@example.org", "*", "none"),
}  # fmt: skip
"""Names that fit an argument, by the argument."""
_LEFT_OUT = {"--judge", "--judge-url", "--help", "--folder"}
"""What calls other machines, what only prints, and what would leave the test's own workspace."""
_PLUGINS = (PLUGIN, "nope", "json", "gold.jsonl", f"{PLUGIN}:change", f"{PLUGIN}:nope")
_KEYS = ("id", "name", "a", "items", "type")
_VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("id_field", "by", "text_field", "payload", "metadata", "gold_payload", "gold_metadata"), _KEYS),
    **dict.fromkeys(("fail_under", "fail_over"), ("f1=0.9", "name:f1=1", "json_distance=0", "pooled_f1=0", "f1", "=")),
    **dict.fromkeys(("fail_if_worse", "max_regression"), ("f1", "f1:0.1", "fields", "field=name", "field=name:0.1")),
    "metrics": ("json_distance", "json_distance:root_weight=2", "json_similarity", "nope", "field_match:weights=@out"),
    "repeats": ("extracted=made.csv", "gold=extracted.jsonl", "extracted="),
    "gold": ("gold.jsonl",),
    "only": ("semantic", "thresholds", "nope"),
    "variant": ("one",),
    "model": ("one",),
    "judge_price": ("1,2", "1", "x,y"),
}
"""Values that fit an option, by the name of its field; of all others, names of files."""


def _lines(records_: Sequence[Any]) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records_).encode()


def _with_ids(drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": "ab"[place] if place < 2 else place, **record} for place, record in enumerate(drawn)]


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


_LOOSE = {"type": "object", "properties": {key: {} for key in ("a", "b", "c", "id", "name", "items")}}
_ELSEWHERE = {"$ref": "gold.jsonl"}
_texts = st.text(max_size=20)
_odd = _texts.map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=60)
_json = values.map(json.dumps).map(str.encode)
_readable = st.sampled_from([_lines(GOLD), _lines(EXTRACTED)]) | records.map(_with_ids).map(_lines)
_schemas = st.sampled_from([json.dumps(own).encode() for own in (SCHEMA, _LOOSE, _LOOSE, _LOOSE, _ELSEWHERE)])
_deep = st.just(9999).map(lambda depth: b"[" * depth + b"]" * depth)
_tables = st.lists(st.lists(_texts, max_size=3).map(",".join), max_size=4).map(lambda rows: "\n".join(rows))
_archives = st.dictionaries(_texts.map("r{}".format), _json, max_size=3).map(_zipped)
_contents = (
    _readable | _schemas | _deep | _json | _odd
    | _tables.map(lambda text: text.encode("utf-8", "replace")) | _archives | _readable.map(gzip.compress)
)  # fmt: skip
_cut = st.tuples(_contents, st.none() | st.integers(0, 200)).map(lambda drawn: drawn[0][: drawn[1]])
_seldom = st.integers(0, 5).map(lambda drawn: drawn == 5)


@st.composite
def _folders(draw: st.DrawFn) -> dict[str, bytes]:
    fitting = {name: _schemas if name == "schema.json" else _readable for name in FILES}
    return {name: draw(_cut if draw(_seldom) else fits) for name, fits in fitting.items()}


folders = _folders()
"""The files of a folder by name: most can be read, others hold anything, or break off."""


def _meant(option: click.Parameter) -> st.SearchStrategy[str]:
    """Return values of the kind that an option takes."""
    if isinstance(option.type, click.Choice):
        return st.sampled_from(list(option.type.choices))
    if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
        return st.integers(1, 50).map(str) | st.just("0.5")
    if option.name in ("plugins", "post_process"):
        return st.sampled_from(_PLUGINS)
    return st.sampled_from(_VALUES.get(option.name or "", ("out", "-", "/dev/null", "/dev/full")))


def _value(draw: st.DrawFn, option: click.Parameter) -> str:
    if option.name in ("plugins", "post_process") or not draw(_seldom):  # any text could be the name of a module
        return draw(_meant(option))
    return draw(st.sampled_from((*NAMES, "-1", "nan", "-1e400", "=")) | _texts)


def _argument(draw: st.DrawFn, meant: st.SearchStrategy[str]) -> str:
    return draw(st.sampled_from(NAMES) | _texts) if draw(_seldom) else draw(meant)


@st.composite
def _command_lines(draw: st.DrawFn) -> list[str]:
    name = draw(st.sampled_from(_COMMANDS))
    line, parameters = name.split(), commands()[name].params
    for parameter in parameters:
        if isinstance(parameter, click.Argument):
            meant = _PLACES[parameter.name or ""]
            chosen = draw(st.permutations(meant))[: 2 if parameter.nargs < 0 else 1]
            line += [_argument(draw, st.just(one)) for one in chosen]
    if any("--schema" in one.opts for one in parameters) and not draw(_seldom):
        line += ["--schema", "schema.json"]
    if any("--allow-unknown" in one.opts for one in parameters) and not draw(_seldom):
        line += ["--allow-unknown"]
    options = [one for one in parameters if isinstance(one, click.Option) and not _LEFT_OUT & set(one.opts)]
    for option in draw(st.lists(st.sampled_from(options), max_size=3)) if options else ():
        flag = draw(st.sampled_from([*option.opts, *option.secondary_opts]))
        line += [flag] if option.is_flag else [flag, _value(draw, option)]
    return line


_parts = st.sampled_from(["score", "--", "-h", "--version", "-x", "gold.jsonl"])
command_lines = st.one_of(_command_lines(), _command_lines(), _command_lines(), st.lists(_parts, max_size=3))
