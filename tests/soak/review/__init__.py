"""People who review at once while browsers and servers die. See __main__."""
