"use strict";
/*
 * Of settings that exclude each other, the second cannot be filled in while the first is; what was in it comes back. Without this script
 * the server refuses both.
 */
const once = document.getElementById("once");
const byAccount = once.querySelector("option[value=person]");
/** @param {string} id */
const isFilled = (id) => {
  const field = document.getElementById(id);
  if (field === null || field.disabled) return false;
  return field.type === "checkbox" ? Boolean(field.checked) : String(field.value).trim() !== "";
};
/** @param {string} id @param {boolean} isExcluded */
const exclude = (id, isExcluded) => {
  const field = document.getElementById(id);
  if (field !== null) field.disabled = isExcluded;
};
let wanted = String(once.value);
const follow = () => {
  for (const [one, other] of [
    ["sign_in", "embed_origins"],
    ["no_password", "password"],
  ]) {
    /* Both were filled in when the page was shown: one of them is to be emptied. */
    if (isFilled(one) && isFilled(other)) continue;
    exclude(one, isFilled(other));
    exclude(other, isFilled(one));
  }
  byAccount.disabled = !isFilled("sign_in");
  if (byAccount.disabled && byAccount.selected) once.value = "none";
  if (!byAccount.disabled && wanted === "person") once.value = "person";
};
once.addEventListener("input", () => {
  wanted = String(once.value);
});
once.form.addEventListener("input", follow);
follow();
