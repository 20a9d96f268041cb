import {
  checkAnswer,
  nextPage,
  parseAnswer,
  previousPage,
  visiblePages,
  type AnswerProblem,
  type AnswerValues,
  type FlowRespondent,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";

/** What a preview shows next: a page, or the end. */
export interface PreviewStep {
  /** Undefined at the end. */
  readonly pageId: string | undefined;
  readonly respondent: FlowRespondent;
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  /** The fields of every page so far, for the next form: a preview is stored nowhere. */
  readonly given: string;
}

const noProblems: PreviewStep["problems"] = new Map();

/** Shuffled parts have the same order in every preview. */
const seed = "preview";

/**
 * The first page of a preview.
 *
 * @param customArguments from the address, as for a respondent
 * @param beginAt id of a question, to begin with its page
 */
export function startPreview(
  definition: SurveyDefinition,
  customArguments: Readonly<Record<string, string>>,
  beginAt?: string,
): PreviewStep {
  const respondent = { values: {}, customArguments, seed, isOneByOne: isOneByOne(definition) };
  const given = new URLSearchParams(customArguments).toString();
  const pages = respondent.isOneByOne ? visiblePages(definition, respondent) : definition.pages;
  const page = pages.find(({ questions }) => questions.some(({ id }) => id === beginAt));
  if (page !== undefined) return { pageId: page.id, respondent, problems: noProblems, given };
  return { ...at(definition, respondent, undefined), given };
}

/** Goes on from the form of a page, or back from it, as the answering pages do. */
export function continuePreview(
  definition: SurveyDefinition,
  fields: URLSearchParams,
  customArgumentNames: readonly string[],
): PreviewStep {
  const all = fieldsSoFar(definition, fields, customArgumentNames);
  const respondent = {
    values: valuesIn(definition, all),
    customArguments: argumentsIn(all, customArgumentNames),
    seed,
    isOneByOne: isOneByOne(definition),
  };
  const pageId = fields.get("page") ?? "";
  const given = all.toString();
  const here = { pageId, respondent, problems: noProblems, given };
  const action = fields.get("action");
  if (action === "save" || action === "stay") return here;
  if (action === "back")
    return { ...here, pageId: previousPage(definition, respondent, pageId)?.id ?? pageId };
  const { problems, hasMore } = checkShown(definition, respondent, fields);
  if (problems.size > 0 || hasMore) return { ...here, problems };
  return { ...here, ...at(definition, respondent, pageId) };
}

function isOneByOne({ theme }: SurveyDefinition): boolean {
  return theme?.pacing === "questions";
}

/** What is wrong on a page, and whether the answers lead to questions on it that the form did not have. */
function checkShown(definition: SurveyDefinition, respondent: FlowRespondent, fields: URLSearchParams) {
  const page = visiblePages(definition, respondent).find(({ id }) => id === fields.get("page"));
  const shown = new Set((fields.get("shown") ?? "").split(" "));
  const questions = page?.questions ?? [];
  const problems = questions.flatMap((question) => {
    // A preview takes no files, so none is missing.
    const isChecked = shown.has(question.id) && question.type !== "upload";
    const problem = isChecked && checkAnswer(question, respondent.values[question.id]);
    return problem ? [[question.id, problem] as const] : [];
  });
  return { problems: new Map(problems), hasMore: questions.some(({ id }) => !shown.has(id)) };
}

function at(definition: SurveyDefinition, respondent: FlowRespondent, after: string | undefined) {
  return { pageId: nextPage(definition, respondent, after)?.id, respondent, problems: noProblems };
}

/** Those of the form, and of earlier pages those of questions that the form does not have. */
function fieldsSoFar(
  { pages }: SurveyDefinition,
  fields: URLSearchParams,
  customArgumentNames: readonly string[],
): URLSearchParams {
  const earlier = new URLSearchParams(fields.get("given") ?? "");
  const here = new Set((fields.get("shown") ?? "").split(" "));
  const all = new URLSearchParams();
  for (const { id } of pages.flatMap(({ questions }) => questions)) {
    const source = here.has(id) ? fields : earlier;
    for (const [name, value] of source) if (name === id || name.startsWith(`${id}.`)) all.append(name, value);
  }
  for (const name of customArgumentNames) {
    const value = earlier.get(name);
    if (value !== null) all.append(name, value);
  }
  return all;
}

function valuesIn({ pages }: SurveyDefinition, fields: URLSearchParams): AnswerValues {
  const questions = pages
    .flatMap((page) => page.questions)
    .filter(({ type }) => type !== "description" && type !== "upload");
  return Object.fromEntries(
    questions.flatMap((question) => {
      const { value } = parseAnswer(fields, question);
      return value === undefined ? [] : [[question.id, value] as const];
    }),
  );
}

function argumentsIn(fields: URLSearchParams, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, fields.get(name) ?? ""] as const).filter(([, value]) => value !== ""),
  );
}
