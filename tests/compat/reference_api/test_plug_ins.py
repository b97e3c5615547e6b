"""Facts about the API that code written for struct_extract_eval relies on: comparators and transforms."""

from __future__ import annotations

import datetime
from collections import namedtuple

import pytest

from tests.compat.reference_api.package import (
    a_list,
    an_object,
    by_path,
    evaljson,
    fresh,
    numbers,
    one_run,
    public,
    statuses,
    text,
)


def fresh_transform(fn):
    name = f"ref_api_transform_{next(numbers)}"
    public("register_transform")(name, fn)
    return name


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
            public(registrar)(f"not_callable_{next(numbers)}", {"no": "function"})


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
