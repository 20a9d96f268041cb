import { default as Sortable, type Drop } from "sortablejs/modular/sortable.core.esm.js";
import { act } from "./page.ts";

const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets questions be dragged within and between pages, and the parts of a question within their list. */
export function makeSortable(): void {
  for (const handle of document.querySelectorAll<HTMLElement>(".drag-handle[hidden]")) handle.hidden = false;
  for (const list of document.querySelectorAll<HTMLElement>("[data-sortable]:not([data-sorted])")) {
    list.dataset["sorted"] = "";
    Sortable.create(list, {
      group: list.dataset["sortable"] === "" ? undefined : "pages",
      handle: ".drag-handle",
      draggable: "[data-sortable-id]",
      animation: isStill ? 0 : 150,
      onEnd: dropped,
    });
  }
}

function dropped({ item, to }: Drop): void {
  const page = to.dataset["sortable"] ?? "";
  if (page === "") {
    to.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  let next = item.nextElementSibling;
  while (next instanceof HTMLElement && next.dataset["sortableId"] === undefined)
    next = next.nextElementSibling;
  const behind = next instanceof HTMLElement ? next.dataset["sortableId"] : "-";
  act(`place ${item.dataset["sortableId"] ?? ""} ${behind ?? "-"} ${page}`);
}
