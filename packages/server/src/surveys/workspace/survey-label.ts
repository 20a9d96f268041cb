import { dateTimeFormat, type Language } from "@survey-open-platform/service";
import { plainName } from "../../pages/components/display-name.tsx";
import { surveyStateName } from "../../pages/components/survey-state.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** A survey in a choice from a list: its title, with state and last change, which tell surveys of one title apart. */
export function surveyLabel(
  { title, state, updatedAt }: Pick<SurveyForUser, "title" | "state" | "updatedAt">,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): string {
  const changed = dateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  return workspaceTextsFor(language).creation.surveyLabel(
    plainName(surveyTitle(title, language)),
    surveyStateName({ language, state }),
    changed.format(updatedAt),
  );
}
