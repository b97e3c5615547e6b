"""Find and repair the JSON in the text of a language model."""
