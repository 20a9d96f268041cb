import type { JSX } from "hono/jsx/jsx-runtime";

/** One line of input. `id` is also what the label and a script refer to. */
export type FieldProps = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "password";
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly autofocus?: boolean;
  /** The id of the text that says what is wrong, when something is. */
  readonly errorId?: string | undefined;
};

/** A labelled line of input that has to be filled in. */
export function Field({
  id,
  label,
  errorId,
  type = "text",
  autofocus = false,
  ...rest
}: FieldProps): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        {...rest}
        autofocus={autofocus}
        required
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={errorId === undefined ? undefined : "true"}
        aria-describedby={errorId}
      />
    </div>
  );
}
