"use strict";
/*
 * Draws the conditions of a filter again in their place when a question is chosen, or a row added or removed. Without this script the buttons
 * load the page.
 */
const place = document.getElementById("conditions");
const form = place.closest("form");
/** @param {string} path @param {string} action */
const addressFor = (path, action) => {
  const query = new URLSearchParams(new FormData(form));
  query.set("do", action);
  return `${path}?${query}`;
};
const showButton = (isShown) => {
  place.querySelector("[data-redraw]").hidden = !isShown;
};
/** @param {string} action */
const draw = async (action) => {
  let address;
  let page;
  do {
    address = addressFor(String(place.dataset.draw), action);
    page = await (await fetch(address)).text();
    /* What is filled in meanwhile is not overwritten. */
  } while (address !== addressFor(String(place.dataset.draw), action));
  const drawn = new DOMParser().parseFromString(page, "text/html").getElementById("conditions");
  const focused = action === "redraw" ? document.activeElement?.id : "";
  const next = drawn.querySelector("[autofocus]") ?? drawn.querySelector("[value=add]");
  next.autofocus = false;
  place.replaceChildren(...drawn.childNodes);
  showButton(false);
  (document.getElementById(focused) ?? next).focus();
};
let last = Promise.resolve();
/** @param {string} action */
const drawNext = (action) => {
  last = last
    .then(() => draw(action))
    .catch(() =>
      action === "redraw" ? showButton(true) : location.assign(addressFor(String(form.action), action)),
    );
};
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && /-(?:question|comparison)$/.test(target.id)) drawNext("redraw");
});
form.addEventListener("submit", (event) => {
  const { submitter } = event;
  if (!(submitter instanceof HTMLButtonElement) || submitter.name !== "do") return;
  event.preventDefault();
  drawNext(submitter.value);
});
showButton(false);
