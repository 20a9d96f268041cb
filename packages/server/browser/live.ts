/*
 * Keeps the results on the page current: asks every few seconds, and puts what has changed in its place. Without this script the page
 * is as it was when it was opened.
 */
import { config } from "@hotwired/turbo";
import { render } from "./page.ts";

config.drive.enabled = false;

const everyMs = 5000;
const status = document.getElementById("live-status");

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
    const response = await fetch(address, { headers: { Accept: "text/vnd.turbo-stream.html" } });
    // After the session has ended, what comes is the page to sign in.
    const isCurrent = response.ok && !response.redirected;
    if (isCurrent && response.status === 200) render(await response.text());
    say(isCurrent ? "live" : "lost");
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
