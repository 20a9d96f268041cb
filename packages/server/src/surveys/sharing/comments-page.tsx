import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Field, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { EmptyState, Pager } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyComment } from "../../store/surveys/survey-comment-table.ts";
import type { commentsEn } from "./texts/en.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** Most characters of a comment. */
export const longestComment = 2000;

/** Why a comment cannot be added. */
export type CommentProblem = keyof typeof commentsEn.problems;

/** What a comment can be about, as forms and addresses name it. */
export interface SubjectChoice {
  readonly value: string;
  readonly label: string;
}

/** What the page shows. */
export type CommentsPageProps = SurveyPageProps & {
  readonly timeZone: string;
  readonly userId: number;
  readonly comments: readonly SurveyComment[];
  readonly subjects: readonly SubjectChoice[];
  /** What alone is shown; "" for everything. */
  readonly about: string;
  readonly state: "open" | "resolved";
  /** Who is to get a mail, as it was typed. */
  readonly mention: string;
  /** Who may see the survey. */
  readonly people: readonly { readonly username: string; readonly nickname: string }[];
  readonly text: string;
  readonly problem?: CommentProblem | undefined;
  readonly notice?: keyof typeof commentsEn.notices | undefined;
  /** Who was mentioned and gets no mail. */
  readonly untold: readonly string[];
  readonly after: string | undefined;
  readonly next: string | undefined;
};

/** How forms and addresses name what a comment is about. */
export function subjectOf({ questionId, answerId }: Pick<SurveyComment, "questionId" | "answerId">): string {
  return answerId === null ? questionId : `answer-${answerId}`;
}

/** The comments on the questions and answers of a survey. */
export function CommentsPage(props: CommentsPageProps): JSX.Element {
  const { language, survey, comments, problem, about, state, after, next } = props;
  const field = problem === "mention" ? "mention" : "text";
  const { comments: words } = sharingTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <Notices {...props} />
      <ErrorSummary
        language={language}
        problems={problem === undefined ? {} : { [field]: words.problems[problem] }}
      />
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <BackToQuestion {...props} />
      <CommentForm {...props} />
      <Filter {...props} />
      {comments.length === 0 ? (
        <EmptyState title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </EmptyState>
      ) : (
        comments.map((comment) => <Comment {...props} comment={comment} />)
      )}
      <Pager
        language={language}
        path={surveyAddress(survey.id, "/comments")}
        parameters={{ about, state }}
        after={after}
        next={next}
      />
    </SurveyFrame>
  );
}

function BackToQuestion({ language, survey, about }: CommentsPageProps): JSX.Element | null {
  if (!about.startsWith("q-") || !survey.rights.has("edit")) return null;
  return (
    <p>
      <a class="link-line" href={surveyAddress(survey.id, `/edit#card-${about}`)}>
        {sharingTextsFor(language).comments.backToQuestion}
      </a>
    </p>
  );
}

function Notices({ language, notice, untold }: CommentsPageProps): JSX.Element {
  const { comments: words } = sharingTextsFor(language);
  return (
    <>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      {untold.length === 0 ? null : (
        <Notice tone="warning">{words.untold(untold.map((name) => `@${plainName(name)}`).join(", "))}</Notice>
      )}
    </>
  );
}

function CommentForm({
  language,
  signedIn,
  survey,
  subjects,
  about,
  mention,
  people,
  text,
  problem,
}: CommentsPageProps): JSX.Element {
  const { comments: words } = sharingTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/comments")} class="card stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Select id="subject" name="about" label={words.about} value={about} options={subjects} />
      <TextArea
        id="text"
        label={words.text}
        hint={words.textHint}
        error={problem === "mention" ? undefined : problem && words.problems[problem]}
        value={text}
        rows={3}
        maxlength={longestComment}
      />
      <Field
        id="mention"
        label={words.mention}
        hint={words.mentionHint}
        error={problem === "mention" ? words.problems.mention : undefined}
        value={mention}
        autocomplete="off"
        required={false}
        maxlength={65}
        list="people"
      />
      <datalist id="people">
        {people.map(({ username, nickname }) => (
          <option value={username} label={plainName(nickname)} />
        ))}
      </datalist>
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}

/** It changes nothing, so it is a GET. */
function Filter({ language, survey, subjects, about, state }: CommentsPageProps): JSX.Element {
  const { comments: words } = sharingTextsFor(language);
  const states = ["open", "resolved"] as const;
  return (
    <form
      method="get"
      action={surveyAddress(survey.id, "/comments")}
      role="search"
      class="search search-fields"
    >
      <Select
        id="about"
        label={words.about}
        value={about}
        options={[{ value: "", label: words.everything }, ...subjects]}
      />
      <Select
        id="state"
        label={words.title}
        value={state}
        options={states.map((value) => ({ value, label: words.state[value] }))}
      />
      <Button kind="quiet">{words.show}</Button>
    </form>
  );
}

type OfComment = CommentsPageProps & { readonly comment: SurveyComment };

function Comment(props: OfComment): JSX.Element {
  const { language, timeZone, subjects, comment } = props;
  const { comments: words } = sharingTextsFor(language);
  const subject = subjects.find(({ value }) => value === subjectOf(comment))?.label;
  const name = comment.answerId === null ? (subject ?? words.gone) : words.answer(comment.answerId);
  return (
    <section class="card stack" id={`comment-${comment.id}`}>
      <h3>
        <SubjectLink {...props} name={name} />
      </h3>
      <p class="comment-text">
        <DisplayName name={comment.text} />
      </p>
      <p class="fine-print">
        {words.by(
          <DisplayName name={comment.author} />,
          <Moment at={comment.createdAt} timeZone={timeZone} language={language} />,
        )}
      </p>
      <Actions {...props} />
    </section>
  );
}

function SubjectLink({ survey, comment, name }: OfComment & { readonly name: string }): JSX.Element {
  if (comment.answerId === null) return <DisplayName name={name} />;
  return <a href={surveyAddress(survey.id, `/results/answers/${comment.answerId}`)}>{name}</a>;
}

function Actions({ language, signedIn, survey, userId, about, comment }: OfComment): JSX.Element {
  const { comments: words } = sharingTextsFor(language);
  const mayDelete = comment.authorId === userId || survey.rights.has("delete");
  const action = surveyAddress(survey.id, `/comments/${comment.id}`);
  return (
    <form method="post" action={action} class="actions">
      <HiddenFields values={{ csrf: signedIn.csrf, about }} />
      <button
        type="submit"
        class="button button-quiet"
        name="do"
        value={comment.resolvedAt === null ? "resolve" : "reopen"}
      >
        {comment.resolvedAt === null ? words.resolve : words.reopen}
      </button>
      {mayDelete ? (
        <button type="submit" class="button button-quiet" name="do" value="delete">
          {words.delete}
        </button>
      ) : null}
    </form>
  );
}
