"""Make it a rule: settings under which what people accept counts as right, and what else they would forgive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.errors import EvaljsonError
from evaljson.results.model import RunResult
from evaljson.review.accepted_pairs import GoldNow, ReviewedPair, StillHas, decided_pairs, made_right, places_of
from evaljson.review.cards import ReviewCard
from evaljson.review.direct_rules import direct_rules, rules_of_fields
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.people_agreement import nodes_by_path
from evaljson.review.same_meaning import schema_of_field
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest import Suggestion

_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class AcceptedRule:
    """A suggestion, and what people said of the pairs that it would call right."""

    suggestion: Suggestion
    accepted: int
    """Places that people accept and that it makes right."""
    of: int
    """Places of the field that people accept, and that are still wrong."""
    forgiven: int
    """Places of which people say that one side is wrong, and that it would call right too."""
    examples: tuple[ReviewedPair, ...]
    """Accepted pairs that it makes right; five at most."""
    warnings: tuple[ReviewedPair, ...]
    """Pairs that it would forgive though people call one side wrong; five at most."""
    records: int
    """Records that the accepted places are in."""
    typed: int = 0
    """Places that it would call right where gold is by now what people typed: nobody was asked about that pair."""
    typed_pairs: tuple[ReviewedPair, ...] = ()
    """Of these; five at most."""

    @property
    def is_risky(self) -> bool:
        """Whether it contradicts what people said, rests on a single record, or is of high risk by itself."""
        return self.forgiven > 0 or self.records == 1 or self.suggestion.risk.level == "high"


@dataclass(frozen=True, slots=True)
class AcceptedRules:
    """All rules that a review calls for."""

    rules: tuple[AcceptedRule, ...]
    """Those that contradict nobody first, then by what they explain."""
    left: tuple[ReviewedPair, ...]
    """Accepted pairs that no rule explains."""
    accepted: int
    """Places that people accept, and that are still wrong under the schema."""


def accepted_rules(
    cards: Sequence[ReviewCard],
    outcome: ReviewOutcome,
    schema: Mapping[str, Any],
    runs: Mapping[str, RunResult],
    known: Sequence[Suggestion] = (),
    gold_now: GoldNow | None = None,
    still_has: StillHas | None = None,
) -> AcceptedRules:
    """Find rules for what people accept.

    `known` are suggestions found in the same runs, which are scored under `schema`: those that explain an accepted pair
    are taken up, unless they build on others. A rule is taken alone, so that its effect is that under `schema` as it
    is. For pairs that none of them explains, what explains the errors of their field is looked for, and then rules are
    made of the pairs themselves. `gold_now` tells what gold has by now, and `still_has` where variants have
    what was extracted, where these are not what was reviewed.
    """
    nodes = nodes_by_path(parse_eval_schema(schema))
    by_field: dict[str, list[ReviewedPair]] = {}
    ruleless: list[ReviewedPair] = []
    for pair in decided_pairs(cards, outcome, gold_now, still_has):
        if pair.field in nodes:
            by_field.setdefault(pair.field, []).append(pair)
        elif pair.is_accepted and any(pair.field in run.undeclared for run in runs.values()):
            ruleless.append(pair)  # a key that the schema lacks
    by_field = {path: _still_wrong(nodes[path], pairs) for path, pairs in by_field.items()}
    rules, explained, settled = list[AcceptedRule](), set[int](), set[int]()
    for suggestion in known:
        if suggestion.builds_on:  # measured on top of these: what there is to its field as it is, is looked for below
            continue
        _judge(suggestion, nodes, by_field, rules, explained, settled)
    for find in (rules_of_fields, direct_rules):
        left = [pair for pairs in by_field.values() for pair in pairs if pair.is_accepted and id(pair) not in settled]
        for suggestion in find(left, runs, schema):
            _judge(suggestion, nodes, by_field, rules, explained, settled)
    accepted = [*(pair for pairs in by_field.values() for pair in pairs if pair.is_accepted), *ruleless]
    return AcceptedRules(
        tuple(sorted(rules, key=lambda rule: (rule.is_risky, rule.forgiven, -rule.accepted))),
        tuple(pair for pair in accepted if id(pair) not in explained),
        places_of(accepted),
    )


def right_by_now(cards: Sequence[ReviewCard], schema: Mapping[str, Any]) -> set[int]:
    """Return the cards, by number, whose two values are no error by the rule that a schema has for their field."""
    nodes = nodes_by_path(parse_eval_schema(schema))
    pairs: dict[str, list[ReviewedPair]] = {}
    numbers: dict[int, int] = {}
    for number, card in enumerate(cards):
        if card.kind == "disagreement" and card.places and card.field in nodes:
            pair = ReviewedPair(card.field, card.gold, card.extracted, True, len(card.places), frozenset())
            pairs.setdefault(card.field, []).append(pair)
            numbers[id(pair)] = number
    wrong = {id(pair) for field, some in pairs.items() for pair in _still_wrong(nodes[field], some)}
    return {number for pair, number in numbers.items() if pair not in wrong}


def _still_wrong(node: SchemaNode, pairs: list[ReviewedPair]) -> list[ReviewedPair]:
    """Leave out what the rule of the field calls right by now."""
    try:
        right = made_right(schema_of_field(node), pairs)
    except EvaljsonError:  # settings of an array or object that only work within the whole schema
        if node.is_unit:
            raise
        return pairs
    return [pair for pair, is_right in zip(pairs, right.tolist(), strict=True) if not is_right]


def _judge(
    suggestion: Suggestion,
    nodes: Mapping[str, SchemaNode],
    by_field: Mapping[str, list[ReviewedPair]],
    rules: list[AcceptedRule],
    explained: set[int],
    settled: set[int],
) -> None:
    """Add a suggestion to the rules if it makes an accepted pair right, and brings something.

    `explained` are the pairs that any rule makes right, and `settled` those of rules that forgive nothing else.
    """
    pairs = by_field.get(suggestion.path, [])
    if (
        any(rule.suggestion.id == suggestion.id for rule in rules)
        or not any(pair.is_accepted for pair in pairs)
        or suggestion.effect is None
        or not suggestion.effect.is_gain
    ):
        return
    try:
        right = made_right({**schema_of_field(nodes[suggestion.path]), **suggestion.settings}, pairs)
    except EvaljsonError:  # settings that only work within the whole schema
        return
    now_right = [pairs[at] for at in np.flatnonzero(right)]
    accepted = [pair for pair in now_right if pair.is_accepted]
    typed = [pair for pair in now_right if pair.is_typed]
    forgiven = [pair for pair in now_right if not pair.is_accepted and not pair.is_typed]
    if not accepted:
        return
    explained.update(id(pair) for pair in accepted)
    if not forgiven:  # else one of the accepted pairs alone may do, and is looked for
        settled.update(id(pair) for pair in accepted)
    rules.append(
        AcceptedRule(
            suggestion,
            places_of(accepted),
            places_of([pair for pair in pairs if pair.is_accepted]),
            places_of(forgiven),
            tuple(accepted[:_SHOWN]),
            tuple(forgiven[:_SHOWN]),
            len(frozenset[int]().union(*(pair.records for pair in accepted))),
            places_of(typed),
            tuple(typed[:_SHOWN]),
        )
    )
