"""Rules made of the very pairs that people accept: how texts are written, synonyms, or a tolerance."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.results.model import RunResult
from evaljson.review.accepted_pairs import ReviewedPair
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest.edit import Edit, takes
from evaljson.suggest.from_proposals import of_proposal
from evaljson.suggest.kinds.synonyms import Seen, proposal_of, table_of
from evaljson.suggest.kinds.texts import written_alike
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import effects_of
from evaljson.suggest.model import Suggestion
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.search import results_of
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, fields_of, gather

_PEOPLE: Final = "People accept these very values; nothing is known of others"


def direct_rules(
    pairs: Sequence[ReviewedPair], runs: Mapping[str, RunResult], schema: Mapping[str, Any]
) -> list[Suggestion]:
    """Propose rules for accepted pairs, each measured over all runs, which are scored under `schema`."""
    if not pairs or not runs:
        return []
    tree = parse_eval_schema(schema)
    bench = Bench(runs, tree.raw, tree)
    fields = _gathered({pair.field for pair in pairs}, runs, tree)
    found = [(fld, proposal) for fld in fields.values() for proposal in _proposals(fld, pairs)]
    effects = effects_of([proposal.edit for _, proposal in found], bench, 0.0, 1.0)
    return [
        of_proposal(proposal, fld, effect, bench, (), once="")
        for (fld, proposal), effect in zip(found, effects, strict=True)
    ]


def _gathered(paths: Collection[str], runs: Mapping[str, RunResult], tree: SchemaNode) -> dict[str, Field]:
    fields = {path: fld for path, fld in fields_of(tree).items() if path in paths and fld.node.is_unit}
    for name, run in runs.items():
        gather(fields, name, results_of(run, tree).chunks)
    return fields


def _proposals(fld: Field, pairs: Sequence[ReviewedPair]) -> Iterator[Proposal]:
    accepted = {_key(pair.gold, pair.extracted) for pair in pairs if pair.field == fld.path}
    wrong = [pair for pair in fld.mismatches if _key(pair.raw_gold, pair.raw_extracted) in accepted]
    texts = [pair for pair in wrong if pair.is_text and pair.gold and pair.extracted]
    if texts:
        yield from _wider(fld, texts)
        seen = Seen.of(fld)
        yield proposal_of(fld, table_of(texts, seen), texts, seen)
    numbers = _numbers(wrong)
    if numbers:
        yield from _tolerance(fld, numbers)


def _wider(fld: Field, accepted: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Propose to ignore how texts are written, case for one, where that explains what is accepted and more to come."""
    known = set(map(id, accepted))
    for proposal in written_alike(fld, fld.texts):
        if known & set(map(id, proposal.explained)):
            yield proposal


def _key(gold: Any, extracted: Any) -> tuple[Hashable, Hashable]:
    return strict_key(gold), strict_key(extracted)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _tolerance(fld: Field, pairs: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Allow numbers to differ by as much as the accepted ones do."""
    largest = max(map(_apart, pairs))
    comparator = fld.node.comparator
    name = None if comparator is not None and comparator.name == "numeric" else "numeric"
    if name is not None and (comparator is None or comparator.name != "exact"):
        return
    params = {"tolerance": {"abs": float(largest)}}
    if not takes("numeric", params):
        return
    of, accepted, numbers = counted(fld.mismatches), set(map(id, pairs)), _numbers(fld.mismatches)
    said = f"In {fld.path}, people accept {counted(pairs):,} of {of:,} mismatches, which differ by at most {largest:g}"
    doing = f"Allowing numbers to differ by {largest:g}"
    more = counted(pair for pair in numbers if id(pair) not in accepted and _apart(pair) <= largest)
    why = f"{_PEOPLE}; {more:,} other {'mismatch is' if more == 1 else 'mismatches are'} as close" if more else _PEOPLE
    edit = Edit(fld.path, compare=name, params=params)
    yield Proposal("tolerance", edit, said, doing, tuple(pairs), of, "medium", why)


def _numbers(pairs: Sequence[WrongPair]) -> list[WrongPair]:
    return [pair for pair in pairs if _is_number(pair.gold) and _is_number(pair.extracted)]


def _apart(pair: WrongPair) -> Decimal:
    return abs(Decimal(repr(pair.gold)) - Decimal(repr(pair.extracted)))
