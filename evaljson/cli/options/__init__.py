"""The options of commands, as frozen dataclasses: a file per group of options."""
