// What htmx does not do by itself: listen to the table, play by keys, run the clocks. Everything else is links and forms.
"use strict";
const main = () => document.getElementById("main");
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const seen = (element) => element.offsetParent !== null || getComputedStyle(element).position === "fixed";

// Live: the stream says that something has changed, and the page fetches itself. The browser reconnects by itself.
let stream;
function listen() {
  const here = main();
  if (!here?.dataset.events || stream?.url.includes(`${here.dataset.events}?`)) return;
  stream?.close();
  stream = new EventSource(`${here.dataset.events}?after=${here.dataset.version}`);
  stream.onopen = () => showLost(false);
  stream.onerror = () => showLost(true);
  stream.addEventListener("changed", (event) => { if (event.data !== main().dataset.version) refresh(); });
  stream.addEventListener("present", () => refresh("outerMorph"));
}
let late;
function showLost(lost) {
  clearTimeout(late);
  const show = () => {
    all(".lost").forEach((element) => { element.hidden = !lost; });
    const chip = document.getElementById("link");
    if (!chip) return;
    chip.classList.toggle("off", lost);
    const words = chip.querySelector("span");
    chip.dataset.fine ??= words.textContent;
    words.textContent = lost ? chip.dataset.lost : chip.dataset.fine;
  };
  if (lost) late = setTimeout(show, 600); else show();
}
let busy = false, again, retry;
async function refresh(swap = "outerMorph transition:true") {
  if (busy) { again = swap; return; }
  busy = true;
  try {
    const here = main().dataset.here;
    await htmx.ajax("GET", here, {target: "#main", source: "#main", swap, here});
  } finally {
    busy = false;
    if (again) { const swap = again; again = undefined; refresh(swap); }
  }
}

// Keys
const KEYS = {h: ".mine .hand", d: ".mine .shelf, .tray", s: ".street, .pyramid", o: ".opp, .rivals"};
const LIVE = "a.card, button.card, a.spot, button.spot, .way, .corner";
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape") return stepBack(event, typing);
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) return walk(event);
  if (event.key === " " && event.target.matches("a[role=button]")) return press(event, event.target);
  if (event.key === "Enter" && event.target.closest("a, button, input, summary, label")) return;
  if (event.key === "/") return press(event, document.getElementById("typed"), "focus");
  if (event.key === "l") return press(event, document.querySelector("#tab-log"), "focus");
  if (event.key === "w") return press(event, event.target.closest(".slot")?.querySelector(".corner"));
  if (/^[1-9]$/.test(event.key)) {
    const ways = all(".way");
    return press(event, ways.length ? ways[event.key - 1] : document.getElementById(`street-${event.key}`), ways.length ? "click" : "focus");
  }
  if (KEYS[event.key]) return press(event, all(KEYS[event.key]).flatMap((zone) => all(LIVE, zone))[0], "focus");
  press(event, all("[data-key]").find((element) => element.dataset.key === event.key && seen(element)));
});
function press(event, element, deed = "click") {
  if (!element) return;
  event.preventDefault();
  element[deed]();
}
function stepBack(event, typing) {
  if (typing) return event.target.blur();
  if (location.hash.length > 1) { location.hash = "main"; return; }
  const chosen = all(".chosen[href]");
  press(event, all("[data-key=Escape]")[0] || chosen[chosen.length - 1]);
}
function walk(event) {
  const things = all(LIVE).filter(seen);
  if (!things.length) return;
  const from = things.includes(document.activeElement) ? document.activeElement.getBoundingClientRect() : null;
  event.preventDefault();
  if (!from) return things[0].focus();
  const side = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(from);
  const distance = (thing) => {
    const [a, b] = middle(thing.getBoundingClientRect());
    const along = (a - x) * side[0] + (b - y) * side[1], across = Math.abs((a - x) * side[1]) + Math.abs((b - y) * side[0]);
    return along > 4 ? along + 2.5 * across : Infinity;
  };
  const [best] = things.map((thing) => [distance(thing), thing]).sort((a, b) => a[0] - b[0]);
  if (best[0] < Infinity) best[1].focus();
}

// Clocks run between two answers of the server; addresses can be copied
const write = (left) => {
  const s = Math.max(0, Math.floor(left)), pad = (n) => String(n).padStart(2, "0");
  if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor(s % 86400 / 3600)} h`;
  return s >= 3600 ? `${Math.floor(s / 3600)}:${pad(Math.floor(s % 3600 / 60))}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
};
let since = performance.now();
setInterval(() => all(".clock[data-runs]").forEach((clock) => {
  const left = clock.dataset.left - (performance.now() - since) / 1000;
  clock.textContent = write(left);
  clock.classList.toggle("short", left < 30);
}), 250);
document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const field = document.getElementById(copy.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value);
});

function settle() {
  since = performance.now();
  all(".log").forEach((log) => { log.scrollTop = log.scrollHeight; });
  listen();
}
// An answer that has been overtaken, by a newer one or by a click since it was asked for, changes nothing. Nor does one
// that only says who comes and goes, as long as there is a refusal to be read.
document.addEventListener("htmx:before:swap", (event) => {
  const {here, text} = event.detail.ctx, now = main()?.dataset;
  if (!now?.version) return;
  const newer = Number(/data-version="(\d+)"/.exec(text)?.[1]) - Number(now.version);
  if (here && here !== now.here) again = "outerMorph";
  if (newer < 0 || (here && here !== now.here) || (here && !newer && document.querySelector("[role=alert]"))) event.preventDefault();
});
// A request that gets no answer is made good by fetching the page, as soon as that works again.
document.addEventListener("htmx:error", () => { showLost(true); clearTimeout(retry); retry = setTimeout(() => refresh(), 1000); });
window.addEventListener("online", () => refresh());
document.addEventListener("htmx:after:swap", () => {
  clearTimeout(retry);
  if (stream?.readyState === EventSource.OPEN) showLost(false);
  settle();
  document.querySelector(".way")?.focus({preventScroll: true});
  if (sent && !document.querySelector("[role=alert]")) document.getElementById("say").value = "";
  sent = false;
});
document.addEventListener("DOMContentLoaded", settle);
let sent = false;
document.addEventListener("submit", (event) => { sent = event.target.id === "chat"; });
