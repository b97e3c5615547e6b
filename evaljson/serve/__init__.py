"""What stands before the app on its server: which hosts it answers for, and the headers of every response."""
