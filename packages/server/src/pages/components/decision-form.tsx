import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "./button.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

interface DecisionFormProps {
  readonly action: string;
  readonly id?: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  /** The two decisions, as they are sent, with their words. */
  readonly decisions: readonly (readonly [value: string, words: string])[];
}

/** A form with a decision. Its buttons look the same on purpose, so that the page does not suggest one. */
export function DecisionForm({ action, id, label, values, decisions }: DecisionFormProps): JSX.Element {
  return (
    <form method="post" action={action} id={id} class="decision" aria-label={label}>
      <HiddenFields values={values} />
      {decisions.map(([value, words]) => (
        <Button kind="choice" name="decision" value={value}>
          {words}
        </Button>
      ))}
    </form>
  );
}
