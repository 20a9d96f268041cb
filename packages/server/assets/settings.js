"use strict";
/*
 * Of settings that exclude each other, the second cannot be filled in while the first is; what was in it comes back. Without this script
 * the server refuses both.
 */
/** @type {(id: string) => HTMLInputElement} */
const field = (id) => document.getElementById(id);
/** @type {(field: HTMLInputElement) => boolean} */
const isFilled = ({ disabled, type, checked, value }) =>
  !disabled && (type === "checkbox" ? checked : value.trim() !== "");
const once = field("once");
/** @type {HTMLOptionElement} */
const byAccount = once.querySelector("option[value=person]");
let wanted = once.value;
const follow = () => {
  for (const [one, other] of [
    ["sign_in", "embed_origins"],
    ["no_password", "password"],
  ]) {
    if (field(one) === null) continue;
    field(one).disabled = isFilled(field(other));
    field(other).disabled = isFilled(field(one));
  }
  byAccount.disabled = !isFilled(field("sign_in"));
  if (byAccount.disabled && byAccount.selected) once.value = "none";
  if (!byAccount.disabled && wanted === "person") once.value = "person";
};
once.addEventListener("input", () => {
  wanted = once.value;
});
once.form.addEventListener("input", follow);
follow();
