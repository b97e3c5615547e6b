"""What would change under an edited eval schema: only what the edit touches is scored again."""

from evaljson.whatif.preview import Figures, Flip, Preview, preview, previews
from evaljson.whatif.touched import zone_of

__all__ = ["Figures", "Flip", "Preview", "preview", "previews", "zone_of"]
