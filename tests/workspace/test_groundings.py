"""Which values of the thin films sample are in its texts: all of gold, and of prompts all that no error changed."""

import orjson

from evaljson.base.app_files import sample_folder
from evaljson.evaluate import evaluate
from evaljson.load import read_records
from evaljson.schema import parse_eval_schema
from evaljson.workspace.groundings import GOLD, groundings
from evaljson.workspace.samples import _with_texts, sample_schema


def test_gold_is_in_the_text_and_what_prompts_made_of_it_is_not() -> None:
    folder, schema = sample_folder("thin_films"), sample_schema("thin_films")
    gold = _with_texts(read_records(folder / "gold.jsonl", kind="gold", id_field="lab_id"), folder, "lab_id")
    tree = parse_eval_schema(schema)
    extracted = {
        name: read_records(folder / f"{name}.jsonl", kind="extracted", id_field="lab_id")
        for name in ("prompt_a", "prompt_b")
    }
    records = [record for record in gold.records if record is not None]
    runs = {name: evaluate(records, loaded.records, tree) for name, loaded in extracted.items()}
    found = groundings(runs, gold, extracted, tree)
    assert list(found) == [GOLD, "prompt_a", "prompt_b"]
    assert (found[GOLD].records, found[GOLD].missing) == (40, ())
    planted = orjson.loads((folder / "planted.json").read_bytes())
    for name in extracted:
        kinds = planted[name]["by_kind"]
        by_field = {field.path: field.missing for field in found[name].fields}
        assert 0 < by_field["method"] <= kinds["method_by_other_name"]  # one name may be a part of the other
        assert by_field["layers[].material"] == kinds.get("material_by_name", 0)
        assert by_field["layers[].thickness_nm"] == kinds.get("angstrom_for_nanometre", 0)
        wrong = ("kelvin_for_celsius", "room_temperature_invented", "temperature_rounded")
        assert by_field["temperature"] == sum(kinds.get(kind, 0) for kind in wrong)
    a, b = (found[name].not_in_text for name in extracted)
    assert a is not None
    assert b is not None
    assert a > b > 0
