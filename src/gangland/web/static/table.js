// What htmx does not do by itself: listen to the table, play by keys, run the clocks. Everything else is links and
// forms.
"use strict";
const main = () => document.getElementById("main");
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const seen = (element) => element.offsetParent !== null || getComputedStyle(element).position === "fixed";

// Live: when something has changed, the stream brings the new board, unless the answer to the reader's own action has
// it. Where the stream cannot know what the page shows, it brings the version, and the page fetches itself. The browser
// reconnects by itself.
const pageName = Math.random().toString(36).slice(2);
let stream,
  pushed, // the newest board that the stream has brought
  waiting, // the timer that ends the wait for such an answer
  heard = 0, // the newest version that the stream has announced
  shown = 0; // the newest version that an answer has brought
const asking = new Set(); // the reader's own requests that are under way
const versionIn = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? 0);
function catchUp() {
  clearTimeout(waiting);
  if (heard <= Math.max(shown, Number(main().dataset.version))) return;
  if (asking.size) waiting = setTimeout(refresh, 3000);
  else refresh();
}
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!ctx.here && !ctx.drawn) asking.add(ctx);
  if (ctx.request.method === "POST") ctx.request.submitter?.setAttribute("data-sending", "");
});
["htmx:after:request", "htmx:finally:request"].forEach((kind) =>
  document.addEventListener(kind, ({ detail: { ctx } }) => {
    shown = Math.max(shown, versionIn(ctx.text));
    ctx.request.submitter?.removeAttribute("data-sending");
    if (asking.delete(ctx)) catchUp();
  }),
);
function listen() {
  const here = main();
  if (!here?.dataset.events || stream?.url.includes(`${here.dataset.events}?`)) return;
  stream?.close();
  heard = shown = 0;
  const log = document.getElementById("log")?.dataset.key ?? "";
  stream = new EventSource(`${here.dataset.events}?after=${here.dataset.version}&page=${pageName}&log=${log}`);
  stream.onopen = () => showLost(false);
  stream.onerror = ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) return showLost(true);
    stream = undefined; // answered with an error: the browser does not take it up again by itself
    lose();
  };
  stream.addEventListener("changed", (event) => {
    heard = Number(event.data);
    catchUp();
  });
  stream.addEventListener("board", (event) => {
    heard = Number(event.lastEventId);
    pushed = { version: heard, html: event.data };
    catchUp();
  });
  stream.addEventListener("present", (event) => showPresent(JSON.parse(event.data)));
}
function showPresent(seats) {
  all("[data-away]").forEach((note) => {
    note.textContent = seats.includes(Number(note.dataset.seat)) ? note.dataset.present : note.dataset.away;
  });
}
let late,
  lost = false; // whether the notice of a lost connection is shown
function showLost(isLost) {
  clearTimeout(late);
  if (isLost) late = setTimeout(drawLost, 600, true);
  else drawLost(false);
}
function drawLost(isLost) {
  lost = isLost;
  all(".lost").forEach((element) => {
    element.hidden = !lost;
  });
  const chip = document.getElementById("link");
  if (!chip) return;
  chip.classList.toggle("off", lost);
  const words = chip.querySelector("span");
  chip.dataset.fine ??= words.textContent;
  words.textContent = lost ? chip.dataset.lost : chip.dataset.fine;
}
let busy = false,
  again = false,
  retry;
async function refresh() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    const { here, events } = main().dataset;
    const html = pushed?.version === heard && events === `${here}/events` ? pushed.html : undefined;
    pushed = undefined;
    await htmx.ajax("GET", here, { target: "#main", source: "#main", swap: "outerMorph transition:true", here, html });
  } finally {
    busy = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

// The log is sent as what is new: a request names the log that is shown, and the answer brings the lines after it.
const SHOWN_LINES = 60;
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const log = document.getElementById("log");
  if (log) ctx.request.headers["Gangland-Log"] = log.dataset.key;
  ctx.request.headers["Gangland-Page"] = pageName;
  if (ctx.html) ctx.fetch = async () => new Response(ctx.html, { headers: { "Content-Type": "text/html" } });
});
htmx.registerExtension("log", {
  htmx_before_morph_node(_, { oldNode, newNode }) {
    if (oldNode.id === "pane-table" && "kept" in newNode.dataset) {
      newNode.replaceChildren(...oldNode.cloneNode(true).childNodes);
      delete newNode.dataset.kept;
    }
    if (oldNode.id !== "log" || newNode.dataset.known === "0") return;
    const last = Number(newNode.dataset.key.split("-")[0]),
      known = Number(newNode.dataset.known);
    const old = all("li[data-number]", oldNode).filter(
      ({ dataset: { number } }) => number >= last - SHOWN_LINES && number < known,
    );
    newNode.prepend(...old.map((line) => line.cloneNode(true)));
    newNode.dataset.known = "0";
  },
});

// Keys: Tab goes from zone to zone, where one thing can be reached by Tab and the others by arrows. Where a zone ends,
// an arrow goes on to the next zone above or below.
const ZONES = ".chooser, .opp, .rivals, .street, .pyramid, .hand, .shelf, .tray, .banner";
const KEYS = { h: ".mine .hand, .tray", d: ".mine .shelf, .tray", s: ".street, .pyramid", o: ".opp, .rivals" };
const LIVE = "a.card, a.spot, button[name=move]:is(.card, .spot), .way, .corner";
const PIECES = `${LIVE}, [form=about]`; // those that rest answer what they are
const BEST = [
  ".way",
  '[data-hint="next"]',
  '[data-look="target"]',
  '[data-look="playable"]',
  '[data-look="chosen"]',
  LIVE.replace(", .corner", ""),
  ".corner",
  "[form=about]",
  "[tabindex]",
];
let byKeys = false,
  acted = false,
  zone = ""; // acted: the last key made a pick or a move, instead of moving the focus
document.addEventListener(
  "pointerdown",
  () => {
    byKeys = false;
  },
  true,
);
document.addEventListener("keydown", (event) => {
  byKeys = true;
  const enters = ["Enter", " ", "Escape"].includes(event.key) && !event.target.matches("[form=about]");
  acted = enters || "puwgt".includes(event.key.toLowerCase());
  const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape") return stepBack(event, typing);
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow") && event.target.type !== "radio")
    return event.target.closest(".log") ? walkLines(event) : isCovered() || walk(event);
  if (event.key === " " && event.target.matches("a[role=button]")) return press(event, event.target);
  if (event.key === "Enter" && event.target.closest("a, button, input, summary, label")) return;
  if (event.key === "Enter" && event.target.matches(".log li"))
    return press(event, event.target.querySelector("button"));
  const key = event.key.toLowerCase();
  if (key === "/" || key === "l") {
    openTab("log");
    return press(
      event,
      key === "/" ? document.getElementById("typed") : document.querySelector("#pane-log .log"),
      "focus",
    );
  }
  if (key === "?") {
    openTab("table");
    return press(event, document.querySelector(".keys"), "focus");
  }
  if (isCovered()) return;
  if (key === "w") return press(event, event.target.closest(".slot")?.querySelector(".corner"));
  if (/^[1-9]$/.test(event.key)) {
    const ways = all(".way");
    return press(
      event,
      ways.length ? ways[event.key - 1] : document.getElementById(`street-${event.key}`),
      ways.length ? "click" : "focus",
    );
  }
  if (KEYS[key]) return press(event, bestIn(all(KEYS[key])) ?? all(KEYS[key])[0], "focus");
  press(
    event,
    all("[data-key]").find((element) => element.dataset.key.toLowerCase() === key && seen(element)),
  );
});
const isCovered = () =>
  all(".drawer:target, .side:target").some((sheet) => getComputedStyle(sheet).position === "fixed");
function bestIn(places) {
  const things = places.flatMap((place) => all(BEST.join(), place)).filter(seen);
  return BEST.flatMap((kind) => things.filter((thing) => thing.matches(kind)))[0];
}
function openTab(name) {
  document.getElementById(`tab-${name}`)?.click();
  const side = document.getElementById("side");
  if (side && !seen(side)) location.hash = "side"; // on a phone
}
function press(event, element, action = "click") {
  if (!element) return;
  event.preventDefault();
  if (action === "focus" && element.tabIndex < 0) element.tabIndex = -1; // a whole zone: now it can be reached
  element[action]();
}
function stepBack(event, typing) {
  if (typing) return event.target.blur();
  if (location.hash.length > 1 && location.hash !== "#main") return closeSheet();
  const chosen = all('[data-look="chosen"][href]');
  press(event, all("[data-key=Escape]").find(seen) || chosen[chosen.length - 1]);
}
function walkLines(event) {
  const lines = all("li", event.target.closest(".log")),
    here = lines.indexOf(event.target);
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) press(event, lines[here < 0 ? lines.length - 1 : here + step], "focus");
}
function walk(event) {
  const here = document.activeElement,
    inside = here.closest(ZONES),
    chooser = document.querySelector(".chooser");
  const isUpright = ["ArrowUp", "ArrowDown"].includes(event.key),
    sign = ["ArrowUp", "ArrowLeft"].includes(event.key) ? -1 : 1;
  const next = (things) => {
    const from = here.getBoundingClientRect();
    const steps = things
      .filter((thing) => thing !== here && seen(thing) && !(isUpright && thing.closest(".deck, .piles")))
      .map((thing) => {
        const box = thing.getBoundingClientRect(),
          x = box.x - from.x + (box.width - from.width) / 2,
          y = box.y - from.y + (box.height - from.height) / 2;
        return { thing, along: sign * (isUpright ? y : x), across: Math.abs(isUpright ? x : y) };
      })
      .filter(
        ({ along, across }) =>
          along > 0.25 * (isUpright ? from.height : 16) && (isUpright || across < 0.4 * from.height),
      );
    const nearest = Math.min(...steps.map(({ along }) => along)),
      row = isUpright ? 0.5 * from.height : 0; // the next row first
    return steps.filter(({ along }) => along <= nearest + row).sort((a, b) => a.across - b.across)[0]?.thing;
  };
  const around = chooser ?? inside;
  if (chooser ? chooser.contains(here) : inside)
    press(event, next(all(PIECES, around)) ?? (isUpright && !chooser ? next(all(PIECES)) : null), "focus");
  else press(event, bestIn(chooser ? [chooser] : all(ZONES)), "focus");
}
function rove() {
  for (const place of all(ZONES)) {
    const things = all(PIECES, place);
    const stop = things.includes(document.activeElement) ? document.activeElement : bestIn([place]);
    things.forEach((thing) => {
      thing.tabIndex = thing === stop ? 0 : -1;
    });
  }
}
document.addEventListener("focusin", (event) => {
  const place = event.target.closest(ZONES);
  zone = place ? ZONES.split(", ").find((kind) => place.matches(kind)) : "";
  if (place) rove();
});
// When the table has changed, put the focus of a player by keys back in its place. A new page may ask something.
function refocus(isNew = false) {
  const here = document.activeElement,
    chooser = document.querySelector(".chooser");
  if (chooser) placeChooser(chooser);
  rove();
  const next = all("[data-next]").find(seen); // a lesson's answer: Enter goes on
  if (next) return next.focus({ preventScroll: true });
  const answer = all('[data-key="Enter"]').find(seen);
  if (answer && (byKeys || isNew)) return answer.focus(); // a question that Enter answers
  const isNext = (thing) =>
    thing?.matches(LIVE) && !thing.matches('[data-look="chosen"], [data-look="optional"], .corner');
  const isLost =
    here === document.body ||
    here.matches(".banner") ||
    (here.closest(ZONES) && (chooser ? !chooser.contains(here) : acted && !isNext(here)));
  if (!isLost || isCovered() || (!byKeys && !chooser)) return;
  const best = bestIn(chooser ? [chooser] : zone ? all(zone) : []),
    any = bestIn(all(ZONES));
  const target = isNext(best) ? best : any?.matches(LIVE) ? any : undefined;
  const place = target ?? document.querySelector(".verdict .btn, .curtain .btn, .banner");
  if (place?.matches(".banner")) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}
// The chooser stays within the window, and its tip points at the card it asks about.
function placeChooser(chooser) {
  chooser.style.translate = "none";
  const box = chooser.getBoundingClientRect(),
    card = chooser.parentElement.querySelector(".card").getBoundingClientRect();
  const aside = Math.max(8 - box.left, Math.min(0, document.documentElement.clientWidth - 8 - box.right));
  chooser.style.translate = `${aside}px ${Math.max(0, 8 - box.top)}px`;
  chooser.style.setProperty("--notch", `${card.x + card.width / 2 - box.x - aside}px`);
}

window.addEventListener("resize", () => all(".chooser").forEach(placeChooser));

// Sheets are fragments of the address, so that the way back closes them. Closing one goes back to before it was opened.
const SHEETS = ["#pile", "#side", "#share"];
let opened = false; // the sheet that is open was opened on this page
function closeSheet() {
  if (opened) history.back();
  else location.replace("#main");
}
window.addEventListener("hashchange", ({ oldURL }) => {
  opened = SHEETS.includes(location.hash) && !SHEETS.includes(new URL(oldURL).hash);
  scrollLogs();
  markRead();
  if (isCovered()) document.querySelector(".drawer:target .btn, .side:target .shut")?.focus();
  else refocus();
});
document.addEventListener("click", (event) => {
  const isBeside = event.target.matches(".drawer:target, .side:target") && isCovered();
  if (!isBeside && !event.target.closest(".drawer:target header a, .side:target .shut")) return;
  event.preventDefault();
  closeSheet();
});
function scrollLogs() {
  all(".log").forEach((log) => {
    log.scrollTop = log.scrollHeight;
  });
}
document.addEventListener("change", (event) => {
  if (event.target.name !== "tab") return;
  scrollLogs();
  markRead();
});

// Clocks run between two answers of the server; addresses can be copied
const write = (left, days) => {
  const s = Math.max(0, Math.floor(left)),
    pad = (n) => String(n).padStart(2, "0");
  if (s >= 86400)
    return days.replace("{days}", Math.floor(s / 86400)).replace("{hours}", Math.floor((s % 86400) / 3600));
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${pad(Math.floor((s % 3600) / 60))}:${pad(s % 60)}`
    : `${Math.floor(s / 60)}:${pad(s % 60)}`;
};
let since = performance.now();
setInterval(
  () =>
    all(".clock[data-runs]").forEach((clock) => {
      const left = clock.dataset.left - (performance.now() - since) / 1000;
      const time = write(left, clock.dataset.days);
      if (clock.textContent !== time) clock.textContent = time;
      clock.classList.toggle("short", left < 30);
    }),
  250,
);
document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (tab) document.getElementById(`tab-${tab.dataset.tab}`).checked = true;
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const field = document.getElementById(copy.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value);
});

// Motion: cards move by view transitions (components.css says how), and nothing waits for them. The next click, key or
// answer cuts them short. A moving card cannot be clicked, so that the click goes to what lies there.
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const start = document.startViewTransition?.bind(document);
let flight,
  cut = false;
if (start)
  document.startViewTransition = (update) => {
    const mine = (flight = start(update));
    mine.updateCallbackDone.then(refocus, () => {}); // at once, not after the transition
    mine.ready.then(dealFromPile, () => {});
    mine.finished.finally(() => {
      if (flight === mine) flight = undefined;
    });
    return mine;
  };
// Of equal cards on the Street the leftmost one leaves (F7.2). If another one is clicked, the two change faces before
// the move is sent, so that the card under the finger is the one that flies.
document.addEventListener(
  "click",
  ({ target }) => {
    const slot = target.closest('.street .slot button[name="move"]')?.closest(".slot"),
      leftmost = document.getElementById(slot?.dataset.leaves);
    if (!leftmost) return;
    const card = slot.querySelector("[data-flight]");
    const [clicked, other] = [card, leftmost].map((it) => ({ name: it.dataset.flight, art: it.querySelector("svg") }));
    const place = document.createComment("");
    clicked.art.replaceWith(place);
    other.art.replaceWith(clicked.art);
    place.replaceWith(other.art);
    card.dataset.flight = other.name;
    leftmost.dataset.flight = clicked.name;
  },
  true,
);
function dealFromPile() {
  const pile = document.querySelector(".pile .card")?.getBoundingClientRect();
  if (!pile || isStill() || !document.documentElement.classList.contains("moved")) return;
  all(":is(.street, .strt) [data-motion=dealt]").forEach((card) => {
    const box = card.getBoundingClientRect(),
      delay = 320 + 120 * Number(card.dataset.order);
    const from = `${pile.x - box.x}px ${pile.y - box.y}px`;
    document.documentElement.animate(
      { translate: [from, "0 0"] },
      {
        pseudoElement: `::view-transition-group(${card.dataset.flight})`,
        duration: 320,
        delay,
        fill: "backwards",
        easing: "cubic-bezier(.2, .7, .2, 1)",
      },
    );
  });
}
function land() {
  cut = Boolean(flight);
  flight?.skipTransition();
  stopCounting();
}
["pointerdown", "keydown"].forEach((kind) => document.addEventListener(kind, land, true));
document.addEventListener(
  "click",
  (event) => {
    const there =
      cut && event.isTrusted
        ? document.elementFromPoint(event.clientX, event.clientY)?.closest("a, button, label, summary")
        : null;
    cut = false;
    if (!there || there.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    there.click();
  },
  true,
);

// The end: cards light up one by one, and the sum counts with them.
let counted,
  stopCounting = () => {},
  goOnCounting = stopCounting;
function count() {
  const sheets = all(".sheet, .tally"),
    key = main()?.dataset.events;
  if (!sheets.length || counted === key) return;
  counted = key;
  if (isStill()) return;
  const counts = sheets.map((sheet) => {
    const cards = all(".lit", sheet),
      total = sheet.querySelector(".total > span"),
      sum = total.textContent;
    const step = Math.min(60, 2000 / cards.length);
    const lights = cards.map((card, place) =>
      card.animate(
        { filter: ["brightness(.55) saturate(.3)", "brightness(1.25)", "none"] },
        { duration: 240, delay: step * place, fill: "backwards" },
      ),
    );
    const since = performance.now(),
      tick = () => {
        const lit = Math.floor((performance.now() - since) / step) + 1;
        if (lit >= cards.length) return end();
        total.textContent = cards.slice(0, lit).reduce((all, card) => all + Number(card.dataset.points), 0);
      },
      timer = setInterval(tick, 30);
    const end = () => {
      clearInterval(timer);
      total.textContent = sum;
    };
    return {
      tick,
      stop: () => {
        end();
        lights.forEach((light) => light.finish());
      },
    };
  });
  goOnCounting = () => counts.forEach((it) => it.tick());
  stopCounting = () => {
    counts.forEach((it) => it.stop());
    stopCounting = goOnCounting = () => {};
  };
}
// a page that arrived during the count shows the whole sum: count on from where it was
document.addEventListener("htmx:after:settle", () => goOnCounting());

// Cards that a log line names are marked while the pointer is on it, and while the live region reads it.
let spoken = [],
  silence;
function speak(...lines) {
  clearTimeout(silence);
  spoken = lines.flatMap((line) => line?.dataset.names.split(" ").filter(Boolean) ?? []);
  markSpoken();
}
function markSpoken() {
  all(".spoken").forEach((card) => card.classList.remove("spoken"));
  spoken.forEach((name) => all(`.board [data-flight="${name}"]`).forEach((card) => card.classList.add("spoken")));
}
["mouseover", "focusin"].forEach((kind) =>
  document.addEventListener(kind, (event) => {
    const line = event.target.closest(".log li[data-names]");
    if (line || event.target.closest(".side")) speak(line);
  }),
);
["mouseout", "focusout"].forEach((kind) =>
  document.addEventListener(kind, (event) => {
    if (event.target.closest(".log li")) speak();
  }),
);

// The live region reads what is new: every move since the last page, then what the reader should do, or who has won.
// Boards that follow each other quickly are read as one.
const AT_ONCE = 1000; // milliseconds
let told,
  asked,
  unread, // the first move that the region tells now
  saidAt = -AT_ONCE;
function sayNews() {
  const sentences = all(".banner:not(.wait) .text > p:not(.hit), .verdict h1, .end .reason, .curtain h1"),
    hit = all(".banner .hit"); // what was done to the reader comes first
  const question = [...hit, ...sentences].map((line) => line.innerHTML).join(" "),
    moves = Number(main()?.dataset.moves),
    said = document.getElementById("said");
  if (!said) return;
  if (performance.now() - saidAt > AT_ONCE || unread > moves) unread = told;
  const news =
    moves > told ? all("#pane-log li[data-number]").filter((line) => Number(line.dataset.number) >= unread) : [];
  const back = moves < told ? [said.dataset.back, " "] : [];
  if (told !== undefined && (news.length || back.length || (question && question !== asked)))
    said.replaceChildren(
      ...hit.flatMap((line) => [...line.cloneNode(true).childNodes, " "]),
      ...news.flatMap((line) => [line.lastElementChild.cloneNode(true), " "]),
      ...back,
      ...sentences.flatMap((line) => [...line.cloneNode(true).childNodes, " "]),
    );
  if (!document.querySelector(".curtain")) told = moves; // a curtain hides the log
  asked = question;
  if (!news.length) return markSpoken();
  saidAt = performance.now();
  speak(...news);
  silence = setTimeout(speak, 2400);
}

// Notes stay in this browser, for each table and seat.
function recall() {
  const notes = document.getElementById("notes"),
    kept = notes ? (localStorage.getItem(notes.dataset.keyIn) ?? "") : "";
  if (notes && notes.value !== kept) notes.value = kept;
}
document.addEventListener("input", (event) => {
  if (event.target.id === "notes") localStorage.setItem(event.target.dataset.keyIn, event.target.value);
});

// The number at the chat is that of the others' messages since the chat was open last. Times are the reader's own.
function markRead() {
  const chat = document.querySelector(".chat");
  if (!chat) return;
  const said = all("time", chat),
    isOpen = seen(chat) && document.getElementById("tab-chat").checked;
  if (isOpen && said.length) localStorage.setItem(chat.dataset.keyIn, said.at(-1).dataset.at);
  const read = Number(localStorage.getItem(chat.dataset.keyIn));
  const unread = said.filter((time) => time.dataset.at > read && !time.closest(".own")).length;
  all(".unread").forEach((number) => {
    number.textContent = unread;
    number.hidden = !unread;
  });
}
function writeTimes() {
  const today = new Date().toDateString();
  all("time[data-at]").forEach((time) => {
    const at = new Date(time.dataset.at * 1000);
    const parts =
      at.toDateString() === today
        ? { hour: "numeric", minute: "2-digit", hourCycle: "h23" }
        : { day: "numeric", month: "short" };
    time.textContent = at.toLocaleString(document.documentElement.lang, parts);
  });
}

// The form of a new table says how strong each chosen opponent is, and sums up what was chosen.
function sumUp() {
  const chosen = (name) => document.querySelector(`.new [name="${name}"]:is(select, :checked)`);
  all("[data-about-of]").forEach((text) => {
    text.textContent = chosen(text.dataset.aboutOf).selectedOptions[0].dataset.about ?? "";
  });
  all("[data-shows]").forEach((text) => {
    const field = chosen(text.dataset.shows);
    text.textContent = (field.selectedOptions?.[0] ?? field.closest("label").querySelector("b")).textContent.trim();
  });
}
document.addEventListener("change", sumUp);

function settle() {
  since = performance.now();
  scrollLogs();
  markRead();
  writeTimes();
  sumUp();
  sayNews();
  count();
  recall();
  listen();
}
// Ignore an answer that is older than the page, or that was asked for before the last click. Ignore one without a new
// version while a refusal is shown.
document.addEventListener("htmx:before:swap", (event) => {
  const { here, text, response } = event.detail.ctx,
    now = main()?.dataset;
  if (!now?.version) return;
  if (response?.status >= 500 && !text?.includes("data-version")) {
    event.preventDefault();
    keepMove(event.detail.ctx);
    return lose();
  }
  const build = /data-build="(\w+)"/.exec(text)?.[1];
  if (build && build !== now.build) {
    event.preventDefault();
    return location.reload(); // the server has been renewed: this page lacks what the answer refers to
  }
  const newer = versionIn(text) - Number(now.version);
  if (here && here !== now.here) again = true;
  if (newer < 0 || (here && here !== now.here) || (here && !newer && document.querySelector("[role=alert]")))
    return event.preventDefault();
  if (isStill() || (here && !newer))
    event.detail.tasks.forEach((task) => {
      task.swapSpec.transition = false;
    });
  if (here && !newer) return;
  flight?.skipTransition();
  document.documentElement.classList.toggle("moved", Number(/data-moves="(\d+)"/.exec(text)?.[1]) > Number(now.moves));
});
// A move that did not reach the server is kept, shown as such, and sent when there is a connection again. It names the
// number of the journal that it belongs to: the server makes it once, and refuses it if the table has changed.
let unsent;
function keepMove({ request }) {
  if (request?.method !== "POST" || !request.action.endsWith("/move")) return;
  unsent = { action: request.action, values: Object.fromEntries(request.body) };
  showUnsent();
}
function showUnsent() {
  const note = document.getElementById("unsent");
  if (note) note.hidden = !unsent;
}
function sendUnsent() {
  const { action, values } = unsent;
  unsent = undefined;
  showUnsent();
  // its source is an element without fields, as htmx would send all fields in it too
  htmx.ajax("POST", action, { values, target: "#main", source: "#unsent", swap: "outerMorph transition:true" });
}
document.addEventListener("click", (event) => {
  if (!event.target.closest("#unsent button")) return;
  unsent = undefined;
  showUnsent();
});
// If a request gets no answer, fetch the page until that works again.
function lose() {
  showLost(true);
  clearTimeout(retry);
  retry = setTimeout(async () => {
    await refresh();
    listen();
  }, 1000);
}
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx) keepMove(ctx);
  lose();
});
window.addEventListener("online", () => refresh());
window.addEventListener("offline", () => showLost(true));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.drawn) clearTimeout(retry);
  if (stream?.readyState === EventSource.OPEN && navigator.onLine) showLost(false);
  else drawLost(lost); // a board that was drawn here, or came before the line broke, has its notice hidden
  showUnsent();
  if (unsent && ctx.here) sendUnsent();
  settle();
  refocus();
});
document.addEventListener("DOMContentLoaded", () => {
  settle();
  refocus(true);
});
window.addEventListener("load", scrollLogs); // an address that opens the log shows it only now
// Clear the field of a message only when the server has it: it may be refused, or never arrive.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const field = { chat: "say", typing: "typed" }[ctx.sourceElement.id];
  if (field && ctx.response.status < 400) document.getElementById(field).value = "";
});
