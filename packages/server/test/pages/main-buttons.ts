/** A form as a browser reads it: what it sends, and by which buttons. */
interface FormControls {
  readonly form: string;
  /** Whether it has a field in which Enter sends the form. */
  readonly takesEnter: boolean;
  readonly buttons: readonly string[];
}

/**
 * The forms of a page in which Enter does something else than their main button: a browser presses the first one (HTML, section
 * 4.10.21.2). The main button is the one that looks like it; of buttons that look the same, there is none.
 *
 * @returns the forms, each as its first tag
 */
export function formsWithAnotherFirstButton(html: string): readonly string[] {
  return formsOf(html)
    .filter(({ takesEnter, buttons }) => {
      const main = buttons.find((tag) => /\bbutton-(?:primary|danger)\b/.test(tag));
      const isOneAction = new Set(buttons.map(sentBy)).size < 2;
      return takesEnter && !isOneAction && (main === undefined || sentBy(main) !== sentBy(buttons[0]));
    })
    .map(({ form }) => form);
}

function formsOf(html: string): readonly FormControls[] {
  return (html.match(/<form\b.*?<\/form>/gs) ?? []).map((markup) => {
    const form = tagsOf(markup, "form")[0] ?? "";
    const controls = controlsOf(html, { markup, id: attribute(form, "id") });
    return {
      form,
      takesEnter: controls.some(isFieldWithEnter),
      buttons: controls.filter((tag) => /^<button\b[^>]*type="submit"/.test(tag)),
    };
  });
}

/** Fields and buttons in a form that belong to no other one, and those elsewhere that name it. */
function controlsOf(
  html: string,
  { markup, id }: { readonly markup: string; readonly id: string | undefined },
): readonly string[] {
  const inside = tagsOf(markup, "(?:button|input|select)").filter(
    (tag) => attribute(tag, "form") === undefined,
  );
  const named = tagsOf(html, "(?:button|input|select)").filter(
    (tag) => id !== undefined && attribute(tag, "form") === id,
  );
  return [...inside, ...named];
}

/** Enter in a choice from a list sends the form, too, in Chromium; in a box for several lines it does not. */
function isFieldWithEnter(tag: string): boolean {
  return tag.startsWith("<select") || (tag.startsWith("<input") && attribute(tag, "type") !== "hidden");
}

function sentBy(button: string | undefined): string | undefined {
  return button && `${attribute(button, "name") ?? ""}=${attribute(button, "value") ?? ""}`;
}

function tagsOf(html: string, name: string): readonly string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
