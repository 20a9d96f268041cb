import { closeCard, openCard } from "./cards.ts";
import { act, openForm } from "./page.ts";
import { openPalette } from "./palette.ts";

/** What is folded cannot be gone to. */
const openPages = ".editor-page > details[open]";

/** Cards are one stop each: arrows go between them, Enter opens one, and what can be done to it has keys. */
export function followKeys(): void {
  document.addEventListener("keydown", pressed);
  document.getElementById("editor-keyboard")?.removeAttribute("hidden");
}

/** What is reached by arrows and keys instead of Tab is marked, so that a test knows it. */
export function makeStops(): void {
  for (const card of document.querySelectorAll<HTMLElement>(".editor-card > article")) {
    const isOpen = card.querySelector("#question-form") !== null;
    if (isOpen) card.removeAttribute("tabindex");
    else if (card.tabIndex !== 0) card.tabIndex = 0;
    if (!isOpen) for (const inside of actionsOf(card)) makeRoving(inside);
  }
  for (const line of document.querySelectorAll<HTMLElement>(".editor-add-line a")) makeRoving(line);
}

function makeRoving(element: HTMLElement): void {
  element.tabIndex = -1;
  element.dataset["roving"] = "";
}

function actionsOf(card: Element): HTMLElement[] {
  return [...card.querySelectorAll<HTMLElement>(".editor-actions > *")];
}

function pressed(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.isComposing) return;
  const form = openForm();
  const isDone = form?.contains(target) === true ? inForm(event, form) : onPage(event, target);
  if (isDone) event.preventDefault();
}

/** @returns whether the key did something */
function inForm({ target, key, shiftKey }: KeyboardEvent, form: HTMLFormElement): boolean {
  if (key === "Escape" && !isInMenu(target)) {
    const card = form.closest("turbo-frame")?.id ?? "";
    void closeCard().then(() => requestAnimationFrame(() => focusCard(card)));
    return true;
  }
  if (key !== "Enter" || shiftKey || !(target instanceof HTMLElement) || target.id !== "title") return false;
  form.querySelector<HTMLElement>("[data-parts] input[type=text]")?.focus();
  return true;
}

/** Where Escape closes an open menu: Chromium names its option as the target, Firefox the field. */
function isInMenu(target: EventTarget | null): boolean {
  if (target instanceof HTMLOptionElement) return true;
  return target instanceof HTMLSelectElement && CSS.supports("selector(:open)") && target.matches(":open");
}

function onPage(event: KeyboardEvent, target: HTMLElement): boolean {
  if (target.closest("input, textarea, select, dialog") !== null) return false;
  const card = target.closest(".editor-card");
  if ((event.key === "/" || event.key === "?") && !event.ctrlKey && !event.metaKey)
    return adds(placeAt(card, event.key === "/" ? "FOLLOWING" : "PRECEDING"));
  if (target.matches(".editor-card > article")) return onCard(event, target);
  if (target.matches(".editor-page > details > summary")) return onPageName(event, target);
  return card !== null && amongActions(event.key, card, target);
}

/** Offers the types of a new question at a place. @returns whether there is one */
function adds(link: HTMLElement | undefined): boolean {
  if (link !== undefined) openPalette(link);
  return link !== undefined;
}

/** @returns whether the key did something */
function amongActions(key: string, card: Element, action: HTMLElement): boolean {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const actions = actionsOf(card);
  if (step === undefined && key !== "Escape") return false;
  const to = step === undefined ? undefined : actions[actions.indexOf(action) + step];
  (to ?? card.querySelector<HTMLElement>("article"))?.focus();
  return true;
}

/** The place behind or before a card; at the end where there is none. */
export function placeAt(card: Element | null, side: "FOLLOWING" | "PRECEDING"): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(`${openPages} a[data-add]`)];
  if (card === null) return links.at(-1);
  const isThere = (link: HTMLElement): boolean =>
    (card.compareDocumentPosition(link) & Node[`DOCUMENT_POSITION_${side}`]) > 0;
  return side === "FOLLOWING" ? links.find(isThere) : links.findLast(isThere);
}

function onCard({ key, altKey }: KeyboardEvent, article: HTMLElement): boolean {
  const card = article.parentElement;
  const verb = { ArrowUp: "up", ArrowDown: "down" }[key];
  if (card === null) return false;
  if (key === "Enter") void openCard(card);
  else if (key === "ArrowRight") actionsOf(card)[0]?.focus();
  else if (verb === undefined) return false;
  else if (altKey) act(`${verb} ${card.dataset["sortableId"] ?? ""}`);
  else neighbour(article, verb === "up" ? -1 : 1)?.focus();
  return true;
}

/** @returns whether the key did something */
function onPageName({ key, altKey }: KeyboardEvent, name: HTMLElement): boolean {
  const verb = { ArrowUp: "page-up", ArrowDown: "page-down" }[key];
  if (verb === undefined || !altKey) return false;
  act(`${verb} ${name.closest(".editor-page")?.id ?? ""}`);
  return true;
}

function neighbour(article: HTMLElement, step: number): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>(`${openPages} .editor-card > article`)];
  return cards[cards.indexOf(article) + step];
}

function focusCard(id: string): void {
  document.querySelector<HTMLElement>(`[id="${id}"] > article`)?.focus();
}
