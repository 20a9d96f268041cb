import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

/** What decides whether an application's calls are served. */
export type StateProps = {
  readonly language: Language;
  readonly application: Pick<ApplicationForUser, "kind" | "disabled" | "frozenByOwner">;
};

/** Whether an application's calls are served. */
export function ApplicationState({ language, application }: StateProps): JSX.Element {
  const { states } = credentialsTextsFor(language);
  if (!application.disabled) return <span class="badge badge-success">{states.active}</span>;
  const { kind, frozenByOwner } = application;
  return <span class="badge badge-warning">{frozenByOwner ? states.frozen[kind] : states.disabled}</span>;
}
