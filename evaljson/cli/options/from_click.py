"""Commands take one frozen dataclass: its fields declare the click parameters, in the order of --help.

@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    gold: str = argument()
    reading: ReadingOptions = group(ReadingOptions)
    strict: bool = option("--strict", is_flag=True, help="…")

@click.command()
@takes(ScoreOptions)
def score(options: ScoreOptions) -> None: ...
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, field, fields
from typing import Any, TypeVar

import click

Command = Callable[..., Any]
Options = TypeVar("Options")
_DECLARE, _GROUP = "declare", "group"


def argument(**settings: Any) -> Any:
    """Declare a field that is an argument of the command; `settings` are those of click.argument."""
    checked = {"callback": _not_empty, **settings}
    return field(metadata={_DECLARE: lambda name: click.argument(name, **checked)})


def option(*flags: str, **settings: Any) -> Any:
    """Declare a field that is an option of the command; `settings` are those of click.option."""
    unset: Any = () if settings.get("multiple") else False if settings.get("is_flag") else None
    checked = {"callback": _not_empty, **settings}
    metadata = {_DECLARE: lambda name: click.option(*flags, name, **checked)}
    return field(default=settings.get("default", unset), metadata=metadata)


def _not_empty(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Return the value. Raises BadParameter for an empty text: an unset variable must not mean the working folder."""
    if "" in (value if isinstance(value, tuple) else (value,)):
        raise click.BadParameter("this is empty; check the variable that it comes from.", ctx, parameter)
    return value


def group(options_class: type[Options]) -> Options:
    """Declare a field that holds further options, as a dataclass of their declared_field."""
    nested: Options = field(default_factory=options_class, metadata={_GROUP: options_class})
    return nested


def takes(options_class: type[Options]) -> Callable[[Callable[[Options], None]], Command]:
    """Give a command the parameters that a dataclass declares, and call it with an instance of it.

    Raises TypeError if two fields have the same name: click would silently keep one of them.
    """
    declared = list(_declared(options_class))
    names = [declaring.name for declaring in declared]
    if len(set(names)) < len(names):
        raise TypeError(f"{options_class.__name__} declares a field twice: {sorted(names)}")

    def decorate(function: Callable[[Options], None]) -> Command:
        @functools.wraps(function)
        def command(**values: Any) -> None:
            function(from_click(options_class, values))

        decorated: Command = command
        for declaring in reversed(declared):
            decorated = declaring.metadata[_DECLARE](declaring.name)(decorated)
        return decorated

    return decorate


def from_click(options_class: type[Options], values: Mapping[str, Any]) -> Options:
    """Build the dataclass from click's flat parameters. Raises TypeError for a name that is unknown or not given."""
    left = dict(values)
    options = _built(options_class, left)
    if left:
        raise TypeError(f"{options_class.__name__} has no field {', '.join(sorted(left))}")
    return options


def _built(options_class: type[Options], left: dict[str, Any]) -> Options:
    """Take the fields of the dataclass out of `left`."""
    by_name = dict[str, Any]()
    for declared_field in _fields(options_class):
        if _GROUP in declared_field.metadata:
            by_name[declared_field.name] = _built(declared_field.metadata[_GROUP], left)
        elif declared_field.name in left:
            by_name[declared_field.name] = left.pop(declared_field.name)
        else:
            raise TypeError(f"{options_class.__name__} needs a value for {declared_field.name}")
    return options_class(**by_name)


def _declared(options_class: type[Any]) -> Iterator[Field[Any]]:
    """List the fields that are parameters of click, those of groups in their place."""
    for declared_field in _fields(options_class):
        if _GROUP in declared_field.metadata:
            yield from _declared(declared_field.metadata[_GROUP])
        else:
            yield declared_field


def _fields(options_class: type[Any]) -> tuple[Field[Any], ...]:
    return fields(options_class)
