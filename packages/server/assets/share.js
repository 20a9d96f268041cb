"use strict";
/*
 * Opens the sharing of the device, with which an address goes to another program or person. Where the browser has none, or may not
 * use it (it needs HTTPS), the button stays hidden.
 */
const button = document.getElementById("share-on");
if (typeof navigator.share === "function") {
  const { title, url } = button.dataset;
  button.addEventListener("click", () => {
    /* Who closes the sheet of the device has changed nothing. */
    navigator.share({ title, url }).catch(() => {});
  });
  button.hidden = false;
}
