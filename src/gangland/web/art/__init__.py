"""Every card as SVG. The parts are in parts.svg; a file for each game composes them."""

from gangland.core.rooms import load_room
from gangland.web.art.drawing import PLACE, back_of, faces_of, sign_of, sprite, sprite_of, with_parts

__all__ = ["PLACE", "back_of", "faces_of", "sign_of", "sprite", "sprite_of", "with_parts"]

load_room(__name__)
