import type { Question, QuestionType } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Select, TextArea } from "../../pages/components/field.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { AsShown } from "./question-card.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** Stands for the type of what is not inserted. */
export const leftOut = "left-out";

/** What a part of a text was understood as. */
export interface UnderstoodQuestion {
  /** As it will be. */
  readonly question: Question;
  readonly as: QuestionType | typeof leftOut;
  /** Those that it can have. */
  readonly types: readonly QuestionType[];
}

/** A text that was pasted, where its questions go, and what it was understood as. */
export interface InsertedText {
  readonly page: string;
  readonly before: string;
  /** Of the draft, as the user saw it. */
  readonly revision: string;
  readonly text: string;
  readonly problems?: readonly string[];
  /** Undefined before the text was looked at. */
  readonly pages?: readonly (readonly UnderstoodQuestion[])[];
  /** Names the text that `pages` were understood from. */
  readonly looked?: string;
  /** What is not as it was in the text. */
  readonly remarks?: readonly string[];
}

/** What the page shows. */
export type InsertQuestionsPageProps = SurveyPageProps & { readonly form: InsertedText };

/** A box for a questionnaire and, once it was looked at, each question as it will be. */
export function InsertQuestionsPage(props: InsertQuestionsPageProps): JSX.Element {
  const { language, signedIn, survey, form } = props;
  const { inserting: words } = workspaceTextsFor(language);
  const { page, before, revision, looked = "", problems, pages } = form;
  const main =
    pages === undefined ? { label: words.look } : { label: words.insert, name: "do", value: "insert" };
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <ErrorSummary language={language} problems={problems ? { "text-problems": words.problems } : {}} />
      <PostForm
        action={surveyAddress(survey.id, "/edit/insert")}
        class="stack"
        main={main}
        values={{ csrf: signedIn.csrf, page, before, revision, looked }}
      >
        {problems === undefined ? null : (
          <ul id="text-problems" class="plain-lines field-error">
            {problems.map((problem) => (
              <li>{problem}</li>
            ))}
          </ul>
        )}
        {pages === undefined ? null : <Understood {...props} pages={pages} />}
        <TextArea
          id="text"
          label={words.text}
          hint={words.textHint}
          errorId={problems && "text-problems"}
          value={form.text}
          rows={pages === undefined ? 18 : 8}
        />
        <div class="actions">
          <Button kind={pages === undefined ? "primary" : "choice"}>
            {pages === undefined ? words.look : words.lookAgain}
          </Button>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/edit")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </PostForm>
    </SurveyFrame>
  );
}

function Understood({
  language,
  form,
  pages,
}: InsertQuestionsPageProps & { readonly pages: NonNullable<InsertedText["pages"]> }): JSX.Element {
  const { inserting: words, editing } = workspaceTextsFor(language);
  const { remarks = [] } = form;
  const all = pages.flatMap((questions, page) =>
    questions.map((one, at) => ({ one, begins: pages.length > 1 && at === 0 ? page + 1 : undefined })),
  );
  return (
    <>
      <p>{words.understood(all.length)}</p>
      {remarks.length === 0 ? null : (
        <ul class="bullets">
          {remarks.map((remark) => (
            <li>{remark}</li>
          ))}
        </ul>
      )}
      <InTurns
        of={all.map((entry, at) => ({ ...entry, number: at + 1 }))}
        each={({ one, begins, number }) => (
          <>
            {begins === undefined ? null : <h3>{editing.page(begins)}</h3>}
            <section class="card" aria-label={words.part(number)}>
              {one.as === leftOut ? null : <AsShown language={language} question={one.question} />}
              <Select
                id={`type-${number}`}
                label={words.type(number)}
                value={one.as}
                options={[
                  ...one.types.map((type) => ({ value: type, label: editing.types[type] })),
                  { value: leftOut, label: words.leaveOut },
                ]}
              />
            </section>
          </>
        )}
      />
      <div class="actions">
        <Button name="do" value="insert">
          {words.insert}
        </Button>
      </div>
    </>
  );
}
