"""Games to be looked at again, wherever they are kept: each moment as a viewer may see it, and the curve of points."""

from gangland.core.rooms import load_room
from gangland.web.replays.film import Film, Films
from gangland.web.replays.replay import ALL, NOBODY, Replay, chairs_at_rest, chairs_of

__all__ = ["ALL", "NOBODY", "Film", "Films", "Replay", "chairs_at_rest", "chairs_of"]

load_room(__name__)
