"""How large schemas may be."""

from evaljson.base.limits import DEFAULTS

MAX_DEPTH = DEFAULTS.schema_depth
"""Levels of fields inside fields, in a resolved schema."""
MAX_SCHEMAS = DEFAULTS.schema_nodes
"""Schemas that resolving looks at: definitions that refer to each other twice, many times over, grow without bounds."""
MAX_CHAIN = DEFAULTS.schema_chain
"""Schemas and references one inside the other."""
MAX_COPIED = DEFAULTS.schema_copies
"""Values in the lists of `enum` and in `x-eval-*` keys that resolving copies, to each place that uses a definition."""
MAX_FILE_BYTES = DEFAULTS.schema_bytes
"""Bytes that the files which a schema refers to have together."""

TOO_DEEP = DEFAULTS.says("schema_depth")
"""What a user reads beyond each of them."""
TOO_MANY = DEFAULTS.says("schema_nodes")
TOO_LONG_A_CHAIN = DEFAULTS.says("schema_chain")
TOO_MANY_COPIES = DEFAULTS.says("schema_copies")
TOO_LARGE = DEFAULTS.says("schema_bytes")
