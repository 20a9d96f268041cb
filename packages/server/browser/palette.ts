import { closeCard } from "./cards.ts";

function palette(): HTMLDialogElement | null {
  return document.querySelector("dialog#palette");
}

/** Opens the palette for the place of a link. */
export function openPalette(link: HTMLElement): void {
  const dialog = palette();
  if (dialog === null) return;
  for (const name of ["page", "before"]) {
    for (const field of dialog.querySelectorAll<HTMLInputElement>(`input[name=${name}]`))
      field.value = link.dataset[name] ?? "";
  }
  void closeCard();
  dialog.showModal();
  dialog.querySelector<HTMLElement>(".palette-type > button")?.focus();
}

/** Types of questions in a dialog; the form of the new question comes to where it was asked for. */
export function followPalette(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-add]") : null;
    if (link === null) return;
    event.preventDefault();
    openPalette(link);
  });
  const dialog = palette();
  dialog?.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog?.addEventListener("keydown", (event) => {
    const types = [...dialog.querySelectorAll<HTMLElement>(".palette-type > button")];
    const at = types.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    types.at((at + step) % types.length)?.focus();
  });
  document.addEventListener("turbo:before-stream-render", ({ target }) => {
    if (dialog?.open !== true || !(target instanceof Element)) return;
    if (target.getAttribute("action") !== "before") return;
    dialog.close();
  });
}
