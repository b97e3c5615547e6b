"""Options of commands: how they are written and what they mean."""
