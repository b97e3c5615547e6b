"""How a place in a record is written: a.b[0]['odd.key']."""


def key_path(parent: str, key: str) -> str:
    """The path of a key below `parent` ("" is the root); a key that could be taken for a path is quoted."""
    if key not in ("", "*") and not any(sign in key for sign in ".[]'\""):
        return f"{parent}.{key}" if parent else key
    quoted = key.replace("\\", "\\\\").replace("'", "\\'")
    return f"{parent}['{quoted}']"


def element_path(parent: str, index: int) -> str:
    return f"{parent}[{index}]"


def any_element_path(parent: str) -> str:
    return f"{parent}[]"


def any_key_path(parent: str) -> str:
    """The schema path of all entries of a map."""
    return f"{parent}.*" if parent else "*"
