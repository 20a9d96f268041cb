"use strict";
/* oxlint-disable typescript/no-unsafe-assignment -- it runs in browsers as it is, without types */
/*
 * Copies what is beside a button. Without this script, or where it may not run, the buttons stay hidden: the value can be
 * selected as a whole all the same.
 */
for (const button of document.querySelectorAll(".copy-button")) {
  const source = button.parentElement.querySelector("code");
  const status = button.nextElementSibling;
  const say = (text) => {
    status.textContent = text;
  };
  const select = () => {
    getSelection().selectAllChildren(source);
    say(status.dataset.selected);
  };
  button.addEventListener("click", () => {
    say("");
    /* Browsers have a clipboard on pages of HTTPS and of this machine only: elsewhere it is selected, to be copied with the keys. */
    if (navigator.clipboard === undefined) select();
    else navigator.clipboard.writeText(source.textContent).then(() => say(status.dataset.copied), select);
  });
  button.hidden = false;
}
