"""Many people at once on one server, and a server that is killed: nothing mixed up, nothing lost. See __main__."""
