/** The part of the page in which everything changes in place; undefined on the page of one question. */
export function editor(): HTMLElement | null {
  return document.getElementById("editor");
}

/** Does what a button of the page does, such as `up q-3-abcd`. */
export function act(action: string): void {
  const form = document.querySelector<HTMLFormElement>("#editor-form");
  if (form === null) return;
  const button = document.createElement("button");
  button.name = "do";
  button.value = action;
  button.hidden = true;
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

/** Says something quietly; screen readers read it. @param name of the text that the page brings */
export function say(name: "saved" | ""): void {
  const status = document.getElementById("editor-status");
  if (status !== null) status.textContent = name === "" ? "" : (status.dataset[name] ?? "");
}

/** Says loudly that something is not saved; nothing takes the last one away. @param more a button or link below it */
export function alertUser(name: "offline" | "refused" | "ended" | "failed" | "", more?: HTMLElement): void {
  const place = document.getElementById("editor-alert");
  // What is said already stays: somebody may be pressing its button, which leaves a field, which sends what was written.
  if (place === null || place.dataset["says"] === name) return;
  place.dataset["says"] = name;
  place.replaceChildren();
  if (name === "") return;
  const box = document.createElement("div");
  box.className = "notice notice-danger";
  const text = document.createElement("p");
  text.textContent = editor()?.dataset[name] ?? "";
  box.append(text, ...(more === undefined ? [] : [more]));
  place.append(box);
}

/**
 * Puts parts of the page in place. Turbo's own function gives the focus back to where it was a frame before, which takes it away from
 * somebody who types fast.
 */
export function render(streams: string): void {
  const template = document.createElement("template");
  template.innerHTML = streams;
  document.body.append(template.content);
}

/** The form of the card in which the user works. */
export function openForm(): HTMLFormElement | null {
  return document.querySelector("#editor #question-form");
}

/** A field without a name of its own in the markup. */
export function hiddenField(form: HTMLFormElement, name: string): HTMLInputElement {
  const found = form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`);
  if (found !== null) return found;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  form.prepend(field);
  return field;
}
