"""Values -> a schema."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from evaljson.schema.gold.infer import infer_values

logger = logging.getLogger(__name__)


def infer_schema(values: Sequence[Any], path: str = "") -> dict[str, Any]:
    """Infer a schema from JSON values: properties in sorted order, the type of the first value that is not null.

    Nothing but null gives string, and so do the elements of arrays that are all empty. `path` is where the values
    are, for messages. Raises ValueError without values, and for what is not JSON.
    """
    report = infer_values(values, path, widen=False)
    for position in report.mixed:
        logger.warning("%s", position)
    return report.schema
