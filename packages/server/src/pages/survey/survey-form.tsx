import {
  PictureOfSurvey,
  type SurveyTheme,
  type AnswerProblem,
  type AnswerValues,
  optionsInOrder,
  plainText,
  problemText,
  questionTextsFor,
  type Question,
  RichText,
  type VisiblePage,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language, LanguageForm } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import { surveyScriptPath } from "../assets.ts";
import { ErrorSummary } from "../components/error-summary.tsx";
import { PostForm } from "../components/post-form.tsx";
import { languageLink } from "../language-link.ts";
import { QuestionMarkup } from "./question-markup.ts";
import { type SurveyFormTexts, surveyFormTextsFor } from "./survey-form-texts.ts";

type SurveyPicturesProps = {
  readonly theme: SurveyTheme | undefined;
  /** Whether it is the first page, which alone has the picture. */
  readonly isFirst: boolean;
};

/** The logo and the picture above a survey. */
function SurveyPictures({ theme, isFirst }: SurveyPicturesProps): JSX.Element | null {
  const { logo, picture } = theme ?? {};
  return (
    <>
      {logo === undefined ? null : <PictureOfSurvey picture={logo} class="survey-logo" />}
      {picture === undefined || !isFirst ? null : (
        <PictureOfSurvey picture={picture} class="survey-picture" />
      )}
    </>
  );
}

/** What is wrong with what was given, by question. */
export type AnswerProblems = ReadonlyMap<string, AnswerProblem>;

/** The name of the field that people do not see, and programs fill in. */
export const trapField = "website";

const markup = new QuestionMarkup();

/** Where a page is among the pages of an answer. */
interface PagePlace {
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** What one page of a survey shows; the preview of an editor is the same. */
type SurveyFormProps = {
  readonly language: Language;
  readonly definition: Pick<SurveyDefinition, "title" | "prefix" | "theme">;
  readonly page: VisiblePage;
  readonly place: PagePlace;
  readonly values: AnswerValues;
  readonly problems: AnswerProblems;
  /** Decides the order of shuffled options. */
  readonly seed: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** Whether files can be sent; `shown` where the page only looks as if. */
  readonly files: "sent" | "shown" | "none";
  /** Whether the field for programs was filled in; it is shown then. */
  readonly isTrapped?: boolean;
  /** What the last button says. */
  readonly sendLabel?: string | undefined;
  /** What to say above the questions. */
  readonly notice?: Child;
  /** What else the form asks, above the questions. */
  readonly beforeQuestions?: Child;
  /** Whether what is given is kept while it is filled in. */
  readonly isKept?: boolean;
  /** The question at which a browser begins; the top of the page otherwise. */
  readonly beginAt?: string | undefined;
};

const formId = "survey-form";

/** Choosing another language sends the form, so that it loses nothing. @param action of the form */
export function languageFormOf(action: string): LanguageForm {
  return { id: formId, mainAction: "next", actionIn: (language) => languageLink(action, language) };
}

/** One page of a survey as a form. Its page needs `script` and `connect`. */
export function SurveyForm(props: SurveyFormProps): JSX.Element {
  const { language, definition, page, place, problems, action, hidden, isTrapped = false, files } = props;
  const texts = textsOf(language, definition.theme);
  const sendsFiles = files === "sent" && page.questions.some(({ type }) => type === "upload");
  return (
    <article class="survey">
      <Head definition={definition} isFirst={place.number === 1} />
      <Progress language={language} place={place} theme={definition.theme} />
      {props.notice}
      <ErrorSummary language={language} problems={summaryOf(props)} />
      <p id="survey-status" role="status" class="visually-hidden" data-more={texts.moreQuestions} />
      <PostForm
        action={action}
        id={formId}
        class="survey-form"
        data-kept={props.isKept === true ? "" : undefined}
        novalidate
        enctype={sendsFiles ? "multipart/form-data" : undefined}
        main={{ name: "action", value: "next", label: texts.next }}
        values={{ ...hidden, page: page.id, shown: page.questions.map(({ id }) => id).join(" ") }}
      >
        <Trap text={texts.leaveEmpty} isShown={isTrapped} />
        {props.beforeQuestions}
        {page.questions.map((question) => (
          <BeginAt isHere={question.id === props.beginAt}>
            {markup.of({
              question: questionInOrder(question, props.seed),
              value: props.values[question.id],
              problem: problems.get(question.id),
              texts: questionTextsFor(language),
              takesFiles: files !== "none",
            })}
          </BeginAt>
        ))}
        <div class="actions survey-actions">
          <button type="submit" class="button button-primary" name="action" value="next">
            {place.number === place.count ? (props.sendLabel ?? texts.send) : texts.next}
          </button>
          {place.number === 1 ? null : (
            <button type="submit" class="button button-quiet" name="action" value="back">
              {texts.back}
            </button>
          )}
        </div>
      </PostForm>
      <script src={surveyScriptPath} defer />
    </article>
  );
}

type HeadProps = Pick<SurveyFormProps, "definition"> & { readonly isFirst: boolean };

/** What stands above the questions: pictures, title and, on the first page, the introduction. */
function Head({ definition: { title, prefix, theme }, isFirst }: HeadProps): JSX.Element {
  return (
    <>
      <SurveyPictures theme={theme} isFirst={isFirst} />
      <h1>
        <RichText text={title} />
      </h1>
      {isFirst && prefix !== "" ? (
        <p class="survey-introduction">
          <RichText text={prefix} />
        </p>
      ) : null}
    </>
  );
}

/** With what the author of a survey has its buttons say. */
function textsOf(language: Language, theme: SurveyTheme | undefined): SurveyFormTexts {
  const own = Object.entries(theme?.buttons ?? {}).filter(([, text]) => text !== "");
  return { ...surveyFormTextsFor(language), ...Object.fromEntries(own) };
}

/** A question, where a browser begins if it is the one to begin at. */
function BeginAt({ isHere, children }: { readonly isHere: boolean; readonly children?: Child }): JSX.Element {
  if (!isHere) return <>{children}</>;
  return (
    <div tabindex={-1} autofocus>
      {children}
    </div>
  );
}

/** With its options in the order of a respondent; itself where that is the usual order. */
function questionInOrder(question: Question, seed: string): Question {
  return question.random ? { ...question, options: optionsInOrder(question, seed) } : question;
}

type ProgressProps = {
  readonly language: Language;
  readonly place: PagePlace;
  readonly theme: SurveyTheme | undefined;
};

/** Steps that fit beside each other on a phone. */
const mostSteps = 12;

function Progress({ language, place, theme }: ProgressProps): JSX.Element | null {
  const { number, count } = place;
  const kind = theme?.progress ?? "bar";
  if (count < 2 || kind === "none") return null;
  const texts = surveyFormTextsFor(language);
  return (
    <div class="survey-progress">
      {kind === "steps" && count <= mostSteps ? (
        <Steps {...place} />
      ) : (
        <progress value={number} max={count} aria-label={texts.progressLabel} />
      )}
      <span>
        {theme?.pacing === "questions" ? texts.questionOf(number, count) : texts.pageOf(number, count)}
      </span>
    </div>
  );
}

/** The same as the words beside it, for the eye. */
function Steps({ number, count }: PagePlace): JSX.Element {
  const stateOf = (at: number) => (at === number ? "current" : undefined);
  return (
    <ol class="survey-steps" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => index + 1).map((at) => (
        <li class={at < number ? "done" : stateOf(at)}>{at}</li>
      ))}
    </ol>
  );
}

/** People neither see nor reach it; a program that fills in every field fills it in. */
function Trap({ text, isShown }: { readonly text: string; readonly isShown: boolean }): JSX.Element {
  return (
    <div class={isShown ? "field" : "survey-trap"} aria-hidden={isShown ? undefined : "true"}>
      <label for={trapField}>{text}</label>
      <input
        id={trapField}
        name={trapField}
        type="text"
        autocomplete="off"
        tabindex={isShown ? undefined : -1}
      />
    </div>
  );
}

function summaryOf({
  language,
  page,
  problems,
  isTrapped,
}: SurveyFormProps): Readonly<Record<string, string>> {
  const texts = surveyFormTextsFor(language);
  const words = questionTextsFor(language);
  const found = page.questions.flatMap((question) => {
    const problem = problems.get(question.id);
    if (problem === undefined) return [];
    const name = `${question.real_index}. ${plainText(question.title)}`;
    return [[question.id, texts.problemOf(name, problemText(problem, words))] as const];
  });
  return Object.fromEntries(isTrapped === true ? [...found, [trapField, texts.leaveEmpty] as const] : found);
}
