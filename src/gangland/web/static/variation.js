// A game tried otherwise: the address follows the moves, so that a reload, a link or the way back shows the same.
"use strict";
document.addEventListener("htmx:after:swap", () => history.replaceState(null, "", main().dataset.here + location.hash));
