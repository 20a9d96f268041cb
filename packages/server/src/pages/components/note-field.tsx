import type { JSX } from "hono/jsx/jsx-runtime";
import { Field } from "./field.tsx";

interface NoteFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
}

/** The optional note of an invitation, by which its maker finds it again. */
export function NoteField({ label, hint, value, problem }: NoteFieldProps): JSX.Element {
  return (
    <Field
      id="note"
      name="note"
      label={label}
      hint={hint}
      error={problem}
      value={value}
      autocomplete="off"
      required={false}
      maxlength={100}
    />
  );
}
