import { morphChildren } from "@hotwired/turbo";

const wide = matchMedia("(min-width: 1100px)");

/** The draft as respondents see it, beside the page where there is room, at the question in work. */
export function followPreview(): void {
  const aside = document.querySelector<HTMLElement>(".framed-preview");
  const frame = aside?.querySelector("iframe");
  if (!aside || !frame) return;
  let shown = "";
  const show = (): void => {
    aside.hidden = !wide.matches;
    const wanted = addressOf(frame);
    if (!wide.matches || wanted === shown) return;
    shown = wanted;
    frame.contentWindow?.location.replace(wanted);
  };
  const renew = async (): Promise<void> => {
    const body = frame.contentDocument?.body;
    if (!wide.matches || !body) return;
    const response = await fetch(addressOf(frame));
    if (response.ok)
      morphChildren(body, new DOMParser().parseFromString(await response.text(), "text/html").body);
    goToQuestion(frame);
  };
  show();
  wide.addEventListener("change", show);
  document.addEventListener("focusin", show);
  frame.addEventListener("load", () => goToQuestion(frame));
  // The bar comes with every change of the draft.
  document.addEventListener("turbo:before-stream-render", ({ target }) => {
    if (target instanceof Element && target.getAttribute("target") === "editor-bar") void renew();
  });
}

/**
 * Not by the address: the question would take the focus from the one who writes. Nor by `scrollIntoView`, which also scrolls the
 * page around the frame, under the pointer of its author.
 */
function goToQuestion({ contentDocument, contentWindow, dataset }: HTMLIFrameElement): void {
  const question = contentDocument?.getElementById(dataset["at"] ?? "");
  if (!contentWindow || !question) return;
  const { top, height } = question.getBoundingClientRect();
  contentWindow.scrollBy(0, top - (contentWindow.innerHeight - height) / 2);
}

/** At the question in work; at the beginning while there is none. */
function addressOf(frame: HTMLIFrameElement): string {
  const card = document.activeElement?.closest<HTMLElement>(".editor-card");
  const id = card?.dataset["sortableId"] ?? frame.dataset["at"] ?? "";
  frame.dataset["at"] = id;
  const address = frame.dataset["address"] ?? "";
  return id === "" ? `${address}?in=editor` : `${address}?in=editor&at=${id}`;
}
