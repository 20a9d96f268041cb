import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** How a button looks: the one next step, one of several equal choices, a quiet one, or one that ends something. */
export type ButtonKind = "primary" | "choice" | "quiet" | "danger";

/** What a button shows and sends. */
export type ButtonProps = {
  readonly kind?: ButtonKind;
  readonly name?: string;
  readonly value?: string;
  readonly children?: Child;
};

/** A button that sends its form. */
export function Button({ kind = "primary", name, value, children }: ButtonProps): JSX.Element {
  return (
    <button type="submit" class={`button button-${kind}`} name={name} value={value}>
      {children}
    </button>
  );
}
