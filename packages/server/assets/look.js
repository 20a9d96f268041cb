"use strict";
/*
 * Shows the look that is being chosen in the preview, before it is saved. Without this script the preview shows what is saved.
 */
const form = document.getElementById("look-form");
const frame = document.getElementById("look-preview");
const start = frame.getAttribute("src");
let waiting = 0;
const show = () => {
  const query = new URLSearchParams({ look: "1" });
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !["csrf", "revision"].includes(name)) query.append(name, value);
  }
  /* Not into the history of the page. */
  frame.contentWindow.location.replace(`${start}&${query}`);
};
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, 300);
});
