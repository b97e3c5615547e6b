import pytest

from evaljson.ui.shared.plain_text import plain, plain_label, plain_part


@pytest.mark.parametrize(
    "text", ["Prompt A", "vendor name", "12:30", "a, b; c?", "日本語", "100%", "it's", "a/b", "x@", "www"]
)
def test_ordinary_text_stays_as_it_is_but_for_backslashes(text: str) -> None:
    assert plain(text).replace("\\", "") == text


def test_text_is_one_line_and_shortened() -> None:
    assert plain("a\n\n b\tc") == "a b c"
    assert plain("x" * 100, 10) == "x" * 9 + "…"


def test_what_streamlit_looks_for_is_in_two_pieces() -> None:
    for text in (":smile:", ":material/home:", ":streamlit:", "->", "<=", "https://x.y", "www.x.y", "a@b.c"):
        assert text not in plain(text).replace("\\", "")
        assert plain(text).replace("\\", "").replace(":small[]", "") == text


@pytest.mark.parametrize(
    "text",
    [
        "US$ = USD",
        "St. = Street",
        "40' High Cube = 40HC",
        "vendor.vat_id",
        "a - b",
        "12:30",
        "2 * 3",
        "(x) {y}",
        "a!",
        "rows[].net_kg",
        "rows[].net_weight_kg",
    ],
)
def test_a_label_is_read_out_as_it_is_written_where_markdown_reads_nothing_in_it(text: str) -> None:
    assert plain_label(text) == text


@pytest.mark.parametrize(
    "text",
    ["$ = US$", "*a* = b", "_a_", "`a`", "[a](b)", "<b>", "&amp;", "~~a~~", "a\\b", "# a", "- a", "1. a", "+ a",
     ":red[a]", ":smile:", "https://x.y", "a -> b", "www.x.y", "a@b.c", "📦 a"],
)  # fmt: skip
def test_a_label_in_which_markdown_would_read_something_is_escaped(text: str) -> None:
    assert plain_label(text) == plain(text) != text


@pytest.mark.parametrize("text", ["rows[].net_weight_kg", "Prompt A", "prompt-b_2.1"])
def test_a_part_of_a_label_is_read_out_as_it_is_written(text: str) -> None:
    assert plain_part(text) == text


@pytest.mark.parametrize("text", ["map.*.price", "cost in US$", "last_", "(_a)", "<b>"])
def test_a_part_of_a_label_is_escaped_where_markdown_may_read_it_with_another_part(text: str) -> None:
    assert plain_part(text) == plain(text) != text
