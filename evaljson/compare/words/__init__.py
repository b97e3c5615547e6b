"""States a comparison in sentences: the verdict (verdict.py), and notes on what its figures do not show (notes.py)."""
