// The replay: the page brings every moment as the zones of its drawing and their pieces, so that a step asks nobody.
// Without this script the same buttons are links, each to the page of a moment.
"use strict";
const film = JSON.parse(document.getElementById("film").textContent),
  lastMoment = film.scenes.length - 1,
  byId = (id) => document.getElementById(id);
let at = Number(main().dataset.at),
  playing; // the timer of the next step, while the game plays by itself

// The drawing of a moment replaces the one before. Cards fly as at the table; on the way back they fly the other way.
function show(wanted) {
  const to = Math.max(0, Math.min(lastMoment, wanted)),
    from = at;
  if (to === from) return;
  at = to;
  const draw = () => drawZones(to);
  flight?.skipTransition();
  document.documentElement.classList.toggle("moved", to === from + 1);
  if (Math.abs(to - from) > 1 || isStill() || !document.startViewTransition || document.hidden) draw();
  else {
    const returning = to < from ? dealtNames() : [];
    document.startViewTransition(draw).ready.then(
      () => returning.forEach(flyToPile),
      () => {},
    );
  }
  tell();
}
// Zones that are the same in both moments stay untouched.
let drawn = at;
function drawZones(to) {
  const zones = byId("scene").children,
    known = film.scenes[drawn];
  film.scenes[to].forEach((zone, place) => {
    if (zone === known[place]) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = film.zones[zone].map((piece) => film.pieces[piece]).join("");
    change(zones[place], fresh.content.firstElementChild);
  });
  drawn = to;
}
// An element becomes like a fresh one. What is the same stays, as drawing a card anew takes long; cards that only
// change their places are known by the names with which they fly.
const flying = (node) => node.dataset?.flight;
function become(old, fresh) {
  const wanted = Array.from(fresh.childNodes),
    names = new Set(wanted.map(flying)),
    known = new Map(Array.from(old.children, (child) => [flying(child), child]));
  known.forEach((card, name) => {
    if (name && !names.has(name)) card.remove();
  });
  let place = old.firstChild;
  wanted.forEach((node) => {
    const name = flying(node),
      same = name ? known.get(name) : place && !flying(place) ? place : undefined;
    if (same?.nodeName !== node.nodeName) return old.insertBefore(node, place);
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    if (!same.isEqualNode(node)) change(same, node);
  });
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
function change(old, fresh) {
  if (old.nodeType !== 1 || old instanceof SVGElement) return old.replaceWith(fresh);
  old.getAttributeNames().forEach((name) => {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  });
  fresh.getAttributeNames().forEach((name) => {
    if (old.getAttribute(name) !== fresh.getAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
  });
  become(old, fresh);
}
const dealtNames = () => all("#scene [data-motion=dealt]").map(flying);
function flyToPile(name) {
  const pile = document.querySelector(".pile .card")?.getBoundingClientRect();
  if (!pile) return;
  document.documentElement.animate(
    { transform: [`translate(${pile.x}px, ${pile.y}px)`], width: [`${pile.width}px`], height: [`${pile.height}px`] },
    { pseudoElement: `::view-transition-group(${name})`, duration: 320, easing: "cubic-bezier(.2, .7, .2, 1)" },
  );
}

// Everything around the scene that says where it is. Links and what is shared follow when the reader rests or asks.
const slider = byId("at"),
  head = byId("head"),
  where = byId("where"),
  lines = all("#moves [data-to]");
let addressed,
  current = lines[at];
function tell() {
  byId("now").innerHTML = film.says[at];
  slider.value = at;
  slider.setAttribute("aria-valuetext", film.texts[at]);
  const place = `${(100 * at) / (lastMoment || 1)}%`;
  head.setAttribute("x1", place);
  head.setAttribute("x2", place);
  where.textContent = where.dataset.words.replace("{number}", at).replace("{count}", lastMoment);
  current.removeAttribute("aria-current");
  current = lines[at];
  current.setAttribute("aria-current", "step");
  requestAnimationFrame(() => setTimeout(bringIntoView)); // when the browser has laid the page out anyway
  if (location.hash === "#share") tellLinks();
  clearTimeout(addressed);
  addressed = setTimeout(tellAddress, 2000);
}
window.addEventListener("blur", () => addressed && tellAddress()); // the reader may want to copy it
function tellAddress() {
  clearTimeout(addressed);
  addressed = undefined;
  tellLinks();
  history.replaceState(null, "", addressAt(at) + location.hash);
}
function tellLinks() {
  const steps = { first: 0, back: Math.max(0, at - 1), on: Math.min(lastMoment, at + 1), last: lastMoment };
  all("[data-step]").forEach((link) => {
    link.href = addressAt(steps[link.dataset.step]);
  });
  all(".eyes [data-eye]").forEach((link) => {
    link.href = addressAt(at, link.dataset.eye);
  });
  const link = new URL(addressAt(at), location).href;
  byId("shared").value = link;
  byId("message").value = `${byId("message").dataset.title} · ${film.texts[at]} ${link}`;
  byId("svg").href = pictureAt(at);
  all("#try").forEach((way) => {
    way.href = way.href.replace(/at=\d+/, `at=${at}`);
  });
  if (location.hash === "#share") showPicture();
}
["click", "pointerdown", "contextmenu"].forEach((kind) =>
  document.addEventListener(kind, ({ target }) => target.closest?.("a, [data-copy]") && tellLinks(), true),
);
const addressAt = (number, eye = main().dataset.eye) => `${main().dataset.address}?at=${number}&as=${eye}`;
const pictureAt = (number) => addressAt(number).replace("?", ".svg?");
function showPicture() {
  Object.assign(byId("shot"), { src: pictureAt(at), alt: film.texts[at] });
}
// The current line lies in the lower part of the list, so that some of what led to it can be seen, and what comes next.
function bringIntoView() {
  const list = byId("moves");
  list.scrollTop = current.offsetTop - list.offsetTop - 0.65 * list.clientHeight;
}

// Playing by itself
const delay = () => Number(document.querySelector("[name=speed]:checked").value);
function play() {
  if (at === lastMoment) show(0);
  playing = setTimeout(playOn, delay());
  markPlaying();
}
function playOn() {
  show(at + 1);
  playing = at < lastMoment ? setTimeout(playOn, delay()) : undefined;
  markPlaying();
}
function pause() {
  clearTimeout(playing);
  playing = undefined;
  markPlaying();
}
function markPlaying() {
  const button = byId("play"),
    shape = button.querySelector("path");
  if (button.hasAttribute("data-playing") === Boolean(playing)) return;
  button.toggleAttribute("data-playing", Boolean(playing));
  const label = button.getAttribute("aria-label"),
    drawn = shape.getAttribute("d");
  button.setAttribute("aria-label", button.dataset.pause);
  shape.setAttribute("d", shape.dataset.pause);
  button.dataset.pause = label;
  shape.dataset.pause = drawn;
}
const go = (to) => {
  pause();
  show(to);
};

// Keys work wherever the focus is, except where something is typed or chosen.
const STEPS = {
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  Home: () => go(0),
  End: () => go(lastMoment),
  " ": () => (playing ? pause() : play()),
  "[": () => changeSpeed(-1),
  "]": () => changeSpeed(1),
};
function changeSpeed(by) {
  const speeds = all("[name=speed]"),
    next = speeds[speeds.findIndex((speed) => speed.checked) + by];
  if (next) next.checked = true;
}
document.addEventListener(
  "keydown",
  (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !STEPS[key]) return;
    if (target.matches("input:not([type=range]), textarea, select")) return;
    if (key === " " && target.closest("a, button, label, summary")) return;
    event.preventDefault();
    event.stopPropagation();
    land();
    STEPS[key]();
  },
  true,
);
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step], [data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const steps = { first: 0, back: at - 1, on: at + 1, last: lastMoment };
  go(link.dataset.to ? Number(link.dataset.to) : steps[link.dataset.step]);
  if (isCovered()) closeSheet(); // on a phone the list lies over the table
});
byId("at").addEventListener("input", ({ target }) => go(Number(target.value)));
byId("play").addEventListener("click", () => (playing ? pause() : play()));
all("#main [hidden]").forEach((control) => {
  control.hidden = false;
});
bringIntoView();
window.addEventListener("hashchange", () => {
  bringIntoView();
  if (location.hash === "#share") tellLinks();
});

// The picture of the position as PNG: the browser paints the SVG, twice as large.
byId("png").addEventListener("click", async () => {
  const picture = new Image();
  picture.src = pictureAt(at);
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((file) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "gangland.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
});
// What was copied is said on the button for a while.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy][data-done]");
  if (!button || button.dataset.said) return;
  button.dataset.said = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = button.dataset.said;
    delete button.dataset.said;
  }, 2000);
});
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "c" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!event.target.matches("input:not([type=range]), textarea")) document.querySelector("[data-copy=shared]").click();
});
