"""One module per topic of the store; snapshot.py reads an evaluation with its gold and variants."""
