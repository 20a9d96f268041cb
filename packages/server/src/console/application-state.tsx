import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What decides whether an application's calls are served. */
export type StateProps = {
  readonly language: Language;
  readonly application: { readonly disabled: boolean; readonly frozenByOwner: boolean };
};

/** Whether an application's calls are served. */
export function ApplicationState({ language, application }: StateProps): JSX.Element {
  const { states } = consoleTextsFor(language);
  if (!application.disabled) return <span class="badge badge-success">{states.active}</span>;
  const { frozenByOwner } = application;
  return <span class="badge badge-warning">{frozenByOwner ? states.frozen : states.disabled}</span>;
}
