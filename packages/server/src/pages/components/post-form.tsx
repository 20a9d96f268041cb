import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { HiddenFields } from "./hidden-fields.tsx";

/** What the main button of a form says and sends. */
export type MainAction = {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
};

/** A form with several buttons. */
export type PostFormProps = {
  readonly action: string;
  /** The action of the button that people mean when they press Enter in a field. */
  readonly main: MainAction;
  /** What the form carries without showing it. */
  readonly values: Readonly<Record<string, string>>;
  readonly class: string;
  readonly id?: string;
  readonly enctype?: "multipart/form-data" | undefined;
  /** Whether the server alone checks the fields. */
  readonly novalidate?: boolean;
  /** For its script: what is filled in is kept. */
  readonly "data-kept"?: "" | undefined;
  readonly children?: Child;
};

/**
 * A form in which Enter does what its main button does, wherever that button is: a browser presses the first button of a form
 * (HTML, section 4.10.21.2, implicit submission), and that is one that no one sees.
 */
export function PostForm({ main, values, children, ...form }: PostFormProps): JSX.Element {
  const { label, name, value } = main;
  return (
    <form method="post" {...form}>
      <button
        type="submit"
        name={name}
        value={value}
        class="visually-hidden"
        tabindex={-1}
        aria-hidden="true"
      >
        {label}
      </button>
      <HiddenFields values={values} />
      {children}
    </form>
  );
}
