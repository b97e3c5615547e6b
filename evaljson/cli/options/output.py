"""`--json` and the options that name a FILE to write: which output goes where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from evaljson.base.errors import InputError
from evaljson.cli.files.write import STDOUT, check_target
from evaljson.cli.options.from_click import option


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    """What a command writes besides its tables, or instead of them. Subclasses add a field per kind of file."""

    as_json: bool = option(
        "--json", is_flag=True, help="Print one JSON document with everything instead of the tables."
    )

    @property
    def files(self) -> Mapping[str, str]:
        """FILE by option: {"--csv": "-"}."""
        named = {option_field.name: getattr(self, option_field.name) for option_field in fields(self)}
        return {f"--{name.replace('_', '-')}": file for name, file in named.items() if isinstance(file, str)}

    @property
    def takes_stdout(self) -> bool:
        """Whether stdout belongs to another program, so that no table may be printed there."""
        return self.as_json or STDOUT in self.files.values()

    def check(self, inputs: Sequence[str]) -> None:
        """Raise InputError for outputs that cannot be written, before any work is done."""
        targets = list(self.files.values())
        to_stdout = [option_name for option_name, file in self.files.items() if file == STDOUT]
        to_stdout += ["--json"] if self.as_json else []
        if len(to_stdout) > 1:
            listed = " and ".join(to_stdout)
            raise InputError(f"only one output can go to stdout, not {listed}; name a file for the others.")
        twice = [file for file in targets if file != STDOUT and targets.count(file) > 1]
        if twice:
            raise InputError(f"two outputs both name {twice[0]}; name a different file for each.")
        for file in targets:
            check_target(file, inputs)
