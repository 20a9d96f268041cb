"use strict";
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-argument, typescript/no-unsafe-return, typescript/unbound-method -- it runs in browsers as it is, without types */
/*
 * Has a passkey sign and sends the response with the form: HTML has no way to do that. Without this script, and in a
 * browser without passkeys, the page says what to do instead. To sign in it asks at once, to register it waits for the button.
 */
const form = document.getElementById("passkey");
const button = form.querySelector("button");
const failed = document.getElementById("passkey-failed");
const creates = form.dataset.ceremony === "create";
const given = JSON.parse(form.dataset.options);

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/* The browser's own conversions are younger than passkeys. */
function readOptions() {
  const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = PublicKeyCredential;
  const isKnown = creates ? parseCreationOptionsFromJSON : parseRequestOptionsFromJSON;
  if (isKnown !== undefined) return isKnown.call(PublicKeyCredential, given);
  const withBytes = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }));
  const options = { ...given, challenge: bytesOf(given.challenge) };
  if (!creates) return { ...options, allowCredentials: withBytes(given.allowCredentials) };
  const user = { ...given.user, id: bytesOf(given.user.id) };
  return { ...options, user, excludeCredentials: withBytes(given.excludeCredentials) };
}

function responseOf({ id, rawId, type, response }) {
  const own = creates
    ? {
        attestationObject: textOf(response.attestationObject),
        transports: response.getTransports === undefined ? [] : response.getTransports(),
      }
    : {
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
      };
  const clientDataJSON = textOf(response.clientDataJSON);
  return { id, rawId: textOf(rawId), type, response: { clientDataJSON, ...own } };
}

async function ask() {
  button.disabled = true;
  failed.hidden = true;
  try {
    const publicKey = readOptions();
    const { credentials } = navigator;
    const credential = await (creates ? credentials.create({ publicKey }) : credentials.get({ publicKey }));
    form.elements.response.value = JSON.stringify(responseOf(credential));
    form.submit();
  } catch {
    failed.hidden = false;
    button.disabled = false;
  }
}

if (window.PublicKeyCredential === undefined) {
  document.getElementById("passkey-unsupported").hidden = false;
} else {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask();
  });
  if (!creates) void ask();
}
