import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon } from "../../pages/components/icon.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** Says what another editor saved meanwhile. Saving again replaces it by what is in the form. */
export function EditConflict({
  language,
  text,
  children,
}: {
  readonly language: Language;
  /** What happened, where it is more than a change. */
  readonly text?: string | undefined;
  readonly children: Child;
}): JSX.Element {
  const { question: words } = workspaceTextsFor(language);
  return (
    <div class="notice notice-warning" role="alert">
      <Icon name="warning" />
      <div>
        <p class="notice-title">{words.conflictTitle}</p>
        <p>{text ?? words.conflictText}</p>
        {children}
      </div>
    </div>
  );
}
