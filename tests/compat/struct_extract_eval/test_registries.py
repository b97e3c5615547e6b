"""Two registries of its own, with what is built in."""

from typing import Any

import pytest

import evaljson
from evaljson.compat.struct_extract_eval import evaluate
from evaljson.compat.struct_extract_eval.core.comparators import registry as comparators
from evaljson.compat.struct_extract_eval.core.transforms import registry as transforms

from .build import of, text


def always(gold: Any, extracted: Any, params: Any) -> evaljson.ComparatorResult:
    return evaljson.ComparatorResult(1.0, "always")


@pytest.mark.parametrize("name", ["semantic", "fuzzy", "date"])
def test_names_that_only_evaljson_has_are_free(name: str) -> None:
    with pytest.raises(comparators.ComparatorNotFoundError, match=f"no comparator '{name}'"):
        comparators.get_comparator(name)
    comparators.register(name, always)
    assert comparators.get_comparator(name) is always
    assert evaljson.get_comparator(name) is not always


def test_a_name_is_taken_once_unless_overwritten() -> None:
    comparators.register("mine", always)
    with pytest.raises(ValueError, match="pass overwrite=True"):
        comparators.register("mine", always)
    comparators.register("mine", print, overwrite=True)
    assert comparators.get_comparator("mine") is print


@pytest.mark.parametrize(
    ("registry", "get"), [(comparators, comparators.get_comparator), (transforms, transforms.get_transform)]
)
def test_a_registration_can_be_forgotten(registry: Any, get: Any) -> None:
    registry.register("mine", always)
    registry.unregister("mine")
    for name in ("mine", *registry.BUILT_IN):
        with pytest.raises(KeyError, match=f"was registered as '{name}'"):
            registry.unregister(name)
    with pytest.raises(KeyError, match=r"no (comparator|transform) 'mine'"):
        get("mine")


@pytest.mark.parametrize("name", ["exact", "numeric", "oneof"])
@pytest.mark.parametrize("overwrite", [False, True])
def test_built_in_comparators_stay(name: str, overwrite: bool) -> None:
    with pytest.raises(ValueError, match="built in"):
        comparators.register(name, always, overwrite=overwrite)


@pytest.mark.parametrize("name", transforms.BUILT_IN)
def test_built_in_transforms_stay_and_let_null_pass(name: str) -> None:
    with pytest.raises(ValueError, match="registered already"):
        transforms.register(name, str)
    assert transforms.get_transform(name)(None, {"digits": 1, "to": "int"}) is None


@pytest.mark.parametrize("register", [comparators.register, transforms.register])
@pytest.mark.parametrize(
    ("name", "fn", "error"), [("", print, ValueError), ("x", "print", TypeError), ("x", None, TypeError)]
)
def test_what_cannot_be_registered_is_refused(register: Any, name: str, fn: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"non-empty string|not callable"):
        register(name, fn)


@pytest.mark.parametrize(("value", "rounded"), [(True, 1), (2.675, 2.67), (1250, 1250)])
def test_round_digits_takes_a_boolean_for_a_number_and_digits_as_text(value: Any, rounded: Any) -> None:
    found = transforms.get_transform("round_digits")(value, {"digits": "2"})
    assert (found, type(found)) == (rounded, type(rounded))


@pytest.mark.parametrize(
    ("flag", "is_batch"), [(True, True), (False, False), (1, False), ("yes", False), (None, False)]
)
def test_a_batch_comparator_says_true(flag: Any, is_batch: bool) -> None:
    class Comparator:
        pass

    comparator = Comparator()
    comparator.is_batch = flag  # type: ignore[attr-defined]
    assert comparators.is_batch(comparator) is is_batch


def test_a_comparator_is_called_for_every_pair() -> None:
    seen: list[Any] = []
    comparators.register("spy", lambda gold, extracted, params: seen.append(gold) or always(gold, extracted, params))
    evaluate([{"a": "x"}] * 3, [{"a": "y"}] * 3, of(a=text("spy")))
    assert seen == ["x"] * 3


def test_its_attributes_mean_nothing_but_is_batch() -> None:
    class Odd:
        params = ("letters",)
        vectorise = len
        cacheable = "yes"
        is_batch = 1

        def __call__(self, gold: Any, extracted: Any, params: Any) -> Any:
            return always(gold, extracted, params)

    comparators.register("odd", Odd())
    assert evaluate([{"a": "x"}], [{"a": "y"}], of(a=text({"odd": {"anything": 1}}))).mean_f1 == 1.0


def test_listed_values_do_not_go_through_the_transforms_of_the_field() -> None:
    schema = of(a=text({"oneof": {"values": ["North"]}}, **{"x-eval-transform": ["lowercase"]}))
    assert evaluate([{"a": "North"}], [{"a": "North"}], schema).mean_f1 == 0.0
