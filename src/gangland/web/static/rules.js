// Prints the rules: all of them, or the chapter that a button names.
"use strict";
for (const buttons of document.querySelectorAll(".printing")) buttons.hidden = false;
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-print]");
  if (!button) return;
  document.querySelector(".book").dataset.only = button.dataset.print;
  print();
});
