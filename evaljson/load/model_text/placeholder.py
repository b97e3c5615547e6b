"""What stands in a template where a value should be: `...`, `?`, `<name>`, `string`."""

from __future__ import annotations

import re
from typing import Any, Final

_PLACEHOLDER: Final = re.compile(
    r"\s*(?:\.{3}|…|\?+|<[^<>]*>|\[[^\[\]]*\]|string|number|integer|boolean|value|YYYY-MM-DD)?\s*"
)


def is_placeholder(value: Any) -> bool:
    """Check whether a value is a text that says nothing; an empty one does not either."""
    return isinstance(value, str) and _PLACEHOLDER.fullmatch(value) is not None
