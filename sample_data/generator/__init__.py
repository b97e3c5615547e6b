"""Makes the synthetic sample data: gold records first, then variants with planted, counted errors."""
