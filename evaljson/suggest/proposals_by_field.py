"""What is proposed at each field of a schema: nothing twice, and nothing that its schema cannot take."""

from __future__ import annotations

from collections.abc import Mapping

from evaljson.base.errors import SchemaError
from evaljson.base.paths import is_below
from evaljson.schema.parse.parse import parse_again
from evaljson.suggest.edit import edited
from evaljson.suggest.kinds import nulls
from evaljson.suggest.kinds.registry import KINDS, find_proposals
from evaljson.suggest.kinds.synonyms import GoldRecords
from evaljson.suggest.measure import Bench
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field

ByField = list[tuple[Field, list[Proposal]]]


def proposals_of(fields: Mapping[str, Field], gold: GoldRecords) -> ByField:
    """List the proposals at each field; `gold` has the gold records of each variant.

    What a field is said to leave empty is not proposed again where a setting of the object or array around it settles
    it.
    """
    found = []
    for path, fld in fields.items():
        found.append((fld, find_proposals(fld, gold, () if fld.node.is_unit else fields_inside(path, fields))))
    settled = {
        id(pair)
        for fld, proposals in found
        for proposal in proposals
        if proposal.kind in nulls.TITLES and not fld.node.is_unit
        for pair in proposal.explained
    }
    return [(fld, [one for one in proposals if not _is_settled(fld, one, settled)]) for fld, proposals in found]


def fields_inside(path: str, fields: Mapping[str, Field]) -> list[Field]:
    """Return the fields in an object or array."""
    return [fld for other, fld in fields.items() if other != path and is_below(other, path)]


def _is_settled(fld: Field, proposal: Proposal, settled: set[int]) -> bool:
    """Check whether a setting of an object around settles all that a setting of nulls at a value explains."""
    if proposal.kind not in nulls.TITLES or not fld.node.is_unit:
        return False
    return settled.issuperset(map(id, proposal.explained))


def can_be_set(found: ByField, bench: Bench) -> tuple[ByField, list[str]]:
    """Leave out what the schema of `bench` cannot take, with a note for each: it must not cost all the others."""
    kept, notes = [], []
    for fld, proposals in found:
        fit = []
        for proposal in proposals:
            try:
                parse_again(edited(bench.schema, proposal.edit), bench.tree)
            except SchemaError as error:
                notes.append(f"{KINDS[proposal.kind]} is not suggested, since the schema cannot take it: {error}.")
            else:
                fit.append(proposal)
        kept.append((fld, fit))
    return kept, notes
