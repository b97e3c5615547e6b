"""States a comparison in sentences: the verdict, and what its figures do not show."""
