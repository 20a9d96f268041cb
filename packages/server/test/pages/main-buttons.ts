/** A form as a browser reads it: what it sends, and by which buttons. */
interface FormControls {
  readonly form: string;
  /** Whether it has a field in which Enter sends the form. */
  readonly takesEnter: boolean;
  readonly buttons: readonly string[];
}

/**
 * The forms of a page in which Enter does something else than their main button: a browser presses the first one (HTML, section
 * 4.10.21.2). The main button is the one that looks like it; of buttons that look the same, there is none. A first button that only
 * shows the page again (`look`) decides nothing.
 *
 * @returns the forms, each as its first tag
 */
export function formsWithAnotherFirstButton(html: string): readonly string[] {
  return formsOf(html)
    .filter(({ takesEnter, buttons }) => {
      const main = buttons.find((tag) => /\bbutton-(?:primary|danger)\b/.test(tag));
      const isOneAction = new Set(buttons.map(sentBy)).size < 2;
      if (attribute(buttons[0] ?? "", "name") === "look") return false;
      return takesEnter && !isOneAction && (main === undefined || sentBy(main) !== sentBy(buttons[0]));
    })
    .map(({ form }) => form);
}

function formsOf(html: string): readonly FormControls[] {
  return [...html.matchAll(/<form\b.*?<\/form>/gs)].map(({ 0: markup, index: start }) => {
    const form = tagsOf(markup, "form")[0]?.tag ?? "";
    const controls = controlsOf(html, { start, end: start + markup.length, id: attribute(form, "id") });
    return {
      form,
      takesEnter: controls.some(isFieldWithEnter),
      buttons: controls.filter((tag) => /^<button\b[^>]*type="submit"/.test(tag)),
    };
  });
}

interface FormPlace {
  readonly start: number;
  readonly end: number;
  readonly id: string | undefined;
}

/** Fields and buttons in a form that belong to no other one, and those elsewhere that name it, in the order of the page. */
function controlsOf(html: string, { start, end, id }: FormPlace): readonly string[] {
  return tagsOf(html, "(?:button|input|select)").flatMap(({ tag, index }) => {
    const named = attribute(tag, "form");
    const belongs = named === undefined ? index > start && index < end : named === id;
    return belongs ? [tag] : [];
  });
}

/** Enter in a choice from a list sends the form, too, in Chromium; in a box for several lines it does not. */
function isFieldWithEnter(tag: string): boolean {
  return tag.startsWith("<select") || (tag.startsWith("<input") && attribute(tag, "type") !== "hidden");
}

function sentBy(button: string | undefined): string | undefined {
  return button && `${attribute(button, "name") ?? ""}=${attribute(button, "value") ?? ""}`;
}

function tagsOf(html: string, name: string): readonly { readonly tag: string; readonly index: number }[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g"))].map(({ 0: tag, index }) => ({
    tag,
    index,
  }));
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
