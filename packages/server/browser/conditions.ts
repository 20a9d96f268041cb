/** What can be compared follows from the question: the rows are drawn again when another one is chosen. */
export function followConditions(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !/-(?:question|comparison)$/.test(target.id)) return;
    const button = target.form?.querySelector<HTMLButtonElement>("[data-redraw]");
    if (button) redraw(button, target.id);
  });
}

/** Nothing is entered meanwhile that the answer would overwrite; the focus stays where it was. */
function redraw(button: HTMLButtonElement, focus: string): void {
  const { form } = button;
  const fields = form?.querySelector("fieldset");
  if (!form || !fields) return;
  form.requestSubmit(button);
  fields.disabled = true;
  // Turbo says whether there are other rows now.
  const ended = (event: Event): void => {
    fields.disabled = (event as CustomEvent<{ readonly success: boolean }>).detail.success;
  };
  form.addEventListener("turbo:submit-end", ended, { once: true });
  document.addEventListener("turbo:frame-render", () => document.getElementById(focus)?.focus(), {
    once: true,
  });
}

/** The button for that is needed without a script. */
export function hideRedrawing(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-redraw]")) button.hidden = true;
}
