import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

/** A dangerous action, with what it leads to. */
export type ConfirmationProps = {
  readonly language: Language;
  readonly title: Child;
  /** One sentence per consequence, with numbers where there are any. */
  readonly consequences: readonly Child[];
  readonly action: string;
  readonly csrf: string;
  readonly values?: Readonly<Record<string, string>>;
  /** What the button does, in words: "Delete the application". */
  readonly submit: string;
  /** Where the user goes who does not want to. */
  readonly cancelPath: string;
  /** Whether something is lost by it. Default true. */
  readonly isDangerous?: boolean;
  /** Further fields, such as one for the name to type. */
  readonly children?: Child;
};

/** The card of a page that asks whether to do something dangerous. */
export function Confirmation(props: ConfirmationProps): JSX.Element {
  const { language, title, consequences, action, csrf, values = {}, submit, cancelPath, children } = props;
  const { isDangerous = true } = props;
  return (
    <div class={isDangerous ? "card card-danger" : "card"}>
      <h1>{title}</h1>
      <ul class="bullets">
        {consequences.map((consequence) => (
          <li>{consequence}</li>
        ))}
      </ul>
      <form method="post" action={action} class="stack">
        <HiddenFields values={{ csrf, ...values }} />
        {children}
        <div class="actions">
          <Button kind={isDangerous ? "danger" : "primary"}>{submit}</Button>
          <a class="button button-quiet" href={cancelPath}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </div>
  );
}
