/*
 * Keeps the results on the page current: asks as often as the page says, and puts what has changed in its place. Without this script the page
 * is as it was when it was opened.
 */
import { config } from "@hotwired/turbo";
import { render } from "./page.ts";

config.drive.enabled = false;

const status = document.getElementById("live-status");
const everyMs = Number(status?.dataset["every"]) * 1000;
const streamType = "text/vnd.turbo-stream.html";

/** Says whether the page is current; screen readers read it. @param name of the text that the page brings */
function say(name: "live" | "lost"): void {
  const text = status?.dataset[name] ?? "";
  if (status !== null && status.textContent !== text) status.textContent = text;
}

async function ask(): Promise<void> {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("since", document.getElementById("live-results")?.dataset["since"] ?? "");
  try {
    const response = await fetch(address, { headers: { Accept: streamType } });
    const hasChanged = response.headers.get("content-type")?.startsWith(streamType) === true;
    if (hasChanged) render(await response.text());
    // After the session has ended, what comes is the page to sign in; without the password of a link, the page that asks for it.
    say(hasChanged || response.status === 204 ? "live" : "lost");
  } catch {
    say("lost");
  }
}

// A table that the reader has opened stays open.
document.addEventListener("turbo:before-morph-attribute", (event) => {
  // Turbo's event, which has no type of its own.
  const { attributeName } = (event as CustomEvent<{ readonly attributeName: string }>).detail;
  if (attributeName === "open" && event.target instanceof HTMLDetailsElement) event.preventDefault();
});
say("live");
setInterval(() => {
  if (document.visibilityState === "visible") void ask();
}, everyMs);
