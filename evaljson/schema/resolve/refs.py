"""Looking up `$ref`: inside one JSON Schema document, and in the files beside it where that is allowed."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urlsplit

from referencing import Registry, Resource
from referencing.exceptions import NoInternalID, Unresolvable
from referencing.jsonschema import DRAFT202012

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.schema.limits import MAX_CHAIN, TOO_LONG_A_CHAIN
from evaljson.schema.resolve.ref_files import RefFile, RefFiles, file_name
from evaljson.schema.resolve.work_limit import RefWork

if TYPE_CHECKING:
    from referencing._core import Resolver

_TRIED = 200
"""Names that a misspelt one is compared with."""
# referencing trips over documents that are not valid schemas with whatever error comes first.
_NOT_FOUND = (Unresolvable, NoInternalID, AttributeError, TypeError, ValueError, LookupError)


@dataclass(frozen=True, slots=True)
class LocatedSchema:
    """A schema as it stands in its document."""

    schema: Any
    resolver: Resolver[Any]
    work: RefWork
    above: tuple[int, ...]
    """id() of each schema that this one stands in, itself last, `$ref` followed: to count repetitions."""
    within: frozenset[int]
    """Those of them since the last `$ref`: one that comes again is a Python object that contains itself."""
    here: frozenset[int]
    """Those of them that stand at the same place of a record: one that comes again is a circle without end."""
    folder: Path | None = None
    """Where the file that it is in lies; None: references to other files are not followed."""

    @property
    def keywords(self) -> Mapping[str, Any]:
        """Its keywords; `true` has none."""
        return self.schema if isinstance(self.schema, Mapping) else {}

    @property
    def times(self) -> int:
        """How often the schema stands in itself, the first time counted."""
        return self.above.count(id(self.schema))

    @property
    def is_root(self) -> bool:
        """Whether it is the whole schema."""
        return self.schema is self.work.root

    def child(self, schema: Any, path: str) -> LocatedSchema:
        """Step into a schema inside this one, further down. Raises SchemaError if there are too many."""
        return self._inner(schema, path, frozenset())

    def beside(self, schema: Any, path: str) -> LocatedSchema:
        """Step into a schema inside this one, at the same place. Raises SchemaError if there are too many."""
        return self._inner(schema, path, self.here)

    def _inner(self, schema: Any, path: str, here: frozenset[int]) -> LocatedSchema:
        self.work.spend(path)
        if not isinstance(schema, Mapping):
            return replace(self, schema=schema)
        if id(schema) in self.within:
            raise SchemaError("the schema contains itself: build it again without that", path)
        if len(self.above) > MAX_CHAIN:
            raise SchemaError(TOO_LONG_A_CHAIN, path)
        resolver = self.resolver
        if "$id" in schema:
            resolver = resolver.in_subresource(_resource(schema, path))
        identity = {id(schema)}
        return replace(
            self, schema=schema, resolver=resolver, above=(*self.above, id(schema)), within=self.within | identity,
            here=here | identity,
        )  # fmt: skip

    def follow(self, ref: Any, path: str) -> LocatedSchema:
        """Follow `ref` to its schema. Raises SchemaError if there is none, or if it leads in a circle."""
        if not isinstance(ref, str):
            raise SchemaError(f'"$ref" takes a string such as "#/$defs/Address", not {ref!r}', path)
        contents, resolver, folder = self._look_up(ref, path)
        if not isinstance(contents, Mapping | bool):
            raise SchemaError(f'"$ref" {ref!r} names no schema: it leads to {contents!r:.60}', path)
        if id(contents) in self.here and isinstance(contents, Mapping):
            problem = f'"$ref" {ref!r} leads back into itself with no field in between: that describes no value'
            raise SchemaError(problem, path)
        return replace(self, resolver=resolver, folder=folder, within=frozenset()).beside(contents, path)

    def _look_up(self, ref: str, path: str) -> tuple[Any, Resolver[Any], Path | None]:
        try:
            resolved = self.resolver.lookup(ref)
            return resolved.contents, resolved.resolver, self.folder
        except _NOT_FOUND:
            name = file_name(ref)
            if self.work.files is None or self.folder is None or name is None:
                raise SchemaError(self._not_found(ref, name), path) from None
        file = self.work.files.open(ref, name, self.folder, path)
        fragment = urldefrag(ref).fragment
        resolver = self._resolver_of(file, path)
        try:
            resolved = resolver.lookup(f"#{fragment}")
        except _NOT_FOUND:
            problem = f'"$ref" {ref!r} leads nowhere: there is no {"#" + fragment!r} in that file'
            raise SchemaError(problem, path) from None
        return resolved.contents, resolved.resolver, file.path.parent

    def _resolver_of(self, file: RefFile, path: str) -> Resolver[Any]:
        if not isinstance(file.contents, Mapping):
            raise SchemaError(f"the file {file.path.name!r} holds no schema: a schema is a JSON object", path)
        if file.path not in self.work.resolvers:
            self.work.resolvers[file.path] = Registry[Any]().resolver_with_root(_resource(file.contents, path))
        return self.work.resolvers[file.path]

    def _not_found(self, ref: str, name: str | None) -> str:
        if ref.startswith("#"):
            return f'"$ref" {ref!r} leads nowhere: there is no such place in this schema.{self._nearest(ref)}'
        if name is None:
            copied = 'copy what it names under "$defs" and refer to it there'
            return f'"$ref" {ref!r} is not in this document: {copied}. Nothing is fetched{_absolute(ref)}'
        return (
            f'"$ref" {ref!r} is not in this document: copy what it names under "$defs" and refer to it there. Other'
            " files are read where the schema is a file of your own (base=, or on the command line)"
        )

    def _nearest(self, ref: str) -> str:
        """Suggest what was meant: a neighbour of the missing place, or a definition."""
        beside, root = ref.rpartition("/")[0], self.work.root
        neighbours = {beside: self._at(beside)} if beside else {}
        for place, there in {
            **neighbours,
            "#/$defs": root.get("$defs"),
            "#/definitions": root.get("definitions"),
        }.items():
            names = [str(name) for name in there][:_TRIED] if isinstance(there, Mapping) else []
            hint = did_you_mean(ref, [f"{place}/{name}" for name in names])
            if hint.startswith(" Did"):
                return hint
        return ""

    def _at(self, ref: str) -> Any:
        try:
            return self.resolver.lookup(ref).contents
        except _NOT_FOUND:
            return None


def open_document(schema: Mapping[str, Any], base: Path | None) -> LocatedSchema:
    """Return the root of a document, which shares nothing with `schema`.

    `base`, the schema's own file or its folder, allows references to other files below that folder. Raises SchemaError.
    """
    document = copy.deepcopy(dict(schema))
    resolver = Registry[Any]().resolver_with_root(_resource(document, ""))
    work = RefWork(document, _files(document, base))
    if work.files is not None:
        work.resolvers |= dict.fromkeys(work.files.opened, resolver)
    identity, folder = frozenset({id(document)}), None if work.files is None else work.files.top
    return LocatedSchema(document, resolver, work, (id(document),), identity, identity, folder)


def _files(document: Mapping[str, Any], base: Path | None) -> RefFiles | None:
    if base is None:
        return None
    place = Path(base).resolve()
    if place.is_dir():
        return RefFiles(place)
    if not place.is_file():
        raise SchemaError(f"there is no file or folder {place.name!r} for the references of the schema")
    return RefFiles(place.parent, {place: RefFile(place, document)})


def _resource(schema: Mapping[str, Any], path: str) -> Resource[Any]:
    for key in ("$schema", "$id"):
        if not isinstance(schema.get(key, ""), str):
            raise SchemaError(f'"{key}" takes a string, not {schema[key]!r:.60}', path)
    return Resource.from_contents(schema, default_specification=DRAFT202012)


def _absolute(ref: str) -> str:
    try:
        parts = urlsplit(ref)
    except ValueError:
        return ""
    return f" from {parts.netloc}" if parts.netloc else ""
