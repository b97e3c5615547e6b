"""The cards of a review as Label Studio tasks, and the labelling configuration that shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from evaljson.report.review.cell_text import cell_of_text
from evaljson.report.review.offered import OfferedCard
from evaljson.review.answers import ANSWERS, WORDS
from evaljson.wording.words import counted

ANSWER, VALUE, TAG, COMMENT = "answer", "value", "tag", "comment"
"""Names of the controls: `from_name` in an annotation."""
_HEAD: Final = """<View>
  <Header value="$field"/>
  <View style="display: flex; gap: 1em">
    <View style="flex: 1"><Header value="Gold" size="5"/><Text name="gold" value="$gold"/></View>
    <View style="flex: 1"><Header value="Extracted" size="5"/><Text name="extracted" value="$extracted"/></View>
  </View>
  <Text name="records" value="$applies_to"/>
"""
_ASKED_OF_MATCHES: Final = f"Both sides match here. “{WORDS['gold_right']}” says that both are right."
"""The choices are those of the configuration on every task."""


def label_studio_tasks(review: str, cards: Sequence[OfferedCard], instructions: str = "") -> bytes:
    """Write a JSON file for “Import”: a task for each card."""
    tasks = [{"data": _data(review, card, instructions)} for card in cards]
    return f"{json.dumps(tasks, ensure_ascii=False, indent=1)}\n".encode("utf-8", "backslashreplace")


def _data(review: str, card: OfferedCard, instructions: str) -> dict[str, Any]:
    asked = f". {_ASKED_OF_MATCHES}" if card.is_match else ""
    named = f"; variants: {card.variants}" if card.variants else ""
    return {
        "review": review, "card": card.number, "mark": card.mark, "field": card.field, "gold": card.gold,
        "extracted": card.extracted, "applies_to": f"{counted(card.count, 'record')}: {card.records}{named}{asked}",
        "instructions": cell_of_text(instructions),
    }  # fmt: skip


def label_studio_config(tags: Sequence[str]) -> bytes:
    """Write the labelling configuration: gold and extracted side by side, the five answers, value, tag, comment."""
    choices = "".join(
        f'    <Choice value={quoteattr(WORDS[name])} alias="{name}" hotkey="{key}"/>\n'
        for key, name in enumerate(ANSWERS, 1)
    )
    tagged = "".join(f"    <Choice value={quoteattr(cell_of_text(tag))}/>\n" for tag in tags)
    parts = [
        _HEAD,
        f'  <Choices name="{ANSWER}" toName="gold" choice="single-radio" required="true">\n{choices}  </Choices>\n',
        f'  <TextArea name="{VALUE}" toName="gold" placeholder="Gold should be; also (no value), (null), (empty text)" '
        f'maxSubmissions="1" editable="true" visibleWhen="choice-selected" whenTagName="{ANSWER}" '
        'whenChoiceValue="gold_wrong"/>\n',
        f'  <Choices name="{TAG}" toName="gold" choice="single-radio" showInline="true">\n{tagged}  </Choices>\n'
        if tags
        else "",
        f'  <TextArea name="{COMMENT}" toName="gold" placeholder="Comment" maxSubmissions="1" editable="true"/>\n',
        "</View>\n",
    ]
    return "".join(parts).encode()
