"""Every limit, in one place: what it limits, how large it is, how it is set, and what a user reads when it is reached.

    limits.current().records                     the value in this process
    limits.current().says("records")             the sentence, with the value and the setting in it
    EVALJSON_MAX_RECORDS=10000000 evaljson …     another value, for this process

`limits.use_app_defaults()` selects the lower defaults of the app, which many people share. A limit without a setting is
part of what evaljson promises: a file that one installation accepts, every other accepts too.
"""

from __future__ import annotations

import os
import re
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Final

from evaljson.base.errors import SettingError
from evaljson.base.machine import share_of_memory, spare_processors

PREFIX: Final = "EVALJSON_MAX_"
_GIB: Final = 2**30
_MIB: Final = 2**20
_WHOLE: Final = re.compile(r"[0-9][0-9_]{0,18}")


@dataclass(frozen=True, slots=True)
class Limit:
    """What is fixed about a limit: all but its value in this process."""

    name: str
    default: int
    """In Python and on the command line."""
    in_app: int
    unit: str
    what: str
    """What it limits, in words."""
    sentence: str
    """What a user reads when it is reached: {most}, {setting} and other parts in braces."""
    setting: str | None
    """The environment variable; None for a limit that cannot be set."""
    on_machine: str | None = None
    """How the default follows the machine, in words; None where it is the same on all."""

    def shown(self, most: int) -> str:
        """Write a value with its unit: `200,000 files`, `64 MiB`."""
        if self.unit == "bytes" and most % _MIB == 0:
            return f"{most // _GIB:,} GiB" if most % _GIB == 0 else f"{most // _MIB:,} MiB"
        return f"{most:,} {self.unit.removesuffix('s') if most == 1 else self.unit}"


def _limit(
    most: int, unit: str, what: str, sentence: str, *, in_app: int | None = None, fixed: bool = False,
    on_machine: str | None = None,
) -> Any:  # fmt: skip
    about = {"in_app": most if in_app is None else in_app, "unit": unit, "what": what, "sentence": sentence,
             "on_machine": on_machine}  # fmt: skip
    return field(default=most, metadata={"about": about, "fixed": fixed})


def _setting(one: Field[int]) -> str | None:
    return None if one.metadata["fixed"] else PREFIX + one.name.upper()


@dataclass(frozen=True, slots=True)
class LimitValues:
    """The value of every limit. A field's name is that of its setting: `source_bytes`, EVALJSON_MAX_SOURCE_BYTES."""

    source_bytes: int = _limit(
        _GIB, "bytes", "a file, folder or archive of records, unpacked",
        "more than {most}, unpacked; split it, or raise {setting} (in Python also max_bytes).", in_app=128 * _MIB,
    )  # fmt: skip
    files: int = _limit(
        200_000, "files", "files of a folder or archive of records",
        "more than {most}; put the records into one JSON Lines file, or raise {setting}.", in_app=50_000,
    )  # fmt: skip
    records: int = _limit(
        5_000_000, "records", "records of one source, and lines of JSON Lines",
        "more than {most}; split it, or raise {setting}.", in_app=500_000,
    )  # fmt: skip
    record_bytes: int = _limit(
        64 * _MIB, "bytes", "a line of JSON Lines or CSV, a file of a folder or archive, a model text",
        "a record of {seen} bytes, more than {most}; shorten it, or raise {setting}.", in_app=16 * _MIB,
    )  # fmt: skip
    values: int = _limit(
        50_000_000, "values", "numbers, texts, cells and so on of one source, with objects and arrays",
        "more than {most}; split it, or raise {setting}.", in_app=5_000_000,
    )  # fmt: skip
    columns: int = _limit(
        10_000, "columns", "columns of a CSV or Parquet file",
        "{seen} columns, more than {number}; remove some, or raise {setting}.", in_app=2_000,
    )  # fmt: skip
    parquet_footer: int = _limit(
        16 * _MIB, "bytes", "the list of row groups and columns at the end of a Parquet file",
        "its list of row groups and columns takes {seen} bytes, more than {most}; write it with fewer row groups.",
        fixed=True,
    )  # fmt: skip
    problems: int = _limit(
        100_000, "problems", "problems of one source that are listed; the rest is counted",
        "{seen} more problems are not listed; correct the source, or raise {setting}.", in_app=10_000,
    )  # fmt: skip
    guesses: int = _limit(
        100_000_000, "characters", "model text of one source that json-repair has to guess",
        "not repaired, since the texts before it used up {most} to be guessed; have the model write JSON, or raise "
        "{setting}.", in_app=5_000_000,
    )  # fmt: skip
    record_depth: int = _limit(
        250, "levels", "objects and arrays inside each other in a record",
        "nested {seen} levels deep, at most {number}; flatten it.", fixed=True,
    )  # fmt: skip
    alike_ids: int = _limit(
        1000, "ids", "integer ids of one file that are alike to a computer, as only numbers chosen for it are",
        "more than {most} are integers that take too long to tell apart; write them as text, in quotes.", fixed=True,
    )  # fmt: skip
    integer_digits: int = _limit(
        4300, "digits", "digits of an integer",
        "an integer of {seen} digits, too long to read exactly; make it a string.", fixed=True,
    )  # fmt: skip
    guess_characters: int = _limit(
        60_000, "characters", "model text whose JSON has no single reading, so that json-repair has to guess",
        "the text cannot be repaired: {seen} characters, at most {number}.", fixed=True,
    )  # fmt: skip
    text_objects: int = _limit(
        1000, "objects", "JSON objects one after another in one model text",
        "the text holds more than {most}; keep the one that is meant.", fixed=True,
    )  # fmt: skip
    schema_bytes: int = _limit(
        64 * _MIB, "bytes", "a schema with all files that it refers to, or the settings of a metric",
        "the files of one schema or metric hold more than {most}; shorten them.", fixed=True,
    )  # fmt: skip
    schema_depth: int = _limit(
        100, "levels", "fields inside each other in an eval schema",
        "the schema is nested deeper than {most}; flatten it", fixed=True,
    )  # fmt: skip
    schema_nodes: int = _limit(
        10_000, "schemas", "what the references of a JSON Schema unfold to",
        "the references unfold to more than {most}: simplify the definitions, or lay out recursive ones fewer times "
        "(recursion=1)", fixed=True,
    )  # fmt: skip
    schema_chain: int = _limit(
        200, "schemas", "schemas and references inside each other in a JSON Schema",
        "more than {number} schemas and references are nested here: simplify it", fixed=True,
    )  # fmt: skip
    schema_copies: int = _limit(
        1_000_000, "values", "values of `enum` and of `x-eval-*` keys, in every place that uses their definition",
        '"enum" and x-eval-* keys unfold to more than {most}: shorten them', fixed=True,
    )  # fmt: skip
    schema_references: int = _limit(
        100_000, "references", "references followed while one record is checked against a JSON Schema",
        "more than {most} to follow; its alternatives multiply: simplify the definitions", fixed=True,
    )  # fmt: skip
    judge_requests: int = _limit(
        20_000, "requests", "requests that the app sends with the judge key of the server, a day",
        "the judge key of this server has had its {most} for today (UTC): go on tomorrow, enter a key of your own, "
        "or have the operator raise {setting}",
    )  # fmt: skip
    judge_tokens: int = _limit(
        20_000_000, "tokens", "tokens of these requests, in and out, a day",
        "the judge key of this server has used its {most} for today (UTC): go on tomorrow, enter a key of your own, "
        "or have the operator raise {setting}",
    )  # fmt: skip
    judge_dollars: int = _limit(
        20, "US dollars", "price of these requests, a day; a model without a list price counts as the dearest",
        "the judge key of this server has spent its {most} for today (UTC): go on tomorrow, enter a key of your own, "
        "or have the operator raise {setting}",
    )  # fmt: skip

    parameter_characters: int = _limit(
        10_000, "characters", "a text among the parameters of a comparator, transform or alignment",
        "takes at most {most}, not {seen}", fixed=True,
    )  # fmt: skip
    parameter_values: int = _limit(
        10_000, "values", "a list or table among these parameters, where they say no other number",
        "takes at most {most}, not {seen}", fixed=True,
    )  # fmt: skip
    parameter_depth: int = _limit(
        100, "levels", "lists and tables inside each other in these parameters",
        "is nested deeper than {most}", fixed=True,
    )  # fmt: skip
    transforms: int = _limit(
        100, "transforms", "transforms of one field",
        "takes at most {most}, not {seen}", fixed=True,
    )  # fmt: skip
    pattern_characters: int = _limit(
        5_000, "characters", "a regular expression", "a pattern has at most {most}", fixed=True,
    )  # fmt: skip
    pattern_text: int = _limit(
        100_000, "characters", "a text that a regular expression is applied to", "the text has more than {most}",
        fixed=True,
    )  # fmt: skip
    pattern_work: int = _limit(
        10_000_000, "steps", "characters of a regular expression, times characters of the text",
        "the text is too long for this pattern: {pattern} times {text} characters are more than {number}; shorten the "
        "pattern", fixed=True,
    )  # fmt: skip

    aligned_pairs: int = _limit(
        100_000_000, "pairs", "pairs of elements of two arrays, for their best pairing; each takes 8 bytes",
        "the arrays have more than {most} of elements to choose from: equal elements are paired, and the others by "
        "position. Align them by a key, or raise {setting}.", in_app=25_000_000,
    )  # fmt: skip

    page_seconds: int = _limit(
        10, "seconds", "work that a page of the app waits for, such as what an edit would change",
        "this takes more than {most}, and was stopped: {instead}, or raise {setting}.",
    )  # fmt: skip
    cell_characters: int = _limit(
        100_000, "characters", "what is typed into a cell or a form of the Schema page",
        "this has {seen} characters, more than {number}: put it into the JSON tab", fixed=True,
    )  # fmt: skip
    process_bytes: int = _limit(
        8 * _GIB, "bytes", "memory of a process of the app for jobs, or for what a page waits for, beyond its first",
        "this takes more than {most} of memory, and was stopped: {instead}, or raise {setting}.",
    )  # fmt: skip
    cache_bytes: int = _limit(
        share_of_memory(), "bytes", "memory for records and runs that all sessions of the app share",
        "records and runs in memory have reached their limit ({most}): what was not used for longest is read again "
        "when it is needed. If pages take long, raise {setting}.",
        on_machine="a quarter of the memory, 512 MiB at least",
    )  # fmt: skip
    jobs: int = _limit(
        spare_processors(), "jobs", "jobs at a time; where that is more than one, all but one may ask a judge",
        "Others come first: this server does a few at a time ({most}). If that takes long, have the operator raise "
        "{setting}.", on_machine="one for each processor but one, 2 at least",
    )  # fmt: skip
    job_seconds: int = _limit(
        14_400, "seconds", "a job, such as scoring; asking a judge has the limits of its key",
        "this took more than {most}, and was stopped: {instead}, or have the operator raise {setting}.",
    )  # fmt: skip
    sessions: int = _limit(
        200, "tabs", "tabs of browsers in which the app is open, for people who may use it",
        "this server has {most} open, and takes no more: close one that you do not need, or have the operator raise "
        "{setting}.",
    )  # fmt: skip
    archive_directory: int = _limit(
        32 * _MIB, "bytes", "the list of files at the end of an exported workspace",
        "its list of files takes {seen} bytes, more than {most}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    archive_manifest: int = _limit(
        64 * _MIB, "bytes", "the manifest of an exported workspace",
        "manifest.json unpacks to {seen} bytes, at most {most}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    archive_row: int = _limit(
        32 * _MIB, "bytes", "a row of a table of an exported workspace: a version of a schema, a run, a setting",
        "a row has more than {most}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    archive_values: int = _limit(
        5_000_000, "values", "numbers, texts, objects and so on of one such row, and of the manifest",
        "this holds up to {seen} values, at most {number}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    archive_rows: int = _limit(
        2 * _GIB, "bytes", "all rows of an exported workspace",
        "this unpacks to {seen} bytes of rows, at most {most}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    archive_content: int = _limit(
        32 * _GIB, "bytes", "all records and results of an exported workspace, unpacked",
        "this unpacks to {seen} bytes of content, at most {most}; if you exported it yourself, raise {setting}.",
    )  # fmt: skip
    answer_file_bytes: int = _limit(
        64 * _MIB, "bytes", "a file of answers to a review, unpacked",
        "more than {most}, unpacked; export the review again and answer in that file, or raise {setting}.",
        in_app=32 * _MIB,
    )  # fmt: skip
    workbook_tags: int = _limit(
        3_000_000, "tags", "XML tags of an .xlsx workbook with answers: about 40 a card",
        "this holds more than {most} in XML; export the review again and answer in that file, or raise {setting}.",
        in_app=1_000_000,
    )  # fmt: skip
    workbook_part: int = _limit(
        _MIB, "bytes", "a part of such a workbook that holds no cells, such as its styles",
        "a part of it other than its cells has {seen} bytes, more than {most}; export the review again.", fixed=True,
    )  # fmt: skip

    def says(self, name: str, **parts: object) -> str:
        """Return the sentence of a limit with its value; `parts` fill the other braces. Numbers get separators."""
        limit, most = LIMITS[name], getattr(self, name)
        shown = {key: f"{part:,}" if isinstance(part, int) else part for key, part in parts.items()}
        return limit.sentence.format(most=limit.shown(most), number=f"{most:,}", setting=limit.setting, **shown)


DEFAULTS: Final = LimitValues()
"""Those of Python and the command line, whatever is set; all that is needed for a limit that cannot be set."""
LIMITS: Final = {
    one.name: Limit(name=one.name, default=getattr(DEFAULTS, one.name), setting=_setting(one), **one.metadata["about"])
    for one in fields(LimitValues)
}
"""Name -> limit, in the order of the fields."""
_SETTINGS: Final = {name: limit.setting for name, limit in LIMITS.items() if limit.setting}
_IN_APP: Final = LimitValues(**{name: limit.in_app for name, limit in LIMITS.items()})
_chosen = DEFAULTS


def use_app_defaults() -> None:
    """Let this process have the lower defaults of the app from now on; settings still win."""
    global _chosen
    _chosen = _IN_APP


def use_python_defaults() -> None:
    """Undo `use_app_defaults`."""
    global _chosen
    _chosen = DEFAULTS


def current() -> LimitValues:
    """Return the limits of this process. Raises SettingError for a setting that is not a whole number from 1 on."""
    named = {name: _number(setting) for name, setting in _SETTINGS.items() if setting in os.environ}
    return replace(_chosen, **named) if named else _chosen


def value_of(name: str) -> int:
    """Return one limit of this process, for callers that ask often: the others are not read. Raises as `current`."""
    setting = _SETTINGS.get(name, "")
    value: int = _number(setting) if setting in os.environ else getattr(_chosen, name)
    return value


def _number(setting: str) -> int:
    text = os.environ[setting].strip()
    if not _WHOLE.fullmatch(text) or int(text) < 1:
        raise SettingError(f"{setting} is a whole number from 1 on, not {text[:40]!r}; correct it, or unset it.")
    return int(text)
