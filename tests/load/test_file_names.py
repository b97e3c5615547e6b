"""The name of a file without its endings."""

import pytest

from evaljson.load.file_names import name_of_file


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("out/gemini-2.5-pro.jsonl", "gemini-2.5-pro"),
        ("gpt-4.1.json", "gpt-4.1"),
        ("a.jsonl.gz", "a"),
        ("A.JSON", "A"),
        ("run.v2.csv", "run.v2"),
        ("claude.3.parquet", "claude.3"),
        ("replies.zip", "replies"),
        ("runs/gemini-2.5-pro/", "gemini-2.5-pro"),
        (".jsonl", ".jsonl"),
        ("-", "-"),
        ("reply.md", "reply"),
        ("my json", "my json"),
    ],
)
def test_known_endings_are_left_out_and_other_dots_stay(file: str, name: str) -> None:
    assert name_of_file(file) == name
