import { keeperOf } from "./keeper.ts";
import { act, openForm } from "./page.ts";

let closing: Promise<boolean> | undefined;

/** Closes the card in which the user works: what was written is saved; a new question in which nothing was written is dropped. */
export function closeCard(): Promise<boolean> {
  closing ??= close().finally(() => (closing = undefined));
  return closing;
}

async function close(): Promise<boolean> {
  const form = openForm();
  if (form === null) return true;
  const keeper = keeperOf(form);
  const frame = form.closest<HTMLElement>("turbo-frame");
  if (frame?.dataset["inWork"] !== "new" || keeper.isChanged) return keeper.send("save");
  frame.remove();
  return true;
}

/** Opens a card in its place once the one before is closed. */
export async function openCard(card: Element): Promise<void> {
  if (card.querySelector("#question-form") !== null || !(await closeCard())) return;
  card.querySelector<HTMLElement>("a[data-edit]")?.click();
}

/** Writes on the question itself: a click or Enter opens a card, leaving it saves. */
export function followCards(): void {
  document.addEventListener("input", ({ target }) => noteChange(target));
  // A text changes when its field is left, by a press on something that must not move meanwhile.
  document.addEventListener("change", ({ target }) => noteChange(target, isChosen(target) ? 0 : undefined));
  document.addEventListener("click", clicked, true);
  document.addEventListener("submit", submitted, true);
  document.addEventListener("turbo:before-morph-element", keepOpenCard);
  document.addEventListener("turbo:before-morph-attribute", keepAttribute);
  document.addEventListener("turbo:frame-missing", leaveForResponse);
  addEventListener("beforeunload", (event) => {
    const form = openForm();
    if (form === null || !keeperOf(form).isChanged) return;
    void closeCard();
    event.preventDefault();
  });
}

/** The cursor is in the title of a card that has been opened. */
export function beginWriting(): void {
  const form = openForm();
  if (form === null || form.dataset["begun"] !== undefined) return;
  form.dataset["begun"] = "";
  form.closest("details")?.setAttribute("open", "");
  const title = form.querySelector<HTMLTextAreaElement>("#title");
  title?.focus();
  title?.setSelectionRange(title.value.length, title.value.length);
}

function isChosen(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && ["checkbox", "file"].includes(target.type))
  );
}

function noteChange(target: EventTarget | null, afterMs?: number): void {
  const form = openForm();
  if (form === null || !(target instanceof HTMLElement) || target.closest("form") !== form) return;
  keeperOf(form).change(afterMs);
}

/** Where a click does what it does anyway. A frame that took its form in has no marks of its own. */
const left = "dialog, .framed-preview, [data-in-work], .editor-question-in-work";

function clicked(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest(left) !== null) return;
  const card = target.closest(".editor-conditions") === null ? target.closest(".editor-card") : null;
  if (card !== null && opensCard(target)) clickedCard(event, card);
  else if (target.closest("#editor-form, [form=editor-form]") === null) void closeCard();
}

/** The click of `openCard` itself follows the link. */
function clickedCard(event: MouseEvent, card: Element): void {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
  void openCard(card);
}

/** Anywhere on a card but its other buttons. */
function opensCard(target: Element): boolean {
  return target.closest("a[data-edit]") !== null || target.closest("a, button, .drag-handle") === null;
}

/** The form of a card is sent by its keeper; what the buttons of the page do comes after what was written. */
function submitted(event: SubmitEvent): void {
  const form = openForm();
  if (form === null || form.closest("[data-turbo=false]") !== null) return;
  const { target, submitter } = event;
  const action = submitter instanceof HTMLButtonElement ? submitter.value : "save";
  if (target !== form && !(target instanceof Element && target.id === "editor-form")) return;
  event.preventDefault();
  event.stopPropagation();
  if (target !== form) void closeCard().then((isClosed) => isClosed && act(action));
  else if (action === "save") void closeCard();
  else movePart(form, action);
}

/** The rows say the order themselves, so a button of a row only moves or removes it. */
function movePart(form: HTMLFormElement, action: string): void {
  const [verb = "", id = ""] = action.split(" ");
  const row = form.querySelector<HTMLElement>(`[id="part-${id}"]`);
  if (row === null) return;
  if (verb === "up") row.previousElementSibling?.before(row);
  else if (verb === "down") row.nextElementSibling?.after(row);
  else row.remove();
  keeperOf(form).change(0);
}

function keepOpenCard(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  if (target.matches("turbo-frame") && target.querySelector("#question-form") !== null)
    event.preventDefault();
}

/** What the keys need, and what was folded, is not in the server's markup. */
function keepAttribute(event: Event): void {
  // Turbo says what it is about to change.
  const { attributeName } = (event as CustomEvent<{ readonly attributeName: string }>).detail;
  if (["tabindex", "hidden", "open"].includes(attributeName)) event.preventDefault();
}

/** The session has ended, or the survey is gone: the page that says so is shown. */
function leaveForResponse(event: Event): void {
  // Turbo brings the response that lacks the part.
  const { response } = (event as CustomEvent<{ readonly response: Response }>).detail;
  event.preventDefault();
  location.assign(response.url);
}
