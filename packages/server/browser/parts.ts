import { hiddenField } from "./page.ts";

/** Rows of options, of a table, or of blanks: the form says their order and new ones by itself. */
export function prepareParts(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[data-parts]:not([data-ready])")) prepare(list);
  for (const list of document.querySelectorAll<HTMLElement>("[data-parts]")) noteOrder(list);
}

function prepare(list: HTMLElement): void {
  list.dataset["ready"] = "";
  const group = list.closest("fieldset");
  const boxes = group?.querySelector<HTMLElement>("[data-new-parts]");
  const add = group?.querySelector<HTMLElement>("[data-add-part]");
  if (boxes && boxes.querySelector("textarea")?.value === "") boxes.hidden = true;
  if (add) {
    add.hidden = false;
    add.addEventListener("click", () => addPart(list).focus());
  }
  list.addEventListener("keydown", (event) => pressed(list, event));
  list.addEventListener("paste", (event) => pasted(list, event));
  // Nothing is sent before something is written.
  if (list.children.length === 0) for (const _ of [1, 2]) placePart(list);
}

function pressed(list: HTMLElement, event: KeyboardEvent): void {
  const { target } = event;
  if (!isText(target) || event.isComposing) return;
  const row = rowOf(target);
  if (row === null || !onRow(list, row, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @returns whether the key did something */
function onRow(list: HTMLElement, row: Element, { key, altKey }: KeyboardEvent): boolean {
  if (key === "Enter") return goOn(list, row);
  if (key === "Backspace") return isEmpty(row) && removePart(list, row);
  if (key === "ArrowUp") return step(list, row, row.previousElementSibling, altKey ? "before" : undefined);
  return key === "ArrowDown" && step(list, row, row.nextElementSibling, altKey ? "after" : undefined);
}

/** Goes to another row, or moves this one past it. */
function step(list: HTMLElement, row: Element, other: Element | null, past?: "before" | "after"): boolean {
  if (other === null) return false;
  if (past !== undefined) {
    other[past](row);
    changed(list);
  }
  inputOf(past === undefined ? other : row).focus();
  return true;
}

/** To the next row, which is a new one unless it is empty. */
function goOn(list: HTMLElement, row: Element): true {
  const next = row.nextElementSibling;
  (next !== null && isEmpty(next) ? inputOf(next) : addPart(list, row)).focus();
  return true;
}

/** The only row stays. @returns whether it was removed */
function removePart(list: HTMLElement, row: Element): boolean {
  const next = row.previousElementSibling ?? row.nextElementSibling;
  if (next === null) return false;
  row.remove();
  inputOf(next).focus();
  changed(list);
  return true;
}

/** Each line of what is pasted is a part. */
function pasted(list: HTMLElement, event: ClipboardEvent): void {
  const { target } = event;
  const lines = (event.clipboardData?.getData("text/plain") ?? "")
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-•*·○□]\s*|\(?[A-Za-z0-9]{1,2}[.)、）]\s+)/, "").trim())
    .filter((line) => line !== "");
  if (!isText(target) || lines.length < 2) return;
  event.preventDefault();
  let row = rowOf(target);
  const [first = "", ...others] = lines;
  const rest = target.value === "" ? others : lines;
  if (target.value === "") target.value = first;
  for (const line of rest) {
    const input = addPart(list, row);
    input.value = line;
    row = rowOf(input);
  }
  changed(list);
}

/** Adds an empty row. @returns its input */
function addPart(list: HTMLElement, after?: Element | null): HTMLInputElement {
  const input = placePart(list, after);
  changed(list);
  return input;
}

function placePart(list: HTMLElement, after?: Element | null): HTMLInputElement {
  const kind = list.dataset["parts"] ?? "";
  const id = nextId(list);
  const template = list.parentElement?.querySelector("template");
  const row = template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
  for (const element of [row, ...row.querySelectorAll("[id], [for], button[value]")])
    for (const name of ["id", "for", "value", "name", "data-sortable-id", "aria-describedby"]) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, value.replaceAll(/\bnew\b/g, id));
    }
  const input = inputOf(row);
  input.name = `${kind}-${id}`;
  if (after) after.after(row);
  else list.append(row);
  return input;
}

/** The ids that the server would give: a number, and letters by chance. */
function nextId(list: HTMLElement): string {
  const given = list.dataset["nextId"] ?? "";
  const letters = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) =>
    String.fromCharCode(65 + (byte % 26)),
  );
  list.dataset["nextId"] = given.replace(/\d+/, (number) => String(Number(number) + 1));
  return given.replace(/[A-Z]+$/, (old) => letters.slice(0, old.length).join(""));
}

function changed(list: HTMLElement): void {
  noteOrder(list);
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

function noteOrder(list: HTMLElement): void {
  const form = list.closest("form");
  if (form === null) return;
  const rows = [...list.children] as HTMLElement[];
  const order = hiddenField(form, `order-${list.dataset["parts"]}`);
  const value = ["-", ...rows.map(({ dataset }) => dataset["sortableId"] ?? "")].join(" ");
  if (order.value === value) return;
  order.value = value;
  for (const [at, row] of rows.entries()) {
    const label = row.querySelector("label");
    if (label) label.textContent = (list.dataset["name"] ?? "").replace("0", String(at + 1));
  }
}

/** Whether something is the text of a row, and not another field in it. */
function isText(target: EventTarget | null): target is HTMLInputElement {
  const row = target instanceof HTMLInputElement ? rowOf(target) : null;
  return row !== null && inputOf(row) === target;
}

function rowOf(element: Element): Element | null {
  return element.closest("[data-parts] > *");
}

function inputOf(row: Element): HTMLInputElement {
  // Every row has its text first.
  return row.querySelector("input") as HTMLInputElement;
}

function isEmpty(row: Element): boolean {
  return inputOf(row).value === "";
}
