import pytest

from evaljson.ui.shared.plain_text import plain


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
