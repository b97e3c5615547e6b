"""What a chunk is scored by: everything that its results depend on besides its records, ready for other processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from evaljson.base.errors import InputError, SchemaError
from evaljson.base.plugins import load_plugins
from evaljson.comparators.base import says
from evaljson.comparators.registry import find_comparator
from evaljson.load.missing_policy import MissingPolicy
from evaljson.results.apply_post_process import PostProcess
from evaljson.results.signature import Signer, plug_ins_signed
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema

RowKind = Literal["figures", "all", "app"]
"""What each result is written with: its figures; also its values, path and reason; or all that the app shows."""


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """How the records of a chunk are read, joined and scored. It can be pickled."""

    schema: Mapping[str, Any]
    """The eval schema, as JSON."""
    id_field: str | None = None
    """The key that joins gold and extracted, besides the schema's x-eval-id; None for neither: by position."""
    policy: MissingPolicy = field(default_factory=MissingPolicy)
    rows: RowKind = "figures"
    post_process: tuple[PostProcess, ...] = ()
    """Functions that pickle can name: defined in a module that the other processes can import."""
    plugins: tuple[str, ...] = ()
    """Modules or files that register comparators and transforms; each process imports them."""
    allow_unknown: bool = True
    """Whether gold may have keys that the schema lacks; they are not scored."""
    gold: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `read_records` for lines of gold."""
    extracted: Mapping[str, Any] = field(default_factory=dict)

    def tree(self) -> SchemaNode:
        """Import the plug-ins and return the parsed schema.

        Raises SchemaError, InputError: where a comparator needs all records at once, no part can be scored alone.
        """
        load_plugins(self.plugins)
        tree = parse_eval_schema(self.schema)
        if self.id_field is not None and tree.id_field not in (None, self.id_field):
            raise SchemaError(
                f"id_field is {self.id_field!r} but the schema's x-eval-id is {tree.id_field!r}: pass one of them, or "
                "the same"
            )
        if self.policy.leave_out:
            raise InputError("leave_out cannot be used in parts: leave these records out of the gold file.")
        for node in (node for root in tree.roots for node in root.leaves()):
            spec = node.comparator
            if spec is not None and says(find_comparator(spec.name).fn, "across_records"):
                raise InputError(
                    f"comparator {spec.name!r} takes the fields of all records at once: score without parts, by "
                    "evaluate().", node.path,
                )  # fmt: skip
        return tree

    def joined_by(self, tree: SchemaNode) -> str | None:
        """Return the key that joins the records; None for their positions."""
        return self.id_field or tree.id_field

    def runs_own_code(self) -> bool:
        """Check whether comparators, transforms or post-processors of users score too. Raises as `tree`."""
        self.tree()
        return bool(self.post_process) or any(plug_ins_signed().values())

    def signature(self) -> dict[str, Any]:
        """Return what the numbers depend on besides the records: two plans with the same one give the same results."""
        tree = self.tree()
        options = {"missing_records": self.policy.missing_records, "id_field": self.joined_by(tree)}
        if self.policy.strays != "report":
            options["strays"] = self.policy.strays
        whole = dict(Signer.of(tree, [], [], options, list(self.post_process) or None, None)())
        written = {"rows": self.rows, "allow_unknown": self.allow_unknown, "policy": asdict(self.policy)}
        reading = {"gold": dict(self.gold), "extracted": dict(self.extracted)}
        return {**{key: whole[key] for key in whole if key not in ("gold", "extracted")}, "written": written | reading}


def signature_hash(signature: Mapping[str, Any]) -> str:
    """Return the sha256 of a signature."""
    return hashlib.sha256(json.dumps(signature, sort_keys=True, default=repr).encode()).hexdigest()
