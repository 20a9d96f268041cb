import { act } from "./page.ts";

/** How near to the edge of the window the page scrolls, and by how much each time, in pixels. */
const edge = 60;
const step = 12;

/** Lets questions be dragged within and between pages, and the parts of a question within their list, by mouse, pen or finger. */
export function followDrags(): void {
  document.addEventListener("pointerdown", (event) => {
    const handle = event.target instanceof Element ? event.target.closest(".drag-handle") : null;
    const item = handle?.closest<HTMLElement>("[data-sortable-id]");
    const list = item?.parentElement;
    if (!item || !list || event.button !== 0) return;
    event.preventDefault();
    drag(item, list);
  });
}

function drag(item: HTMLElement, list: HTMLElement): void {
  const { nextSibling: place } = item;
  const ending = new AbortController();
  const { signal } = ending;
  item.classList.add("dragged");
  const end = (isDropped: boolean): void => {
    ending.abort();
    item.classList.remove("dragged");
    if (!isDropped) list.insertBefore(item, place);
    else if (item.nextSibling !== place || item.parentElement !== list) dropped(item);
  };
  addEventListener("pointermove", (event) => move(item, event), { signal });
  addEventListener("pointerup", () => end(true), { signal });
  addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
}

function move(item: HTMLElement, { clientX, clientY }: PointerEvent): void {
  if (clientY < edge) scrollBy(0, -step);
  if (clientY > innerHeight - edge) scrollBy(0, step);
  const under = document.elementFromPoint(clientX, clientY);
  const list = under?.closest<HTMLElement>("[data-sortable]");
  if (!list || !mayBeIn(list, item)) return;
  const other = under?.closest<HTMLElement>("[data-sortable-id]");
  if (other) placeBeside(item, other, clientY);
  else if (list.querySelector("[data-sortable-id]") === null) list.append(item);
}

function placeBeside(item: HTMLElement, other: HTMLElement, y: number): void {
  const { top, height } = other.getBoundingClientRect();
  if (other === item) return;
  if (y < top + height / 2) other.before(item);
  else other.after(item);
}

/** Questions go to any page, parts stay in their list. */
function mayBeIn(list: HTMLElement, item: HTMLElement): boolean {
  return list === item.parentElement || (list.dataset["sortable"] !== "" && item.matches(".editor-card"));
}

function dropped(item: HTMLElement): void {
  const list = item.parentElement;
  const page = list?.dataset["sortable"] ?? "";
  if (page === "") {
    item.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  let next = item.nextElementSibling;
  while (next instanceof HTMLElement && next.dataset["sortableId"] === undefined)
    next = next.nextElementSibling;
  const behind = next instanceof HTMLElement ? next.dataset["sortableId"] : "-";
  act(`place ${item.dataset["sortableId"] ?? ""} ${behind ?? "-"} ${page}`);
}

/** The handles are there where scripts run. */
export function showHandles(): void {
  for (const handle of document.querySelectorAll<HTMLElement>(".drag-handle[hidden]")) handle.hidden = false;
}
