"""Scores a batch of records of one schema: those that both sides have, and those that one side lacks."""

from __future__ import annotations

from itertools import repeat
from operator import is_not

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import ABSENT
from evaljson.load.invented_record import InventedRecord
from evaljson.scoring.columns import Columns
from evaljson.scoring.placed import OneSided
from evaljson.scoring.row_pairs import FlatPairs
from evaljson.scoring.schema_parts import SchemaPart
from evaljson.scoring.scorer import Scorer
from evaljson.scoring.side import GOLD
from evaljson.scoring.table_sink import OneSidedSink, ResultStore, TableSink, root_frame
from evaljson.scoring.undeclared_gold import report_unknown_gold


def score_batch(part: SchemaPart, records: Ints, columns: Columns, store: ResultStore, scorer: Scorer) -> None:
    """Put the results of these records of a run into the store, and let go of the columns."""
    produced = np.fromiter(map(is_not, columns.extracted, repeat(ABSENT)), np.bool_, len(records))
    in_gold = np.fromiter((type(record) is not InventedRecord for record in columns.gold), np.bool_, len(records))
    sink = TableSink(store, root_frame(records))
    one_sided = OneSidedSink(store, sink.frame)
    both, lacking, invented = map(np.flatnonzero, (produced & in_gold, ~produced, produced & ~in_gold))
    scorer.pairs(part.plan, columns, FlatPairs(both, both, both), sink)
    scorer.pairs(part.plan, columns, FlatPairs(invented, invented, invented), one_sided)
    scorer.one_sided(part.plan, columns, OneSided(GOLD, lacking, lacking), one_sided)
    report_unknown_gold(part.plan, columns, scorer.problems)
    columns.release()
