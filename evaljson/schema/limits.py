"""How large schemas may be."""

MAX_DEPTH = 100
"""Levels of fields inside fields, in a resolved schema."""
MAX_SCHEMAS = 10_000
"""Schemas that resolving looks at: definitions that refer to each other twice, many times over, grow without bounds."""
MAX_CHAIN = 2 * MAX_DEPTH
"""Schemas and references one inside the other."""
MAX_COPIED = 1_000_000
"""Values in the lists of `enum` and in `x-eval-*` keys that resolving copies, to each place that uses a definition."""
MAX_FILE_BYTES = 64 * 2**20
"""Bytes that the files which a schema refers to have together."""
