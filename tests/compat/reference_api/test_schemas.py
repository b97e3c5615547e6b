"""Facts about the API that code written for struct_extract_eval relies on: schemas, and what is made of them."""

from __future__ import annotations

import logging

import pytest

from tests.compat.reference_api.package import TEXT, a_list, an_object, evaljson, fresh, one_run, public, text

NUMBER = {"type": "number", "x-eval-compare": "numeric"}


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
