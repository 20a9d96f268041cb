import { act } from "./page.ts";

/** How near to the edge of the window the page scrolls, and by how much each time, in pixels. */
const edge = 60;
const step = 12;

/** Lets pages be dragged, questions within and between them, and the parts of a question within their list, by mouse, pen or finger. */
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
  // All pages are folded meanwhile, so that the way is short.
  list.classList.toggle("editor-pages-dragged", isPage(item));
  if (isPage(item)) item.scrollIntoView({ block: "center" });
  const end = (isDropped: boolean): void => {
    ending.abort();
    ignoreClick();
    item.classList.remove("dragged");
    list.classList.remove("editor-pages-dragged");
    if (!isDropped) list.insertBefore(item, place);
    else if (item.nextSibling !== place || item.parentElement !== list) dropped(item);
  };
  addEventListener("pointermove", (event) => move(item, event), { signal });
  addEventListener("pointerup", () => end(true), { signal });
  addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
}

/** Firefox takes the end of a drag for a click on what was dragged, which would open it. */
function ignoreClick(): void {
  const ignoring = new AbortController();
  const { signal } = ignoring;
  addEventListener("click", (event) => event.stopImmediatePropagation(), { capture: true, signal });
  setTimeout(() => ignoring.abort());
}

function move(item: HTMLElement, { clientX, clientY }: PointerEvent): void {
  if (clientY < edge) scrollBy(0, -step);
  if (clientY > innerHeight - edge) scrollBy(0, step);
  const under = document.elementFromPoint(clientX, clientY);
  const list = isCard(item) ? under?.closest<HTMLElement>(".editor-questions") : item.parentElement;
  if (!list) return;
  const others = ([...list.children] as HTMLElement[]).filter(isSortable);
  const other = others.find((one) => one.contains(under));
  if (other) placeBeside(item, other, clientY);
  else if (others.length === 0) list.append(item);
}

/** Questions go to any page; pages and the parts of a question stay in their list. */
function isCard(item: HTMLElement): boolean {
  return item.matches(".editor-card");
}

function isSortable({ dataset }: HTMLElement): boolean {
  return dataset["sortableId"] !== undefined;
}

function placeBeside(item: HTMLElement, other: HTMLElement, y: number): void {
  const { top, height } = other.getBoundingClientRect();
  if (other === item) return;
  if (y < top + height / 2) other.before(item);
  else other.after(item);
}

function dropped(item: HTMLElement): void {
  const list = item.parentElement;
  const siblings = list === null ? [] : ([...list.children] as HTMLElement[]).filter(isSortable);
  const behind = siblings[siblings.indexOf(item) + 1]?.dataset["sortableId"] ?? "-";
  const words = `${item.dataset["sortableId"] ?? ""} ${behind}`;
  if (isCard(item)) act(`place ${words} ${list?.dataset["page"] ?? ""}`);
  else if (isPage(item)) act(`place-page ${words}`);
  else item.dispatchEvent(new Event("input", { bubbles: true }));
}

function isPage(item: HTMLElement): boolean {
  return item.matches(".editor-page");
}

/** The handles are there where scripts run. */
export function showHandles(): void {
  for (const handle of document.querySelectorAll<HTMLElement>(".drag-handle[hidden]")) handle.hidden = false;
}
