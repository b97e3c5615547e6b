"""The options of every command that scores files against gold: `score`, `compare`, `suggest`."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.cli.options.from_click import group
from evaljson.cli.options.missing_records import MissingRecordsOptions
from evaljson.cli.options.reading import ReadingOptions
from evaljson.cli.options.schema import SchemaOptions, allow_unknown_option


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    """How files are read, joined and scored."""

    schema: SchemaOptions = group(SchemaOptions)
    missing: MissingRecordsOptions = group(MissingRecordsOptions)
    allow_unknown: bool = allow_unknown_option()
    reading: ReadingOptions = group(ReadingOptions)
