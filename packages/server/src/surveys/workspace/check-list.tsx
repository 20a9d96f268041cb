import { plainText, type PublicationHint } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { PublicationBarProps } from "./publication.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What an author should look at before publishing, with the way there, and what happens to people who are answering. */
export function CheckList(props: PublicationBarProps): JSX.Element | null {
  const { language, survey, publication } = props;
  const { checks: words } = workspaceTextsFor(language);
  const { hints, isEndless, halfFilled } = publication;
  const count = hints.length + (isEndless ? 1 : 0);
  return (
    <>
      {halfFilled === 0 ? null : <p>{words.halfFilled(halfFilled, survey.version)}</p>}
      {count === 0 ? null : (
        <details open>
          <summary>{words.title(count)}</summary>
          <ul class="bullets">
            {hints.map((hint) => (
              <li>
                <Hint {...props} hint={hint} />
              </li>
            ))}
            {isEndless ? (
              <li>
                <a href={`${surveyAddress(survey.id, "/settings")}#end_at`}>{words.endless}</a>
              </li>
            ) : null}
          </ul>
        </details>
      )}
    </>
  );
}

function Hint({
  language,
  survey,
  publication,
  hint,
}: PublicationBarProps & { readonly hint: PublicationHint }): JSX.Element {
  const { checks: words } = workspaceTextsFor(language);
  if (hint.code === "no_picture_text" && hint.question === undefined)
    return <a href={surveyAddress(survey.id, "/edit/look")}>{words.noPictureText}</a>;
  if (hint.question === undefined || hint.code === "no_ending")
    return <a href={`${surveyAddress(survey.id, "/edit/texts")}#suffix`}>{words.noEnding}</a>;
  const { question } = hint;
  return (
    <a href={surveyAddress(survey.id, `/edit/questions/${question}`)}>
      {words.ofQuestion[hint.code](nameOf(publication.draft.definition.pages, question))}
    </a>
  );
}

type Pages = PublicationBarProps["publication"]["draft"]["definition"]["pages"];

function nameOf(pages: Pages, id: string): Child {
  const found = pages.flatMap(({ questions }) => questions).find((question) => question.id === id);
  return <DisplayName name={plainText(found?.title ?? "")} />;
}
