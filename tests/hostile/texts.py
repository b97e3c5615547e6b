"""Texts that once took quadratic time or memory, or might: each is built at any length."""

from collections.abc import Callable

KEY = "k" * 200


def repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A text of about `length` characters, most of them the same piece again and again."""
    return lambda length: before + piece * (length // len(piece)) + after


TEXTS: dict[str, Callable[[int], str]] = {
    "bare keys, ever deeper": repeated("{a:"),
    "objects, ever deeper": repeated('{"a":'),
    "arrays, ever deeper": repeated("["),
    "arrays and objects, ever deeper": repeated('[{"a":'),
    "deep and closed": lambda length: "[" * (length // 2) + "]" * (length // 2),
    "deep objects, closed": lambda length: '{"a":' * (length // 6) + "1" + "}" * (length // 6),
    "long keys, ever deeper": repeated('{"' + KEY + '":'),
    "long bare keys, ever deeper": repeated("{" + KEY + ":"),
    "braces": repeated("{"),
    "braces and quotes": repeated("{ 'a"),
    "braces and words": repeated("{a"),
    "closing brackets": repeated("]}", '{"a": 1'),
    "fences with a brace": repeated("```\n{\n"),
    "fences with a broken object": repeated('```json\n{"a":\n'),
    "fences with an empty object": repeated("```json\n{}\n```\n"),
    "fences of two kinds": repeated("~~~\n{\n```\n{\n"),
    "fences around deep arrays": repeated("```\n" + "[" * 1500 + "\n```\n"),
    "ticks": repeated("`", "```\n{"),
    "objects in quotes of another kind": repeated("{'a':1} "),
    "objects": repeated('{"a":1} '),
    "objects closed twice": repeated('{"a":1}} '),
    "reasoning that never ends": repeated("<think>"),
    "reasoning, again and again": repeated("<think></think>", "", '{"a": 1}'),
    "ends of reasoning": repeated("</think>\n", "", '{"a": 1}'),
    "channels": repeated("<|channel|>final"),
    "quotes": repeated('"'),
    "quotes in an object": repeated('"', '{"a":'),
    "quotes in threes": repeated('"""', '{"a":'),
    "curly quotes": repeated("{“a”"),
    "backslashes": repeated("\\", '{"a":"'),
    "backslashes before letters": repeated("\\x", '{"a":"', '"}'),
    "escaped quotes": repeated('\\"', '{"a":"'),
    "ellipses below a long key": repeated("1,...,", '{"' + KEY * 50 + '":[', "]}"),
    "LaTeX below a long key": repeated('"\\fa",', '{"' + KEY * 50 + '":[', "1]}"),
    "numbers too large below a long key": repeated("1e999,", '{"' + KEY * 50 + '":[', "1]}"),
    "the same key": repeated('"a":1,', "{", '"b":1}'),
    "strings that nothing separates": repeated('"a" b ', '{"x":["a" b '),
    "spaces": repeated(" ", "{"),
    "line breaks": repeated("\n", "", "{}"),
    "comments": repeated("/*", "{"),
    "points": repeated("1.", "["),
    "commas": repeated(",", "["),
    "colons": repeated(":", "{"),
    "arrows": repeated(">"),
    "numbers": repeated("1,", "[", "1]"),
    "empty records": repeated("{},", "[", "{}]"),
    "empty lines of records": repeated("{}\n"),
    "bad lines": repeated("{\n"),
    "bytes that are not UTF-8": repeated("{'\udce4': 1}\n"),
    "bad bytes in one array": repeated('{"a": "\udce4"},', "[", "{}]"),
    "bad records in one array": repeated('{"a": 1, "a": 2},', "[", "{}]"),
}
