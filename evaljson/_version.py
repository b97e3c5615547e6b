"""The version of evaljson, in this one place: the wheel's metadata and every run's signature read it."""

__version__ = "0.1.0"
