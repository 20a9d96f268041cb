import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";
import { Icon } from "./icon.tsx";

/** What is wrong with a form: a sentence for each field, by the id of the field. */
export type FormProblems<FieldId extends string = string> = Readonly<Partial<Record<FieldId, string>>>;

/** Whether a form has to be shown again. */
export function hasProblems(problems: FormProblems): boolean {
  return Object.values(problems).some((text) => text !== undefined);
}

/** Everything that is wrong with a form, above it, with links to the fields. Nothing when all is right. */
export function ErrorSummary({ language, problems }: ErrorSummaryProps): JSX.Element | null {
  if (!hasProblems(problems)) return null;
  return (
    // A browser begins there, also without a script: what is wrong comes before the rest of the page.
    <div class="notice notice-error" role="alert" tabindex={-1} autofocus>
      <Icon name="warning" />
      <div>
        <p class="notice-title">{textsFor(language).kit.errorSummary}</p>
        <ul class="error-summary">
          {Object.entries(problems).map(([id, text]) => (
            <li>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What the summary shows. */
export type ErrorSummaryProps = { readonly language: Language; readonly problems: FormProblems };
