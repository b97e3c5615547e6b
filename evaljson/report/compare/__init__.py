"""Comparisons as tables, figures, Markdown, HTML and JUnit XML."""
