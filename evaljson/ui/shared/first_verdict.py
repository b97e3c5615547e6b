"""The verdict on an evaluation that Overview begins with, in the same words on other pages."""

from __future__ import annotations

from evaljson.base.errors import InputError
from evaljson.compare.words.first_place import first_place_hangs_on
from evaljson.compare.words.overall_sentence import OverallVerdict, of_one, of_two
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.report.compare.cost_of_gain import between_tied
from evaljson.ui.session.comparisons import comparison
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.ranking import ranking_of
from evaljson.ui.shared.default_pair import default_pair
from evaljson.ui.shared.to_decide import ways_to_first_now
from evaljson.ui.shared.variant_costs import costs_of


def first_verdict(evaluation: OpenEvaluation) -> OverallVerdict | None:
    """Return the sentence: a ranking of several variants, a comparison of two, the figures of one.

    Until variants are scored again, it is about what they were. None where nothing is scored, or the variants cannot be
    compared.
    """
    names = list(evaluation.runs)
    if len(names) < 2:
        is_only = len(evaluation.stored.variants) == 1
        return of_one(names[0], evaluation.runs[names[0]], is_only=is_only) if names else None
    current = [name for name in names if name not in evaluation.outdated or evaluation.is_earlier]
    board = ranking_of(evaluation, current) if len(current) > 2 else None
    if board is not None and len(board.places) > 2:
        ranked = [place.name for place in board.places]
        ways = ways_to_first_now(evaluation, ranked)
        costs = between_tied(board, costs_of(evaluation, ranked))
        return ranking_sentence(board).then(costs).then(first_place_hangs_on(ways))
    try:
        pair = default_pair(evaluation, names)
        return of_two(comparison(evaluation, *pair)).then(first_place_hangs_on(ways_to_first_now(evaluation, pair)))
    except InputError:
        return None
