"""Facts about the API that code written for struct_extract_eval relies on.

Runs against evaljson.compat.struct_extract_eval, whose sub-modules carry that package's names, so that moving over is
one replacement of its name. REFERENCE_API_MODULE names another package with the same layout (struct_extract_eval
itself, on which all cases pass) or `evaljson`, whose names are looked up at the top level, then in evaljson.judge;
where that departs on purpose, the cases are skipped.
"""

from __future__ import annotations

import dataclasses
import datetime
import importlib
import itertools
import json
import logging
import os
from collections import namedtuple

import pytest

MODULE = os.environ.get("REFERENCE_API_MODULE", "evaljson.compat.struct_extract_eval")
evaljson = importlib.import_module(MODULE)
LAID_OUT_ALIKE = MODULE.endswith("struct_extract_eval")
HOMES = (
    ("", "core.comparators.comparator", "core.comparators.registry", "core.transforms.registry", "core.schema",
     "postprocess", "batch")
    if LAID_OUT_ALIKE
    else ("", "judge", "batch")
)  # fmt: skip


def public(name):
    """The object of this name, from wherever the package offers it."""
    if LAID_OUT_ALIKE and name == "register_transform":
        return importlib.import_module(f"{MODULE}.core.transforms.registry").register
    for home in HOMES:
        try:
            module = importlib.import_module(f"{MODULE}.{home}".rstrip("."))
        except ImportError:
            continue
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"{MODULE} offers no {name!r}")


def deviation(reason):
    """A fact that evaljson itself departs from on purpose."""
    return pytest.mark.skipif(not LAID_OUT_ALIKE, reason=f"deliberate: {reason}")


_numbers = itertools.count()
TEXT = {"type": "string", "x-eval-compare": "exact"}
NUMBER = {"type": "number", "x-eval-compare": "numeric"}


def fresh(fn):
    """Register a comparator under a new name; gives the name."""
    name = f"ref_api_comparator_{next(_numbers)}"
    public("register")(name, fn)
    return name


def fresh_transform(fn):
    name = f"ref_api_transform_{next(_numbers)}"
    public("register_transform")(name, fn)
    return name


def text(compare="exact", **more):
    return {"type": "string", "x-eval-compare": compare, **more}


def an_object(**properties):
    return {"type": "object", "properties": properties}


def a_list(items, **more):
    return {"type": "array", "items": items, **more}


def one_run(schema, gold, extracted, **more):
    return evaljson.evaluate([gold], [extracted], schema, **more)


def by_path(run):
    return {found.path: found for found in run.records[0].field_results}


def statuses(run):
    return {path: found.status for path, found in by_path(run).items()}


def a_result(path, status, comparator="exact", gold="g", extracted="e", score=0.0):
    return evaljson.FieldResult(
        path=path, score=score, comparator=comparator, gold_value=gold, extracted_value=extracted, status=status,
        gold_compared=gold, extracted_compared=extracted,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _type_defaults():
    yield
    evaljson.reset_type_defaults()


class TestAnnotate:
    def test_it_writes_into_the_schema_it_is_given_and_returns_that_object(self):
        schema = an_object(crew=a_list(an_object(rank={"type": "string"})), mass={"type": "integer"})
        assert evaljson.annotate_xeval(schema) is schema
        assert schema["properties"]["mass"]["x-eval-compare"] == "numeric"
        assert schema["properties"]["crew"]["items"]["properties"]["rank"]["x-eval-compare"] == "exact"

    def test_a_type_default_that_was_annotated_outlives_the_reset(self):
        name = fresh(lambda g, e, p: public("ComparatorResult")(score=1.0, comparator="lenient"))
        schema = evaljson.infer_schema([{"colour": "red"}])
        evaljson.set_type_default("string", name)
        evaljson.annotate_xeval(schema)
        evaljson.reset_type_defaults()
        assert one_run(schema, {"colour": "red"}, {"colour": "blue"}).mean_f1 == 1.0

    def test_a_skipped_leaf_gets_no_comparator(self):
        schema = an_object(memo={"type": "string", "x-eval-skip": True})
        found = evaljson.annotate_xeval(schema)
        assert found["properties"]["memo"] == {"type": "string", "x-eval-skip": True}


class TestTypeDefaultsAndEntries:
    def test_set_type_default_takes_json_type_and_comparator_by_name(self):
        evaljson.set_type_default(json_type="boolean", comparator="numeric")
        found = evaljson.annotate_xeval(an_object(on={"type": "boolean"}))
        assert found["properties"]["on"]["x-eval-compare"] == "numeric"

    def test_a_comparator_that_is_neither_text_nor_object_is_a_type_error(self):
        with pytest.raises(TypeError):
            evaljson.set_type_default("string", ["exact"])

    @pytest.mark.parametrize("entry", [7, {"": {}}])
    def test_an_entry_without_a_name_is_a_type_error(self, entry):
        with pytest.raises(TypeError):
            evaljson.parse_xeval_entry(entry)


class TestRegistries:
    @pytest.mark.parametrize(
        "getter, error", [("get_comparator", "ComparatorNotFoundError"), ("get_transform", "TransformNotFoundError")]
    )
    def test_an_unknown_name_is_a_key_error_with_a_name_of_its_own(self, getter, error):
        with pytest.raises(KeyError) as caught:
            public(getter)("nobody_registered_this")
        assert isinstance(caught.value, public(error))

    @pytest.mark.parametrize("registrar", ["register", "register_transform"])
    def test_what_cannot_be_called_is_a_type_error(self, registrar):
        with pytest.raises(TypeError):
            public(registrar)(f"not_callable_{next(_numbers)}", {"no": "function"})


class TestBuiltInComparators:
    @pytest.mark.parametrize("params", [{}, {"values": "north"}])
    def test_oneof_without_a_list_is_a_type_error(self, params):
        with pytest.raises(TypeError):
            public("get_comparator")("oneof")("north", "n", params)

    def test_null_in_a_tolerance_means_not_given(self):
        field = {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"rel": None, "abs": 2}}}}
        assert statuses(one_run(an_object(km=field), {"km": 100}, {"km": 102})) == {"km": "match"}


class TestBuiltInTransforms:
    @pytest.mark.parametrize("name", ["strip", "sort_tokens"])
    def test_a_text_transform_raises_type_error_for_other_values(self, name):
        with pytest.raises(TypeError):
            public("get_transform")(name)(31, {})

    @pytest.mark.parametrize("value, params", [("2.72", {"digits": 1}), (2.72, {})])
    def test_round_digits_raises_type_error(self, value, params):
        with pytest.raises(TypeError):
            public("get_transform")("round_digits")(value, params)

    @pytest.mark.parametrize(
        "value, to, becomes",
        [(1, "bool", True), (" 0 ", "bool", False), (8.9, "int", 8), (True, "int", 1), (True, "str", "True")],
    )  # fmt: skip
    def test_type_convert_gives(self, value, to, becomes):
        found = public("get_transform")("type_convert")(value, {"to": to})
        assert found == becomes and type(found) is type(becomes)

    @pytest.mark.parametrize("value, to", [("yes", "bool"), ("twelve", "int")])
    def test_type_convert_raises_type_error_for_what_it_cannot_convert(self, value, to):
        with pytest.raises(TypeError):
            public("get_transform")("type_convert")(value, {"to": to})

    @pytest.mark.parametrize("params, error", [({}, TypeError), ({"to": "list"}, ValueError)])
    def test_type_convert_refuses_its_parameters(self, params, error):
        with pytest.raises(error):
            public("get_transform")("type_convert")("5", params)


class TestOwnTransforms:
    def test_the_second_argument_is_always_the_parameters_whatever_its_name_and_default(self):
        def cut(value, options=None):
            return value[: (options or {}).get("length", 99)]

        field = text(**{"x-eval-transform": [{fresh_transform(cut): {"length": 3}}]})
        assert statuses(one_run(an_object(code=field), {"code": "abcdef"}, {"code": "abcxyz"})) == {"code": "match"}

    def test_what_a_transform_returns_may_be_any_python_value(self):
        field = text(
            **{"x-eval-transform": [fresh_transform(lambda value, params: datetime.date.fromisoformat(value))]}
        )
        assert statuses(one_run(an_object(x=field), {"x": "2031-05-04"}, {"x": "20310504"})) == {"x": "match"}


class TestOwnComparators:
    def test_an_object_may_keep_settings_of_its_own_under_the_name_params(self):
        class FirstLetters:
            def __init__(self):
                self.params = {"letters": 2}

            def __call__(self, gold, extracted, params):
                n = self.params["letters"]
                return public("ComparatorResult")(score=float(gold[:n] == extracted[:n]), comparator="first")

        schema = an_object(town=text(fresh(FirstLetters())))
        assert statuses(one_run(schema, {"town": "Bonn"}, {"town": "Born"})) == {"town": "match"}

    def test_a_result_may_be_any_object_with_score_and_reason(self):
        Verdict = namedtuple("Verdict", "score reason")
        schema = an_object(town=text(fresh(lambda g, e, p: Verdict(1.0, "seen on a map"))))
        found = by_path(one_run(schema, {"town": "Bonn"}, {"town": "bonn"}))["town"]
        assert (found.status, found.reason) == ("match", "seen on a map")


class TestBatchComparators:
    def test_an_answer_that_is_no_result_is_a_batch_error_of_that_field_alone(self):
        class Odd:
            is_batch = True

            def __call__(self, items):
                return ["right" if item.path == "b" else public("ComparatorResult")(1.0, "odd") for item in items]

        name = fresh(Odd())
        run = one_run(an_object(a=text(name), b=text(name)), {"a": "1", "b": "2"}, {"a": "x", "b": "y"})
        assert statuses(run) == {"a": "match", "b": "batch_error"}
        assert (run.total_batch_errors, run.mean_f1) == (1, 1.0)

    def test_an_item_needs_no_parameters(self):
        assert public("BatchItem")("a", 1, 2, 1, 2).params == {}


class Mass(evaljson.CompoundComparator):
    """Amount and unit; compare takes the two objects and nothing else."""

    def __init__(self):
        super().__init__(fields=["amount", "unit"], primary="amount", name="mass")
        self.seen = []

    def compare(self, gold, extracted):
        self.seen.append((dict(gold), dict(extracted)))
        grams = [side["amount"] * {"g": 1, "kg": 1000}[side["unit"]] for side in (gold, extracted)]
        return 1.0 if grams[0] == grams[1] else 0.0


def mass_fields(comparator=None):
    name = fresh(comparator or Mass())
    return {"amount": {"type": "number", "x-eval-compare": name}, "unit": text(name)}


class TestCompounds:
    @pytest.mark.parametrize("amount, status, f1", [(2000, "match", 1.0), (5, "mismatch", 0.0)])
    def test_compare_is_called_with_gold_and_extracted_alone(self, amount, status, f1):
        run = one_run(
            an_object(net=an_object(**mass_fields())),
            {"net": {"amount": 2, "unit": "kg"}},
            {"net": {"amount": amount, "unit": "g"}},
        )
        assert statuses(run) == {"net.amount": status, "net.unit": "skipped"}
        assert not by_path(run)["net.amount"].reason or "rais" not in by_path(run)["net.amount"].reason
        assert (run.mean_f1, run.total_fields) == (f1, 1)

    def test_so_also_while_elements_are_being_paired(self):
        parts = a_list(an_object(**mass_fields()), **{"x-eval-align": {"match_by": "hungarian"}})
        gold = {"parts": [{"amount": 1, "unit": "kg"}, {"amount": 7, "unit": "g"}]}
        extracted = {"parts": [{"amount": 7, "unit": "g"}, {"amount": 1000, "unit": "g"}]}
        assert one_run(an_object(parts=parts), gold, extracted).mean_f1 == 1.0

    def test_compare_gets_exactly_the_declared_fields(self):
        comparator = Mass()
        fields = mass_fields(comparator)
        fields["label"] = text(fields["unit"]["x-eval-compare"])
        record = {"amount": 3, "unit": "g", "label": "net"}
        one_run(an_object(**fields), record, dict(record))
        assert {key for gold, _ in comparator.seen for key in gold} == {"amount", "unit"}

    def test_a_subclass_may_override_the_call_itself(self):
        class Generous(Mass):
            def __call__(self, items):
                return [public("ComparatorResult")(1.0, "generous") for _ in items]

        record, other = {"amount": 3, "unit": "g"}, {"amount": 4, "unit": "kg"}
        assert statuses(one_run(an_object(**mass_fields(Generous())), record, other)) == {
            "amount": "match",
            "unit": "match",
        }

    def test_its_name_is_optional(self):
        assert evaljson.CompoundComparator(["lat", "lon"], "lat").name == "compound"


class TestReclassifyNulls:
    def test_it_changes_the_results_it_is_given_and_returns_that_list(self):
        results = [a_result("a", "mismatch", extracted=None), a_result("b", "match", gold=None, extracted=None)]
        assert evaljson.reclassify_nulls(results, evaljson.NullHandling()) is results
        assert [found.status for found in results] == ["omission", "skipped"]

    def test_its_second_argument_is_called_config(self):
        results = [a_result("a", "mismatch", gold="")]
        found = evaljson.reclassify_nulls(results, config=evaljson.NullHandling(absent_values=[""]))
        assert found[0].status == "hallucination"

    @pytest.mark.parametrize(
        "gold, extracted, status, precision, recall",
        [({"a": None, "b": "x"}, {"b": "x"}, "omission", 1.0, 0.5),
         ({"b": "x"}, {"a": None, "b": "x"}, "hallucination", 0.5, 1.0)],
    )  # fmt: skip
    def test_a_key_that_one_side_lacks_stays_as_it_is_even_if_the_other_value_is_null(
        self, gold, extracted, status, precision, recall
    ):
        policy = evaljson.NullHandling()
        run = one_run(
            an_object(a=TEXT, b=TEXT),
            gold,
            extracted,
            post_process=lambda found: evaljson.reclassify_nulls(found, policy),
        )
        assert statuses(run)["a"] == status
        assert (run.mean_precision, run.mean_recall) == (precision, recall)


class TestPropagateBatchErrors:
    def test_it_changes_the_results_it_is_given_and_returns_that_list(self):
        results = [a_result("a", "match", "judge", score=1.0), a_result("b", "batch_error", "judge")]
        assert public("propagate_batch_errors")(results) is results
        assert (results[0].status, results[0].score) == ("batch_error", 0.0)

    def test_it_goes_by_comparator_and_not_by_place(self):
        results = [
            a_result("buyer.terms", "match", "judge", score=1.0),
            a_result("seller.terms", "batch_error", "judge"),
            a_result("seller.name", "match", "exact", score=1.0),
            a_result("seller.other", "match", "second_judge", score=1.0),
        ]
        found = {one.path: one.status for one in public("propagate_batch_errors")(results)}
        assert found == {
            "buyer.terms": "batch_error",
            "seller.terms": "batch_error",
            "seller.name": "match",
            "seller.other": "match",
        }

    def test_it_takes_skipped_along_and_leaves_omissions_and_hallucinations(self):
        kinds = ("skipped", "mismatch", "omission", "hallucination", "batch_error")
        found = public("propagate_batch_errors")([a_result(kind, kind, "judge") for kind in kinds])
        assert [one.status for one in found] == [
            "batch_error",
            "batch_error",
            "omission",
            "hallucination",
            "batch_error",
        ]


class TestOwnPostProcessors:
    def test_built_in_ones_may_be_called_for_their_effect(self):
        def both(results):
            public("propagate_batch_errors")(results)
            evaljson.reclassify_nulls(results, evaljson.NullHandling())
            return results

        run = one_run(an_object(a=TEXT), {"a": "x"}, {"a": None}, post_process=both)
        assert statuses(run) == {"a": "omission"}

    @pytest.mark.parametrize(
        "of, status, score, f1",
        [("match", None, 0.5, 0.25), ("mismatch", None, 1.0, 1.0), ("mismatch", "match", None, 0.5)],
        ids=["half a match", "mismatch forgiven by its score", "status without score"],
    )
    def test_figures_sum_the_scores_it_leaves_on_matches_and_mismatches(self, of, status, score, f1):
        def edit(results):
            for found in results:
                if found.status == of:
                    found.status, found.score = status or found.status, found.score if score is None else score
            return results

        run = one_run(an_object(a=TEXT, b=TEXT), {"a": "x", "b": "y"}, {"a": "x", "b": "z"}, post_process=edit)
        assert run.mean_f1 == f1

    def test_it_may_note_something_on_a_result(self):
        def note(results):
            results[0].seen_by = "ann"
            return results

        assert one_run(an_object(a=TEXT), {"a": "x"}, {"a": "x"}, post_process=note).mean_f1 == 1.0


class TestResults:
    @pytest.fixture
    def run(self):
        schema = an_object(name=TEXT, tags=a_list(TEXT), memo={**TEXT, "x-eval-skip": True})
        return evaljson.evaluate(
            [{"name": "a", "tags": ["x"], "memo": "m"}, {"name": "b", "tags": []}],
            [{"tags": "x", "memo": "n", "extra": 1}, {"name": "b", "tags": []}],
            schema,
        )

    def test_records_are_a_list(self, run):
        assert isinstance(run.records, list)

    def test_field_results_are_a_list(self, run):
        assert isinstance(run.records[0].field_results, list)
        assert len(run.records[0].field_results + run.records[1].field_results) >= 6

    @pytest.mark.parametrize("part", ["run", "record"])
    def test_a_result_as_a_dict_is_json(self, run, part):
        whole = run if part == "run" else run.records[0]
        assert "omission" in json.dumps(dataclasses.asdict(whole))

    def test_results_have_a_dict_of_their_attributes(self, run):
        assert vars(run.records[0].field_results[0])["status"] == "omission"
        assert vars(run.per_field["name"])["omissions"] == 1

    def test_a_result_equals_one_made_of_its_nine_attributes(self):
        found = one_run(an_object(a=TEXT), {"a": "x"}, {"a": "x"}).records[0].field_results[0]
        assert found == evaljson.FieldResult("a", 1.0, "exact", "x", "x", "match", None, "x", "x")

    def test_where_no_comparator_was_asked_its_name_is_empty(self, run):
        assert {path: by_path(run)[path].comparator for path in ("tags", "extra", "memo")} == {
            "tags": "",
            "extra": "",
            "memo": "",
        }

    def test_an_omitted_field_has_no_compared_values(self, run):
        found = by_path(run)["name"]
        assert (found.gold_value, found.gold_compared, found.extracted_compared) == ("a", None, None)


class TestInferSchema:
    @pytest.mark.parametrize(
        "values, schema",
        [([[], []], {"type": "array", "items": {"type": "string"}}),
         ([{}, {}], {"type": "object", "properties": {}}),
         ([3, 2.5], {"type": "integer"})],
        ids=["empty arrays", "empty objects", "the first of two kinds of number"],
    )  # fmt: skip
    def test_a_position_with(self, values, schema):
        assert evaljson.infer_schema([{"x": value} for value in values])["properties"]["x"] == schema

    def test_the_values_need_not_be_objects(self):
        assert evaljson.infer_schema([["a"], ["b", "c"]]) == {"type": "array", "items": {"type": "string"}}


class TestParsedSchema:
    def test_a_node_is_made_of_path_and_json_type(self):
        node = evaljson.SchemaNode(path="a", json_type="string", comparator=evaljson.ComparatorSpec("exact"))
        assert (node.children, node.transforms, node.skip, node.align, node.allowed_types) == (
            [],
            [],
            False,
            None,
            None,
        )

    def test_the_children_of_an_array_are_its_one_element_node(self):
        tree = evaljson.parse_eval_schema(an_object(log=a_list(an_object(at=NUMBER))))
        log = tree.children[0]
        assert [(node.path, node.json_type) for node in (tree, log, *log.children)] == [
            ("", "object"),
            ("log", "array"),
            ("log[]", "object"),
        ]

    def test_a_container_has_a_comparator_without_a_name(self):
        assert evaljson.parse_eval_schema(an_object(a=TEXT)).comparator == evaljson.ComparatorSpec()

    def test_align_is_the_setting_itself(self):
        by_key = {"match_by": "key_field", "key": "id"}
        tree = evaljson.parse_eval_schema(
            an_object(l=a_list(an_object(id=TEXT), **{"x-eval-align": by_key}), m=a_list(TEXT))
        )
        assert [node.align for node in tree.children] == [by_key, None]

    def test_several_types_are_listed_in_allowed_types(self):
        field = {"type": ["number", "null", "string"], "x-eval-compare": "exact"}
        node = evaljson.parse_eval_schema(an_object(a=field)).children[0]
        assert (node.json_type, node.allowed_types) == ("multi", ["number", "string"])

    def test_a_node_can_be_changed_before_scoring(self):
        tree = evaljson.parse_eval_schema(an_object(a=TEXT))
        tree.children[0].comparator = evaljson.ComparatorSpec("numeric", {"tolerance": {"abs": 1}})
        assert evaljson.score_record(tree, {"a": "4"}, {"a": "5"})[0].status == "match"

    def test_score_record_calls_its_first_argument_schema(self):
        tree = evaljson.parse_eval_schema(an_object(a=TEXT))
        assert len(evaljson.score_record(schema=tree, gold={"a": "x"}, extracted={"a": "x"})) == 1

    @pytest.mark.parametrize(
        "field",
        [a_list(TEXT, **{"x-eval-align": {"ordered": False, "match_by": "hungarian"}}),
         a_list(an_object(note=TEXT), **{"x-eval-align": {"match_by": "key_field", "key": "id"}})],
        ids=["ordered false with a strategy", "key that items do not declare"],
    )  # fmt: skip
    def test_this_schema_is_accepted(self, field):
        evaljson.parse_eval_schema(an_object(x=field))

    def test_a_comparator_that_does_not_suit_the_type_is_warned_of(self, caplog):
        with caplog.at_level(logging.WARNING):
            evaljson.parse_eval_schema(an_object(odd_pair=text("numeric")))
        assert any("odd_pair" in record.getMessage() for record in caplog.records)


class TestResolve:
    def test_keywords_that_say_nothing_of_structure_are_kept(self):
        field = {"type": "string", "title": "Name", "default": "x", "enum": ["x", "y"], "description": "who"}
        assert evaljson.resolve_schema_references(an_object(a=field))["properties"]["a"] == field


class TestValidateGold:
    SCHEMA = an_object(a=TEXT, rows=a_list(an_object(k=TEXT)))

    def failure(self, gold, **more):
        with pytest.raises(evaljson.GoldValidationError) as caught:
            evaljson.validate_gold(gold, self.SCHEMA, **more)
        return caught.value

    @pytest.mark.parametrize("record", [{"a": "x"}, {"key": True, "a": "x"}])
    def test_an_id_that_is_missing_or_neither_text_nor_integer_is_an_error(self, record):
        assert self.failure([record], id_field="key", warn_missing=False).path == "key"

    @pytest.mark.parametrize("id_field, record_id", [(None, 1), ("key", "k2")])
    def test_the_error_names_its_record(self, id_field, record_id):
        gold = [{"a": "x"}, {"a": "x", "b": "y"}]
        if id_field:
            gold = [{"key": f"k{place}", **record} for place, record in enumerate(gold, 1)]
        assert self.failure(gold, id_field=id_field, warn_missing=False).record_id == record_id

    def test_the_path_of_the_error_is_a_schema_path(self):
        assert self.failure([{"rows": [{"k": "1"}, {"odd": "2"}]}], warn_missing=False).path == "rows[].odd"

    def test_the_error_is_made_of_message_record_id_and_path(self):
        error = evaljson.GoldValidationError("no good", "r7", "a.b")
        assert (str(error), error.record_id, error.path) == ("no good", "r7", "a.b")


class TestSemanticJudges:
    """A judge has judge_batch(items): one of 0.0, 1.0 and None for each JudgeItem(path, gold, extracted)."""

    def scored(self, judge):
        name = fresh(public("SemanticBatchComparator")(judge))
        schema = an_object(a=text(name), b=text(name), c={"type": "integer", "x-eval-compare": name})
        return one_run(schema, {"a": "oxide layer", "b": "done", "c": 5}, {"a": "layer of oxide", "b": "done", "c": 6})

    def test_a_judge_of_ones_own_sees_only_what_is_not_equal_in_one_call(self):
        class Keen:
            def __init__(self):
                self.calls = []

            def judge_batch(self, items):
                self.calls.append([(item.path, item.gold, item.extracted) for item in items])
                return [1.0, 0.0]

        judge = Keen()
        assert statuses(self.scored(judge)) == {"a": "match", "b": "match", "c": "mismatch"}
        assert judge.calls == [[("a", "oxide layer", "layer of oxide"), ("c", 5, 6)]]

    @pytest.mark.parametrize("answers", [[None, 1.0], None], ids=["none for one", "raises"])
    def test_what_it_does_not_answer_is_a_batch_error(self, answers):
        class Tired:
            def judge_batch(self, items):
                return list(answers)

        assert statuses(self.scored(Tired()))["a"] == "batch_error"

    def test_the_fake_judge_answers_from_a_table_of_texts(self):
        judge = public("FakeJudge")(responses={("oxide layer", "layer of oxide"): 1.0, ("5", "6"): None})
        assert statuses(self.scored(judge)) == {"a": "match", "b": "match", "c": "batch_error"}
        assert [len(call) for call in judge.calls] == [2]

    def test_there_is_a_groq_judge_whose_prompt_can_be_replaced(self):
        assert callable(public("GroqJudge"))
        assert "{pairs}" in public("DEFAULT_PROMPT_TEMPLATE")


class TestWhereItDepartsOnPurpose:
    @deviation("per_field goes by schema path (docs/scoring.md)")
    def test_per_field_goes_by_instance_path(self):
        run = one_run(an_object(t=a_list(TEXT)), {"t": ["x"]}, {"t": ["x"]})
        assert set(run.per_field) == {"t[0]"}

    @deviation("a run without records has None everywhere (docs/scoring.md)")
    def test_a_run_without_records_is_perfect(self):
        assert evaljson.evaluate([], [], an_object(a=TEXT)).mean_f1 == 1.0

    @deviation("id_field joins, and is not scored (docs/scoring.md)")
    def test_id_field_is_a_label_only(self):
        run = evaljson.evaluate([{"a": "1"}, {"a": "2"}], [{"a": "2"}, {"a": "1"}], an_object(a=TEXT), id_field="a")
        assert [(record.record_id, record.f1) for record in run.records] == [("1", 0.0), ("2", 0.0)]

    @deviation("unknown x-eval keys are refused (docs/eval-schema.md)")
    def test_an_unknown_setting_is_warned_of(self):
        evaljson.parse_eval_schema(an_object(a={**TEXT, "x-eval-owner": "ann"}))

    @deviation("a field without x-eval-compare has its type's default (docs/eval-schema.md)")
    def test_a_field_without_comparator_is_refused(self):
        with pytest.raises(public("SchemaError")):
            evaljson.parse_eval_schema(an_object(a={"type": "string"}))
