"""Rules made of the very pairs that people accept: how texts are written, synonyms, a tolerance, or 0 for null."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import above
from evaljson.results.model import RunResult
from evaljson.review.accepted_pairs import ReviewedPair
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.suggest.edit import Edit, takes
from evaljson.suggest.from_proposals import of_proposal
from evaljson.suggest.kinds import zeros
from evaljson.suggest.kinds.registry import find_proposals
from evaljson.suggest.kinds.synonyms import GoldRecords, Seen, proposal_of, table_of
from evaljson.suggest.kinds.texts import written_alike
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import effects_of
from evaljson.suggest.model import Suggestion
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.proposals_by_field import can_be_set, fields_inside
from evaljson.suggest.search import results_of
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted, fields_of, gather
from evaljson.wording.words import as_set

_PEOPLE: Final = "People accept these very values; nothing is known of others"


def direct_rules(
    pairs: Sequence[ReviewedPair], runs: Mapping[str, RunResult], schema: Mapping[str, Any]
) -> list[Suggestion]:
    """Propose rules for accepted pairs, each measured over all runs, which are scored under `schema`."""
    return _measured(pairs, runs, schema, lambda fld, fields, gold: _proposals(fld, pairs))


def rules_of_fields(
    pairs: Sequence[ReviewedPair], runs: Mapping[str, RunResult], schema: Mapping[str, Any]
) -> list[Suggestion]:
    """Propose what explains the errors of the fields of accepted pairs, as a search for suggestions does.

    A comparator that reads dates holds for those to come as well; a table of the pairs that were seen does not.
    """
    return _measured(pairs, runs, schema, _as_searched)


def _measured(
    pairs: Sequence[ReviewedPair],
    runs: Mapping[str, RunResult],
    schema: Mapping[str, Any],
    proposals: Callable[[Field, Mapping[str, Field], GoldRecords], Iterable[Proposal]],
) -> list[Suggestion]:
    if not pairs or not runs:
        return []
    tree = parse_eval_schema(schema)
    bench = Bench(runs, tree.raw, tree)
    gold = {name: [record.gold for record in run.records] for name, run in runs.items()}
    asked = {pair.field for pair in pairs} - {""}  # no setting is for records that are missing
    fields = _gathered(asked, bench)
    by_field = [(fld, list(proposals(fld, fields, gold))) for path, fld in fields.items() if path in asked]
    proposed, _ = can_be_set(by_field, bench)
    found = [(fld, proposal) for fld, proposals in proposed for proposal in proposals]
    effects = effects_of([proposal.edit for _, proposal in found], bench, 0.0, 1.0)
    return [
        of_proposal(proposal, fld, effect, bench, (), once="", runs=bench.runs)
        for (fld, proposal), effect in zip(found, effects, strict=True)
    ]


def _gathered(paths: Set[str], bench: Bench) -> dict[str, Field]:
    """Return the fields at and below some paths: an array is judged by what is in it too."""
    fields = {path: fld for path, fld in fields_of(bench.tree).items() if not paths.isdisjoint(above(path))}
    for name, run in bench.runs.items():
        gather(fields, name, results_of(run, bench.tree).chunks, bench.missing[name])
    return fields


def _as_searched(fld: Field, fields: Mapping[str, Field], gold: GoldRecords) -> Iterator[Proposal]:
    """Yield what a search proposes, the best of those that exclude each other; what needs a judge is left out."""
    rivals = set[str]()
    for proposal in find_proposals(fld, gold, () if fld.node.is_unit else fields_inside(fld.path, fields)):
        if proposal.measured and proposal.rival not in rivals:
            yield proposal
        if proposal.rival is not None:
            rivals.add(proposal.rival)


def _proposals(fld: Field, pairs: Sequence[ReviewedPair]) -> Iterator[Proposal]:
    if not fld.node.is_unit:
        return
    accepted = {_key(pair.gold, pair.extracted) for pair in pairs if pair.field == fld.path}
    yield from zeros.of_pairs(fld, [one for one in fld.wrong if _key(one.raw_gold, one.raw_extracted) in accepted])
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
    of, accepted, size = counted(fld.mismatches), set(map(id, pairs)), as_set(float(largest))
    within = [pair for pair in _numbers(fld.mismatches) if _apart(pair) <= largest]
    said = (
        f"In {fld.path}, {counted(within):,} of {of:,} mismatches differ by at most {size}, the most that people accept"
    )
    doing = f"Allowing numbers to differ by {size}"
    more = counted(pair for pair in within if id(pair) not in accepted)
    why = f"{_PEOPLE}; {more:,} other {'mismatch is' if more == 1 else 'mismatches are'} as close" if more else _PEOPLE
    edit = Edit(fld.path, compare=name, params=params)
    yield Proposal("tolerance", edit, said, doing, tuple(within), of, "medium", why)


def _numbers(pairs: Sequence[WrongPair]) -> list[WrongPair]:
    return [pair for pair in pairs if _is_number(pair.gold) and _is_number(pair.extracted)]


def _apart(pair: WrongPair) -> Decimal:
    return abs(Decimal(repr(pair.gold)) - Decimal(repr(pair.extracted)))
