"""What all tables of the store have in common: the types of their columns, and the names of their constraints."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import LargeBinary, MetaData
from sqlalchemy.orm import DeclarativeBase

from evaljson.store.column_types import AnyText, JsonList, JsonText, Moment

SHA: Final = 64
"""Characters of a sha256 in hex."""
ID: Final = 16
"""Characters of an id that evaljson makes."""


class Base(DeclarativeBase):
    """The base of all tables: it names every constraint, so that a migration can refer to it."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        str: AnyText, datetime: Moment, bytes: LargeBinary, dict[str, Any]: JsonText, list[Any]: JsonList
    }  # fmt: skip
