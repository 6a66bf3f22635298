// Any card answers: a click on one that rests, and on any card the pointer resting there, a long press or the key I ask
// the server what it is. The answer is shown beside the card, where the focus stays.
"use strict";
if (HTMLElement.prototype.showPopover) {
  const HOVER = 400, // milliseconds
    LEAVE = 200,
    PRESS = 450;
  const tell = document.getElementById("tell");
  const pieceAt = (target) => target.closest?.(".board :is(.card, .spot, .asks)[id]");
  const isSheet = () => matchMedia("(max-width: 899px), (max-height: 499px)").matches;
  let asked, // the piece whose answer is shown
    flight, // and what lies there
    isPinned = false, // it stays when the pointer leaves
    request = 0;

  async function ask(piece, pinned, aloud = pinned) {
    const mine = ++request,
      form = document.getElementById("about"),
      query = new URLSearchParams(new FormData(form));
    query.set("card", piece.id);
    const answer = await fetch(`${form.action}?${query}`, { headers: { "HX-Request": "true" } }).catch(() => null),
      text = answer?.ok && (await answer.text());
    if (mine !== request) return;
    if (!text || !piece.isConnected) return shut();
    tell.innerHTML = text;
    show(piece, pinned, aloud);
  }
  function show(piece, pinned, aloud) {
    unmark();
    [asked, flight, isPinned] = [piece, piece.dataset.flight, pinned];
    tell.popover = "manual";
    if (!tell.matches(":popover-open")) tell.showPopover();
    piece.classList.add("asked");
    piece.setAttribute("aria-expanded", "true");
    place();
    if (aloud) read();
  }
  function unmark() {
    asked?.classList.remove("asked");
    asked?.removeAttribute("aria-expanded");
  }
  function shut() {
    request += 1;
    clearTimeout(timer);
    if (!asked) return;
    if (tell.contains(document.activeElement)) asked.focus();
    unmark();
    asked = undefined;
    tell.hidePopover();
  }
  // A Street card's answer is above it, that of a hand card below it, that of a spot or a card of one's tray over the
  // rivals, so that it covers neither the card nor where a move goes on. On a phone it is a sheet at the bottom.
  function place() {
    tell.style.inset = "";
    if (isSheet()) return;
    const card = asked.getBoundingClientRect(),
      box = tell.getBoundingClientRect(),
      pyramid = document.querySelector(".prow.r1")?.getBoundingClientRect(),
      within = (start, size, room) => Math.max(8, Math.min(start, room - size - 6));
    let left = card.x + card.width / 2 - Math.min(box.width / 2, 120),
      top = card.y - box.height - 12,
      room = innerHeight,
      edge = document.querySelector(".board").getBoundingClientRect().right;
    if (asked.closest(".pyramid")) {
      left = Math.min(12, card.x - box.width - 14);
      if (left < 8) left = edge = innerWidth;
      top = card.y + card.height / 2 - box.height / 2;
      room = Math.max(pyramid.bottom + 8, box.height + 14);
    } else if (asked.closest(".tray")) left = 12;
    else if (asked.closest(".rivals")) [left, top] = [card.right + 14, card.y];
    else if (top < 8 || asked.closest(".hand")) top = card.bottom + 22;
    tell.style.inset = `${within(top, box.height, room)}px auto auto ${within(left, box.width, edge)}px`;
  }
  // Screen readers hear the answer in the live region of the page.
  function read() {
    const parts = all(".what, .able, .why, .also", tell).map((part) => part.cloneNode(true));
    parts.forEach((part) => all("[id]", part).forEach((element) => element.removeAttribute("id")));
    document.getElementById("said").replaceChildren(...parts);
  }

  // Clicks: those on what lives act, and shut what is open. On a phone a click beside the sheet only shuts it.
  let wasHeld = false; // the press that ends with this click has asked already
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener(
    "click",
    (event) => {
      const piece = pieceAt(event.target),
        isSame = piece && piece === asked && isPinned;
      if (wasHeld && piece) return swallow(event);
      if (tell.contains(event.target)) return follow(event);
      if (asked && isSheet()) {
        shut();
        return swallow(event);
      }
      shut();
      if (!piece?.matches("[form=about]")) return;
      event.preventDefault();
      if (!isSame) ask(piece, true);
    },
    true,
  );
  function follow(event) {
    const piece = asked,
      isAct = event.target.closest(".act");
    if (!piece || !(isAct || event.target.closest(".x"))) return;
    event.preventDefault();
    shut();
    piece.focus();
    if (isAct) piece.click();
  }

  // Keys: I asks, Tab leads from the card into its answer and back, arrows take the answer along.
  let isWalking = false;
  document.addEventListener(
    "keydown",
    (event) => {
      const piece = pieceAt(event.target),
        links = all("a, button", tell);
      isWalking = event.key.startsWith("Arrow");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && asked) {
        swallow(event);
        shut();
      } else if (event.key.toLowerCase() === "i" && piece) {
        swallow(event);
        ask(piece, true);
      } else if (event.key === "Tab" && asked && isPinned) {
        const here = links.indexOf(event.target) + (event.shiftKey ? -1 : 1);
        if (!tell.contains(event.target) && (piece !== asked || event.shiftKey)) return;
        swallow(event);
        (links[here] ?? asked).focus();
      }
    },
    true,
  );
  document.addEventListener("focusin", ({ target }) => {
    if (!asked || !isPinned || target === asked || tell.contains(target)) return;
    if (isWalking && pieceAt(target)) ask(pieceAt(target), true);
    else shut();
  });

  // The pointer: a mouse that rests, a finger that stays.
  let timer,
    over,
    where = "";
  const later = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  document.addEventListener("pointermove", (event) => {
    const here = `${event.screenX} ${event.screenY}`;
    if (event.pointerType !== "mouse" || event.buttons || here === where) return;
    where = here;
    const thing = tell.contains(event.target) ? tell : pieceAt(event.target);
    if (thing === over) return;
    over = thing;
    clearTimeout(timer);
    if (asked && (isPinned || thing === asked || thing === tell)) return;
    if (thing) later(() => ask(thing, false), HOVER);
    else if (asked) later(shut, LEAVE);
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      clearTimeout(timer);
      wasHeld = false;
      const piece = pieceAt(event.target);
      if (event.pointerType === "mouse" || !piece) return;
      where = `${event.clientX} ${event.clientY}`;
      later(() => {
        wasHeld = true;
        ask(piece, true);
      }, PRESS);
    },
    true,
  );
  ["pointerup", "pointercancel"].forEach((kind) =>
    document.addEventListener(kind, (event) => event.pointerType !== "mouse" && clearTimeout(timer), true),
  );
  document.addEventListener("contextmenu", (event) => {
    if (wasHeld && pieceAt(event.target)) event.preventDefault();
  });

  // When the table has changed, the answer is asked for again if the same card still lies there.
  document.addEventListener("htmx:after:swap", () => {
    if (!asked) return;
    const piece = document.getElementById(asked.id);
    if (piece && piece.dataset.flight === flight) ask(piece, isPinned, false); // the move is read aloud instead
    else shut();
  });
  window.addEventListener("resize", () => asked && place());
  document.addEventListener("DOMContentLoaded", () => {
    const piece = document.getElementById(new URLSearchParams(location.search).get("card"));
    if (!tell.popover && piece) show(piece, true, true);
  });
}
