"""The error of a reply without a record because it ended early."""

from evaljson.base.errors import LoadError


class CutOffError(LoadError):
    """Raised for reasoning, or for a broken object where nothing may be repaired, if the reply ends before it does."""
