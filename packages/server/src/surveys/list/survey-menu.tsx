import type { Language } from "@survey-open-platform/service";
import { surveyState } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { plainName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Icon } from "../../pages/components/icon.tsx";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { teamOf } from "./owner-navigation.tsx";
import type { SurveyOwner } from "./owners.ts";
import { listTextsFor } from "./texts/list-texts.ts";

/** What the menu is about. */
export type SurveyMenuProps = {
  readonly language: Language;
  readonly csrf: string;
  readonly owner: SurveyOwner;
  readonly survey: SurveyForUser;
};

/** What can be done with a survey of a list. It opens without a script, and one menu of a list at a time. */
export function SurveyMenu(props: SurveyMenuProps): JSX.Element {
  const { language, owner, survey } = props;
  const { menu: words } = listTextsFor(language);
  const team = teamOf(owner);
  const copy = `/surveys/new?from=copy&survey=${survey.id}${team === "" ? "" : `&team=${team}`}`;
  return (
    <details class="row-menu" name="survey-menu">
      <summary>
        <Icon name="more" />
        <span class="visually-hidden">{words.open(plainName(surveyTitle(survey.title, language)))}</span>
      </summary>
      <ul>
        {survey.rights.has("edit") ? (
          <LinkItem path={surveyAddress(survey.id, "/edit")} label={words.edit} />
        ) : null}
        <StateItem {...props} />
        <LinkItem path={surveyAddress(survey.id, "/results")} label={words.results} />
        <LinkItem path={surveyAddress(survey.id, "/share")} label={words.share} />
        {owner.mayCreate ? <LinkItem path={copy} label={words.copy} /> : null}
        {survey.rights.has("edit") ? (
          <LinkItem path={surveyAddress(survey.id, "/labels")} label={words.labels} />
        ) : null}
        {survey.rights.has("own") ? (
          <LinkItem path={surveyAddress(survey.id, "/delete")} label={words.delete} />
        ) : null}
      </ul>
    </details>
  );
}

function LinkItem({ path, label }: { readonly path: string; readonly label: string }): JSX.Element {
  return (
    <li>
      <a href={path}>{label}</a>
    </li>
  );
}

/** Pauses or resumes collecting, and comes back to the list. Nothing for a survey that was never published. */
function StateItem({ language, csrf, survey }: SurveyMenuProps): JSX.Element | null {
  const { menu: words } = listTextsFor(language);
  if (survey.version === 0 || !survey.rights.has("edit")) return null;
  const state = survey.state === surveyState.collecting ? "paused" : "collecting";
  return (
    <li>
      <form method="post" action={surveyAddress(survey.id, "/state")}>
        <HiddenFields values={{ csrf, state, list: "1" }} />
        <button type="submit">{words.changeState[state]}</button>
      </form>
    </li>
  );
}
