import { closeCard } from "./cards.ts";
import { placeAt } from "./keys.ts";

const frameOfNew = "[data-in-work=new]";

/** Several lines that are pasted outside a field, or as the title of a new question, may be questions: asks, and shows what they would be. */
export function followPaste(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog#paste");
  const form = dialog?.querySelector("form");
  const close = dialog?.querySelector<HTMLButtonElement>("[data-close]");
  if (!dialog || !form || !close) return;
  let title: HTMLTextAreaElement | undefined;
  document.addEventListener("paste", (event) => {
    const { target, clipboardData } = event;
    const text = clipboardData?.getData("text/plain").trim() ?? "";
    if (!(target instanceof Element) || !text.includes("\n")) return;
    title = titleIn(target);
    if (title === undefined && target.closest("input, textarea, select, dialog") !== null) return;
    event.preventDefault();
    fill(form, { ...placeOf(target, title), text });
    close.textContent = close.dataset[title === undefined ? "close" : "keep"] ?? "";
    dialog.showModal();
  });
  close.addEventListener("click", () => dialog.close());
  // Escape keeps what was pasted, too.
  dialog.addEventListener("close", () => {
    title?.setRangeText(valueOf(form, "text"), title.selectionStart, title.selectionEnd, "end");
    title?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void closeCard().then((isClosed) => (isClosed ? form.submit() : dialog.close()));
  });
}

function titleIn(target: Element): HTMLTextAreaElement | undefined {
  const isTitle = target instanceof HTMLTextAreaElement && target.matches(`${frameOfNew} #title`);
  return isTitle ? target : undefined;
}

/** Behind the card in which somebody is; where a new question was to be. */
function placeOf(target: Element, title: HTMLTextAreaElement | undefined): Readonly<Record<string, string>> {
  const form = title?.form;
  if (form) return { page: valueOf(form, "page"), before: valueOf(form, "before") };
  const { page = "", before = "" } = placeAt(target.closest(".editor-card"), "FOLLOWING")?.dataset ?? {};
  return { page, before };
}

function fill(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  const revision = document.querySelector<HTMLInputElement>("#editor-form input[name=revision]")?.value ?? "";
  for (const [name, value] of Object.entries({ ...values, revision })) {
    const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (field !== null) field.value = value;
  }
}

function valueOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
}
