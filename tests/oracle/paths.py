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


def steps_of(path: str) -> list[tuple[str | int, int]]:
    """The steps of an instance path, letter by letter: each key or index, and where in the text it ends."""
    steps: list[tuple[str | int, int]] = []
    at = 0
    while at < len(path):
        if path.startswith("['", at):
            key, at = "", at + 2
            while path[at] != "'":
                at += path[at] == "\\"
                key += path[at]
                at += 1
            at += 2
            steps.append((key, at))
        elif path[at] == "[":
            end = path.index("]", at)
            steps.append((int(path[at + 1 : end]), end + 1))
            at = end + 1
        else:
            at += path[at] == "."
            end = min([place for sign in ".[" if (place := path.find(sign, at)) >= 0], default=len(path))
            steps.append((path[at:end], end))
            at = end
    return steps


def elements_on(path: str) -> list[tuple[str, int, str]]:
    """The elements that an instance path leads through: path of the array, index, and the path below the element."""
    found, start = [], 0
    for step, end in steps_of(path):
        if isinstance(step, int):
            found.append((path[:start], step, path[end:]))
        start = end
    return found
