"""What would change under an edited eval schema: only what the edit touches is scored again."""

from evaljson.whatif.preview import Figures, Flip, Preview, preview

__all__ = ["Figures", "Flip", "Preview", "preview"]
