"""Results as tables, lines and JSON documents."""
