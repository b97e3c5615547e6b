"""Texts that Markdown, or Streamlit's additions to it, would change: names, values and keys may be any of them."""

import random
from typing import Final

WIDTH: Final = 200

LINKS = (
    "https://evil.example/x?a=1&b=2#c", "http://a.b", "HTTPS://X.Y", "http://http://x", "xhttp://y",
    "www.evil.example/p", "WWW.x.org", "ann@example.org", "mailto:ann@example.org", "<http://x.y>", "<a@b.c>",
    "[x](http://y)", "[x][y]",
    "[x]: http://y", "![x](y)", "[^1]", "https:/x", "a@-b.c",
)  # fmt: skip
ARROWS = (
    "->",
    "a -> b",
    "<-",
    "a <-> b",
    "a -- b",
    "--",
    "x >= 1",
    "<= 2",
    "~= 3",
    "--->",
    "<--",
    "<=>",
    "@-> x",
    ":-> y",
)
SHORT_NAMES = (
    ":smile:", ":+1:", ":-1:", "a:b:c:d", "12:30:15", ":--:", ":streamlit:", ":material/home:", ":material_home:",
    "see :material/home: :material/search:", "🎯 :dart:", "🎯 first", "❌: no", "日本:語:",
)  # fmt: skip
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "gray", "grey", "rainbow", "primary")
DIRECTIVES = (
    *(f":{colour}{kind}[x]" for colour in COLOURS for kind in ("", "-background", "-badge")),
    ":small[x]", ":small[]", ":shimmer[x]", ":help[x]", ':color[x]{foreground="red"}', "::red[x]", ":::note",
    ":red[a :blue[b]]",
)  # fmt: skip
MATHS = ("$x^2$", "$$x$$", "costs $5 and $6", r"\$x$", r"\[x\]", r"\(x\)", "\\", "a\\", r"\\")
MARKDOWN = (
    "**b**", "__b__", "_i_", "*i*", "~~s~~", "~s~", "`c`", "``c``", "```js", "# h", "#", "- item", "* item", "+ item",
    "1. one", "1) one", "> q", "---", "***", "===", "| a | b |", "|---|", "[x]", "- [ ] todo", "&amp;", "&#65;",
    "&copy;", "<b>x</b>", "<!-- c -->", "<script>document.title='owned'</script>", "snake_case_name", "2*3*4",
    "items[].unit", "a~b~c",
)  # fmt: skip
ALONE: Final = (*LINKS, *ARROWS, *SHORT_NAMES, *DIRECTIVES, *MATHS, *MARKDOWN)
EVERYWHERE: Final = (
    "see https://evil.example -> www.evil.example", ":material/home: :smile: :streamlit:", ":red[x] $x^2$ **b** `c`",
    "ann@example.org <= 1", "🎯 [x](http://y) <b>x</b> &amp;", "1. one", "- item", "# h", "> q",
)  # fmt: skip
_PIECES = (
    ":", "::", ":red", "[", "]", "(", ")", "{", "}", "-", "--", "->", "<-", ">", "<", "=", "~", "*", "**", "_", "`",
    "$", "\\", "/", "//", "http:", "https://", "www", ".", "@", "a", "x", "é", " ", "#", "|", "!", "&", "&amp;",
    "<b>", "material/", ":material/home:", "streamlit", ":smile:", ":small[]", "+1", "1.", "🎯", "mailto:",
    "a@b.co", "x.com",
)  # fmt: skip
_random = random.Random(20)
_joined = ("".join(_random.choices(_PIECES, k=_random.randint(2, 9))) for _ in range(150))
MADE_UP: Final = tuple(text for text in (" ".join(one.split()) for one in _joined) if text)
"""Pieces of all that, in any order."""
