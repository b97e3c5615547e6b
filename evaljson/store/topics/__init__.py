"""What the store keeps, one file per topic."""
