"use strict";
/*
 * Shows the password that the user has typed. HTML cannot uncover a password field, CSS is kept from it by browsers,
 * and a password must not be echoed in a response. Without this script the control stays hidden and all else works.
 * The field is covered again before the form is sent, so that browsers do not remember the password as plain text.
 */
const field = document.getElementById("password");
const control = document.getElementById("show-password");
const box = control.querySelector("input");
const cover = () => {
  field.type = box.checked ? "text" : "password";
};
box.addEventListener("change", cover);
field.form.addEventListener("submit", () => {
  box.checked = false;
  cover();
});
control.hidden = false;
cover();
