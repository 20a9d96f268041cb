import type { JSX } from "hono/jsx/jsx-runtime";

/** What the choice shows. */
export type ViewChoiceProps = {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  /** The id of a form that sends the choice along. */
  readonly form?: string;
};

/** A choice of how something beside it is shown. The stylesheet follows it, so it needs neither a script nor another page. */
export function ViewChoice({ name, legend, choices, chosen, form }: ViewChoiceProps): JSX.Element {
  return (
    <fieldset class="view-choice">
      <legend class="visually-hidden">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label>
          <input type="radio" name={name} value={value} form={form} checked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
