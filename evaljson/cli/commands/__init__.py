"""The commands: a file per command."""
