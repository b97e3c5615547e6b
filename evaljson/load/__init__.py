"""Read files into records, pair records, read JSON out of model text.

reader.py starts a read, formats/ and json/ know the formats, model_text/ knows the replies of models, pairing.py
pairs gold with extracted.
"""

from evaljson.load.loaded_records import LoadedRecords, LoadProblem
from evaljson.load.model_text.model_output import ModelOutput, parse_model_output
from evaljson.load.model_text.single_object import ModelJson, parse_model_text, read_model_text
from evaljson.load.pairing import Pairing, Unpaired, pair_by_id
from evaljson.load.reader import read_records
from evaljson.load.sources import MAX_BYTES
from evaljson.load.typed_cells import read_alike
from evaljson.load.unreadable import Unreadable, unreadable_ids

__all__ = [
    "MAX_BYTES",
    "LoadProblem",
    "LoadedRecords",
    "ModelJson",
    "ModelOutput",
    "Pairing",
    "Unpaired",
    "Unreadable",
    "pair_by_id",
    "parse_model_output",
    "parse_model_text",
    "read_alike",
    "read_model_text",
    "read_records",
    "unreadable_ids",
]
