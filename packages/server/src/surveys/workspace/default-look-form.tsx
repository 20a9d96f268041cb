import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import type { SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

type DefaultLookProps = SurveyPageProps & {
  /** Whether new surveys of the owner begin with a look of their own. */
  readonly hasDefault: boolean;
};

/** Has new surveys of the same owner begin with the look of this one; for those who may delete it. */
export function DefaultLookForm({
  language,
  signedIn,
  survey,
  hasDefault,
}: DefaultLookProps): JSX.Element | null {
  const { look: words } = workspaceTextsFor(language);
  if (!survey.rights.has("own")) return null;
  const { teamName } = survey;
  const whose = teamName === null ? words.newOwn : words.newOfTeam(<DisplayName name={teamName} />);
  return (
    <form method="post" action={surveyAddress(survey.id, "/edit/look/default")} class="stack editor-form">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <h3>{words.defaultTitle}</h3>
      <p>{whose}</p>
      <p class="field-hint">{hasDefault ? words.hasDefault : words.hasNoDefault}</p>
      <div class="actions">
        <Button kind="choice" name="do" value="set">
          {words.setDefault}
        </Button>
        {hasDefault ? (
          <Button kind="quiet" name="do" value="remove">
            {words.removeDefault}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
