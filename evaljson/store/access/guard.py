"""The store as it is for one person who is signed in: every call is checked against the database when it is made.

What a call says of who makes it is replaced by who is signed in. A transaction that writes checks again (`errand.py`),
so that someone who is removed while their change waits for its turn changes nothing.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NoReturn, cast

from sqlalchemy import Connection

from evaljson.store.access.needs import NEEDS, CallNeed
from evaljson.store.access.roles import need_dataset, need_role, role_of, visible
from evaljson.store.access.visitor import Visitor
from evaljson.store.actor import Actor, Role
from evaljson.store.engine import Database
from evaljson.store.errand import Errand, running
from evaljson.store.errors import NotAllowed
from evaljson.store.store import Store

_BY: Final = "by"
"""The argument of a call that says who makes it."""
_ADMIN: Final = CallNeed("admin")


def guarded(store: Store, visitor: Visitor) -> Store:
    """Return the store for someone: what they may not do raises NotAllowed. It cannot be pickled."""
    return cast("Store", _GuardedStore(store, visitor))


class _GuardedStore:
    """Has the attributes of a store that are declared, and no others."""

    def __init__(self, store: Store, visitor: Visitor) -> None:
        self.__store, self.__visitor = store, visitor

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        there = getattr(self.__store, name) if name in vars(self.__store) else None
        if there is not None:
            return _GuardedTopic(name, there, self.__store, self.__visitor)
        return _guarded_call(f"store.{name}", self.__store, name, self.__store, self.__visitor)

    def __reduce__(self) -> NoReturn:
        raise TypeError("the store of a person belongs to their session and is not handed to other processes.")

    def __repr__(self) -> str:
        return f"<store for {self.__visitor.address or 'nobody'}>"


class _GuardedTopic:
    def __init__(self, name: str, topic: object, store: Store, visitor: Visitor) -> None:
        self.__name, self.__topic, self.__store, self.__visitor = name, topic, store, visitor

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _guarded_call(f"{self.__name}.{name}", self.__topic, name, self.__store, self.__visitor)


def _guarded_call(call: str, owner: object, name: str, store: Store, visitor: Visitor) -> Any:
    need = NEEDS.get(call)
    if need is None:
        raise NotAllowed(f"nothing says who may call {call}, so nobody may; this is a bug in evaljson.")
    if need.least in ("server", "admin") or not callable(getattr(type(owner), name, None)):
        _refuse_below(need, visitor)
    method = getattr(owner, name)
    if not callable(method):
        return method
    database: Database = store._database

    def checked(*positional: Any, **named: Any) -> Any:
        return _Call(need, visitor, method, _arguments(method, positional, named)).done(database)

    return checked


@dataclass(frozen=True, slots=True)
class _Call:
    need: CallNeed
    visitor: Visitor
    method: Callable[..., Any]
    bound: inspect.BoundArguments

    def done(self, database: Database) -> Any:
        with database.reading() as connection:
            role = self.check(connection)
            seen = self._seen(connection)
        self._say_who(role)
        with running(Errand(self.visitor.address, self.visitor.proof, self.check)):
            result = self.method(*self.bound.args, **self.bound.kwargs)
        if seen is None:
            return result
        assert self.need.keep is not None
        return [entry for entry in result if self.need.keep(self.visitor, seen, entry)]

    def check(self, connection: Connection) -> Role:
        """Return the role of who calls. Raises NotAllowed."""
        need = self.need.for_call(self.bound.arguments)
        place = None if need.place is None else need.place(connection, self.bound.arguments)
        for name in need.datasets:
            for dataset in _datasets(self.bound.arguments.get(name)):
                need_dataset(connection, self.visitor, dataset)
        if need.whose is not None and need.whose(connection, self.bound.arguments) != self.visitor.address:
            _refuse_below(_ADMIN, self.visitor)
        if place is None:
            _refuse_below(CallNeed(need.without) if need.place is not None else need, self.visitor)
            return "owner" if self.visitor.is_admin else "viewer"
        is_own = need.own is not None and self.bound.arguments.get(need.own) == self.visitor.address
        least: Role = "viewer" if is_own else cast("Role", need.least)
        return need_role(connection, self.visitor, place, least)

    def _seen(self, connection: Connection) -> frozenset[str] | None:
        """Return the evaluations whose entries are shown; None where the call lists none of several evaluations."""
        if self.need.keep is None or self.visitor.is_admin:
            return None
        return frozenset(connection.execute(visible(self.visitor)).scalars())

    def _say_who(self, role: Role) -> None:
        parameter = self.bound.signature.parameters.get(_BY)
        if parameter is not None:
            is_actor = "Actor" in str(parameter.annotation)
            who = self.visitor.address
            self.bound.arguments[_BY] = Actor(who, self.visitor.proof, role) if is_actor else who


def _refuse_below(need: CallNeed, visitor: Visitor) -> None:
    """Raise NotAllowed for what is about no evaluation, and needs more than this person is."""
    who = visitor.address or "Someone without an address"
    if need.least == "server":
        raise NotAllowed("only the server itself does this; no page can.")
    if not visitor.scopes:
        raise NotAllowed(f"{who} is not signed in with a mail address, and may do nothing here.")
    if need.least != "signed in" and not visitor.is_admin:
        raise NotAllowed(f"{who} is no admin of this server, and only admins may do this; ask one of them.")


def _datasets(value: Any) -> Iterable[str]:
    values = value.values() if isinstance(value, Mapping) else (value,)
    return (one for one in values if isinstance(one, str))


@cache
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


def _arguments(method: Any, positional: tuple[Any, ...], named: Mapping[str, Any]) -> inspect.BoundArguments:
    """Bind the arguments to the names of the method's parameters. Raises TypeError."""
    full = _signature(method.__func__).bind(method.__self__, *positional, **named)
    own = full.signature.replace(parameters=list(full.signature.parameters.values())[1:])
    return inspect.BoundArguments(own, OrderedDict(list(full.arguments.items())[1:]))


def need(store: Store, visitor: Visitor, evaluation: str, least: Role) -> Role:
    """Return the role of someone, for what is done past this store. Raises NotAllowed if it is too low, NotFound."""
    with store._database.reading() as connection:
        return need_role(connection, visitor, evaluation, least)


def role(store: Store, visitor: Visitor, evaluation: str) -> Role | None:
    """Return the role of someone; None: they may not see it. Raises NotFound."""
    with store._database.reading() as connection:
        return role_of(connection, visitor, evaluation)
