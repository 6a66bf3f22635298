"""What the browser gets: card art, clicks, boards, templates, style and the few lines of script. No HTTP in here."""

from gangland.extras import require

require("web")
