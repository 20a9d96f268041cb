import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Field } from "../../pages/components/field.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import type { PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { BinnedSurvey } from "../../store/surveys/survey-for-user-table.ts";
import { binAddress } from "./survey-bin-page.tsx";
import { listTextsFor } from "./texts/list-texts.ts";

/** What the page shows. */
export type DeleteForEverPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly survey: Pick<BinnedSurvey, "id" | "title" | "answerCount" | "ownerId" | "teamName">;
  /** What was typed and is not the title. */
  readonly typed: string | undefined;
};

/** Asks for the title of a survey before it is deleted for ever. */
export function DeleteForEverPage({
  path,
  language,
  signedIn,
  survey,
  typed,
}: DeleteForEverPageProps): JSX.Element {
  const { bin: words } = listTextsFor(language);
  const name = surveyTitle(survey.title, language);
  return (
    <DangerPage
      language={language}
      path={path}
      signedIn={signedIn}
      title={`${words.deleteForEver} – ${plainName(name)}`}
      heading={words.heading(<DisplayName name={name} />)}
      consequences={[words.answers(survey.answerCount), words.permanent]}
      submit={words.deleteForEver}
      cancelPath={binAddress(survey.teamName === null ? undefined : survey.ownerId)}
    >
      <Field
        id="name"
        label={words.typeName(plainName(name))}
        error={typed === undefined ? undefined : words.wrongName}
        value={typed}
        autocomplete="off"
      />
    </DangerPage>
  );
}
