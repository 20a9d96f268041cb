import { isWithoutDifference, plainText, unfinishedQuestions } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { CheckList } from "./check-list.tsx";
import { DifferenceList } from "./difference-list.tsx";
import type { PublicationBarProps, PublicationState } from "./publication.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** Says what publishing the draft would change, and publishes it. Nothing for users who may not. */
export function PublicationBar(props: PublicationBarProps): JSX.Element | null {
  const { language, survey, publication } = props;
  const { publication: words } = workspaceTextsFor(language);
  const { difference, obstacle } = publication;
  if (!survey.rights.has("edit")) return null;
  if (difference !== undefined && isWithoutDifference(difference))
    return <p class="fine-print">{words.upToDate(survey.version)}</p>;
  return (
    <section class="card publication-bar" aria-labelledby="publication-title">
      <h2 id="publication-title">{difference === undefined ? words.firstTitle : words.title}</h2>
      {difference === undefined ? (
        <p>{words.firstText}</p>
      ) : (
        <details>
          <summary>{words.summary(countOf(difference))}</summary>
          <DifferenceList language={language} difference={difference} />
        </details>
      )}
      {obstacle === undefined ? <CheckList {...props} /> : null}
      {obstacle === undefined ? <PublishForm {...props} /> : <p>{words.obstacles[obstacle]}</p>}
      <Unfinished {...props} />
    </section>
  );
}

/** Links to the questions that no one could answer. */
function Unfinished({ language, survey, publication }: PublicationBarProps): JSX.Element | null {
  if (publication.obstacle !== "unfinished") return null;
  const { editing: words } = workspaceTextsFor(language);
  return (
    <ul class="bullets">
      {unfinishedQuestions(publication.draft.definition).map(({ id, index, title }) => (
        <li>
          <a href={surveyAddress(survey.id, `/edit/questions/${id}`)}>
            {words.question(index)} <DisplayName name={plainText(title) || words.noQuestionTitle} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function countOf({
  fields,
  questions,
  pages,
  rules,
  languages,
}: NonNullable<PublicationState["difference"]>): number {
  const counts = [pages.added, pages.removed, pages.moved, rules.added, rules.removed];
  return fields.length + questions.length + languages.length + counts.reduce((sum, count) => sum + count, 0);
}

function PublishForm({ language, csrf, survey, publication }: PublicationBarProps): JSX.Element {
  const { publication: words } = workspaceTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/publish")}>
      <HiddenFields values={{ csrf, revision: String(publication.draft.revision) }} />
      <Button>{survey.version === 0 ? words.publishFirst : words.publish}</Button>
    </form>
  );
}
