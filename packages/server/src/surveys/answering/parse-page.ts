import {
  type AnswerProblem,
  type AnswerValues,
  checkAnswer,
  pageHolding,
  parseAnswer,
  type Question,
} from "@survey-open-platform/surveys";
import { type FormProgress, pagesOf } from "./form-progress.ts";
import type { Respondent } from "./respondent.ts";

/** What a form says of a page. */
export interface ParsedPage {
  readonly pageId: string;
  /** Everything given so far, with what this form says. */
  readonly values: AnswerValues;
  /** Ids of the questions that the form showed. */
  readonly shown: ReadonlySet<string>;
  /** What is wrong with fields, where the values do not show it. */
  readonly unclear: ReadonlyMap<string, AnswerProblem>;
  /** Whether the platform takes files. Where it does not, no question for one is looked at. */
  readonly takesFiles: boolean;
}

/** A form as it was read. */
export interface FormToParse {
  readonly fields: URLSearchParams;
  /** What is wrong with files that came with it, by question. */
  readonly fileProblems: ReadonlyMap<string, AnswerProblem>;
  readonly takesFiles: boolean;
}

/** Reads a form. Fields of questions that it did not show are ignored. */
export function parsePage(
  { definition, values }: FormProgress,
  { fields, fileProblems, takesFiles }: FormToParse,
): ParsedPage {
  const pageId = fields.get("page") ?? "";
  const shown = new Set((fields.get("shown") ?? "").split(" "));
  const page = pageHolding(definition.pages, pageId);
  const asked = (page?.questions ?? []).filter(
    (question) => shown.has(question.id) && isInForm(question, takesFiles),
  );
  const given = asked.map((question) => ({ id: question.id, ...parseAnswer(fields, question) }));
  const kept = Object.entries(values).filter(([id]) => !given.some((answer) => answer.id === id));
  const answered = given.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value] as const]));
  const unclear = given.flatMap(({ id, problem }) => (problem === undefined ? [] : [[id, problem] as const]));
  return {
    pageId,
    shown,
    values: Object.fromEntries([...kept, ...answered]),
    unclear: new Map([...unclear, ...fileProblems]),
    takesFiles,
  };
}

/** Paragraphs have no fields. */
function isInForm({ type }: Question, takesFiles: boolean): boolean {
  return type !== "description" && (takesFiles || type !== "upload");
}

/** What a page lacks before the respondent can go on. */
export interface PageCheck {
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  /** The first question on the page that the answers lead to and the form did not show; undefined for none. */
  readonly firstNew: string | undefined;
}

/** Checks the questions of a page that are shown; answers to hidden ones are never looked at. */
export function checkPage(progress: FormProgress, respondent: Respondent, given: ParsedPage): PageCheck {
  const page = pagesOf(progress, respondent).find(({ id }) => id === given.pageId);
  const questions = page?.questions ?? [];
  const firstNew = questions.find(({ id }) => !given.shown.has(id))?.id;
  const problems = problemsOf(
    questions.filter(({ id }) => given.shown.has(id)),
    progress.values,
    given.takesFiles,
  );
  const unclear = [...given.unclear].filter(([id]) => questions.some((question) => question.id === id));
  return { problems: new Map([...problems, ...unclear]), firstNew };
}

/** What is wrong on the first page with something wrong, over all pages of an answer. */
export function firstProblems(
  progress: FormProgress,
  respondent: Respondent,
  takesFiles: boolean,
): { readonly pageId: string; readonly problems: ReadonlyMap<string, AnswerProblem> } | undefined {
  for (const { id, questions } of pagesOf(progress, respondent)) {
    const problems = problemsOf(questions, progress.values, takesFiles);
    if (problems.size > 0) return { pageId: id, problems };
  }
  return undefined;
}

function problemsOf(
  questions: readonly Question[],
  values: AnswerValues,
  takesFiles: boolean,
): ReadonlyMap<string, AnswerProblem> {
  const found = questions.flatMap((question) => {
    if (!isInForm(question, takesFiles)) return [];
    const problem = checkAnswer(question, values[question.id]);
    return problem === undefined ? [] : [[question.id, problem] as const];
  });
  return new Map(found);
}
