import { render } from "./page.ts";

const everyMs = 5000;

/** Shows in place what somebody else changes. A card in work stays; who saves it second is asked. */
export function followOthers(): void {
  setInterval(() => {
    if (document.visibilityState === "visible") void ask();
  }, everyMs);
}

async function ask(): Promise<void> {
  const seen = document.querySelector<HTMLInputElement>("#editor-form input[name=revision]")?.value ?? "";
  try {
    const response = await fetch(`${location.pathname}?since=${seen}`, {
      headers: { Accept: "text/vnd.turbo-stream.html" },
    });
    if (response.status === 200) render(await response.text());
  } catch {
    // It is asked again.
  }
}
