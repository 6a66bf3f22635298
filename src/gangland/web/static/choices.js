// Choices: what is picked within a move is drawn here, from what the server told with the board, without asking again.
// The links of the page keep their addresses. A request for one of them is answered by this script if it can, and
// otherwise by the server, as in a page without script.
"use strict";
let served; // the board and the bar as the server drew them, with what it told of the choices
let picks = []; // what is picked in the drawing that is shown

function keepServed() {
  const board = document.getElementById("board"),
    told = board?.dataset.choices;
  picks = [];
  served = told && {
    ...JSON.parse(told),
    board: board.cloneNode(true),
    bar: document.querySelector(".thumbs").cloneNode(true),
    here: document.getElementById("main").dataset.here,
  };
}
const addressOf = (things) =>
  things.length ? served.link + things.map((thing) => `&pick=${encodeURIComponent(thing)}`).join("") : served.here;
// What may be picked after these picks: the things, each with what may follow it or with a move. Undefined if the picks
// lead nowhere.
const after = (things) =>
  things.reduce((node, thing) => (typeof node === "object" ? node[thing] : undefined), served.paths);
const kinds = (things) => things.map((thing) => thing.split(":")[0]).join(" ");
const placesOf = (thing) => served.places[thing] ?? [thing.replace(":", "-")];

// The picks of an address, or undefined if the server must answer it.
function picksIn(address) {
  if (!served) return;
  const asked = new URL(address, location);
  if (asked.pathname + asked.search === served.here) return picks.length ? [] : undefined;
  const link = new URL(served.link, location),
    base = link.searchParams.getAll("pick").length,
    found = asked.searchParams.getAll("pick").slice(base);
  if (asked.pathname !== link.pathname || !found.length) return;
  const same = ["at", "as"].every((name) => asked.searchParams.get(name) === link.searchParams.get(name));
  return same && typeof after(found) === "object" ? found : undefined;
}

// A piece of the board, as a link that picks it, as a button that makes a move, or as one that asks what it is.
function dress(board, id, look, { move, address }, verb, isLast = true) {
  const old = board.querySelector(`#${CSS.escape(id)}`);
  if (!old) return;
  const piece = document.createElement(address ? "a" : "button");
  for (const name of ["class", "id", "data-marks", "data-flight", "data-motion", "data-order"])
    if (old.hasAttribute(name)) piece.setAttribute(name, old.getAttribute(name));
  piece.append(...old.childNodes);
  piece.querySelector(".verb")?.remove();
  piece.dataset.look = look;
  const name = (piece.dataset.name = old.dataset.name ?? old.getAttribute("aria-label"));
  const [spoken, ...shown] = verb ?? [];
  piece.setAttribute("aria-label", spoken ? `${name}, ${spoken}` : name);
  if (move) Object.assign(piece, { name: "move", value: move });
  else if (!address) {
    Object.assign(piece, { name: "card", value: id });
    piece.setAttribute("form", "about");
  } else {
    piece.setAttribute("role", "button");
    piece.setAttribute("href", address);
    piece.setAttribute("aria-pressed", look === "chosen");
  }
  if (isLast && shown[0]) {
    const word = document.createElement("span");
    word.className = "verb";
    ["long", "short"].forEach((size, place) => {
      word.append(Object.assign(document.createElement("span"), { className: size, textContent: shown[place] }));
    });
    piece.insertBefore(word, piece.querySelector(":scope > .less, :scope > .openly"));
  }
  old.replaceWith(piece);
}

function drawPieces(board, made) {
  board.querySelectorAll("[data-look=playable]").forEach((piece) => {
    piece.dataset.look = "optional";
    if (!piece.closest(".hand, .tray")) piece.querySelector(".verb")?.remove();
  });
  board.querySelectorAll(".corner").forEach((corner) => corner.classList.add("soft"));
  board.querySelectorAll(".street .openly").forEach((note) => {
    note.parentElement.setAttribute("aria-label", note.parentElement.dataset.name);
    note.remove(); // what a Brute would open is said while nothing is picked
  });
  for (let level = 1; level <= made.length; level++) {
    const before = made.slice(0, level),
      isLast = level === made.length;
    for (const [thing, rest] of Object.entries(after(before))) {
      const step = typeof rest === "string" ? { move: rest } : { address: addressOf([...before, thing]) };
      const isTarget = made.length >= (served.targets[kinds([thing])] ?? Infinity);
      const look = isLast ? (isTarget ? "target" : "playable") : "optional";
      const path = [...before, thing];
      const verb = served.verbs[path.join(" ")] ?? served.verbs[kinds(path)];
      placesOf(thing).forEach((id) => dress(board, id, look, step, verb, isLast));
    }
  }
  Object.values(after(made)).forEach((rest) => markReached(board, rest));
  made.forEach((thing, level) =>
    placesOf(thing).forEach((id, copy) =>
      dress(board, id, copy ? "optional" : "chosen", { address: addressOf(made.slice(0, level)) }),
    ),
  );
}

// The things that the last of two more clicks would act on, so that it is seen which first click leads there.
function markReached(board, rest) {
  if (typeof rest === "string") return;
  for (const id of Object.keys(rest).flatMap(placesOf)) {
    const piece = board.querySelector(`#${CSS.escape(id)}`),
      marks = new Set((piece.dataset.marks ?? "").split(" ").filter(Boolean));
    piece.dataset.marks = [...marks.add("reached")].sort().join(" ");
  }
}

function drawQuestion(board, bar, made) {
  const asked = served.questions[made.join(" ")] ?? served.questions[kinds(made)],
    name = (text) => text.replace(/\{(\d)\}/g, (_, place) => served.words[served.names[made[place]]] ?? "");
  board.querySelector(".banner .text").innerHTML = name(asked.text);
  board.querySelector(".banner .steps")?.remove();
  const line = board.querySelector(".ledger li:last-child");
  if (line && asked.ledger) line.outerHTML = name(asked.ledger);
  for (const place of [board.querySelector(".acts"), bar]) {
    place.querySelector(".back").outerHTML = served.cancel;
    place.querySelector(".back").setAttribute("href", addressOf(made.slice(0, -1)));
  }
  if (!asked.chooser) return;
  const slot = board.querySelector(`#${CSS.escape(placesOf(made.at(-1))[0])}`).closest(".slot");
  slot.insertAdjacentHTML("beforeend", asked.chooser);
  slot.querySelectorAll("[data-art]").forEach((place) => {
    place.replaceWith(board.querySelector(`#${place.dataset.art} > svg`).cloneNode(true));
  });
  (asked.paying ?? []).flatMap(placesOf).forEach((id) => dress(board, id, "paying", {}, served.verbs.paying));
}

// What is chosen takes the best move away, if it was shown.
function forgetHint(board, bar) {
  board.classList.remove("hinting");
  for (const place of [board, bar])
    place.querySelectorAll(".hints[aria-pressed]").forEach((button) => {
      button.removeAttribute("aria-pressed");
      button.setAttribute("href", served.here);
    });
  board.querySelectorAll("[data-hint]").forEach((piece) => {
    delete piece.dataset.hint;
    piece.querySelector(".verb")?.remove();
  });
}

// The page with these picks, as the server would draw it.
function draw(made) {
  const page = document.getElementById("main").cloneNode(true),
    board = served.board.cloneNode(true),
    bar = served.bar.cloneNode(true);
  if (made.length) {
    forgetHint(board, bar);
    drawPieces(board, made);
    drawQuestion(board, bar, made);
  }
  page.querySelector("#board").replaceWith(board);
  page.querySelector(".thumbs").replaceWith(bar);
  page.dataset.here = addressOf(made);
  const title = document.createElement("title");
  title.textContent = `${board.querySelector(".banner .say").textContent} · gangland`;
  return title.outerHTML + page.outerHTML;
}
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { method, action } = ctx.request;
  const made = method === "GET" && !ctx.here ? picksIn(action) : undefined;
  if (!made) return;
  ctx.drawn = made;
  ctx.fetch = async () => new Response(draw(made), { headers: { "Content-Type": "text/html" } });
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.drawn) picks = ctx.drawn;
  else keepServed();
});
document.addEventListener("DOMContentLoaded", keepServed);
