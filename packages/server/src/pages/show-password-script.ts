/**
 * Lets a person look at the password they typed. It is the only script of the platform's pages.
 *
 * HTML has no way to uncover a password field, CSS is kept from it by browsers, and echoing the password in an answer
 * would put it where it does not belong. Without the script the control stays hidden and everything else works.
 * The field is covered again before it is sent, so that browsers do not keep the password as an ordinary text.
 */
export const showPasswordScript = `"use strict";
const field = document.getElementById("password");
const control = document.getElementById("show-password");
const box = control.querySelector("input");
const cover = () => { field.type = box.checked ? "text" : "password"; };
box.addEventListener("change", cover);
field.form.addEventListener("submit", () => { box.checked = false; cover(); });
control.hidden = false;
cover();
`;
