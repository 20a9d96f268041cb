import type { MergedQuestion } from "@survey-open-platform/surveys";
import type { FormProblems } from "../../../pages/components/error-summary.tsx";
import { passwordMaximumBytes } from "../../../session/password.ts";
import { questionField, type ResultsLinkField, type ResultsLinkForm } from "./new-results-link-page.tsx";
import type { SharingTexts } from "./texts/en.ts";

/** The form at first: all questions without texts, until a day. */
export function emptyForm(questions: readonly MergedQuestion[], until: string): ResultsLinkForm {
  const questionIds = new Set(questions.map(({ question }) => question.id));
  return { name: "", until, questionIds, hasTexts: false };
}

/** Reads the form as it was sent. Only questions of the survey can be chosen. */
export function readLinkForm(
  field: (name: string) => string,
  questions: readonly MergedQuestion[],
): ResultsLinkForm {
  const chosen = questions.filter(({ question }) => field(questionField(question.id)) !== "");
  return {
    name: field("name").trim(),
    until: field("until"),
    questionIds: new Set(chosen.map(({ question }) => question.id)),
    hasTexts: field("texts") !== "",
  };
}

interface SentForm {
  readonly form: ResultsLinkForm;
  readonly password: string;
  /** Undefined for a text that is no day. */
  readonly expiresAt: number | null | undefined;
  /** ms UTC. */
  readonly now: number;
}

const longestName = 100;

/** What is wrong with a form. */
export function problemsOf(
  { form, password, expiresAt, now }: SentForm,
  { problems: words }: SharingTexts,
): FormProblems<ResultsLinkField> {
  const isOver = expiresAt === undefined || (expiresAt !== null && expiresAt <= now);
  return {
    ...(form.name.length > longestName && { name: words.name }),
    ...(form.questionIds.size === 0 && { questions: words.questions }),
    ...(isOver && { until: words.until }),
    ...(Buffer.byteLength(password) > passwordMaximumBytes && { password: words.password }),
  };
}
