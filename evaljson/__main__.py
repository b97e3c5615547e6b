"""`python -m evaljson` is the command `evaljson`."""

from evaljson.cli import main

if __name__ == "__main__":
    main(prog_name="evaljson")
