"""What would change under an edited eval schema: only what the edit touches is scored again."""

from evaljson.whatif.preview import Figures, Flip, Preview, all_lenient, preview, previews
from evaljson.whatif.touched import zone_of

__all__ = ["Figures", "Flip", "Preview", "all_lenient", "preview", "previews", "zone_of"]
