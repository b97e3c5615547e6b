"""What the Review page draws: the list of reviews, the form of a new one, the card in hand, and settling."""
