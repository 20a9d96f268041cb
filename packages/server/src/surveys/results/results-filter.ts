import {
  type AnswerFilter,
  inTurns,
  type InTurns,
  type Cell,
  type MergedQuestion,
  plainText,
  summariseQuestion,
  type SummaryPart,
} from "@survey-open-platform/surveys";
import type { Store } from "../../store/store.ts";
import { listSavedFilters, type SavedFilter } from "../../store/surveys/results-view-table.ts";
import { dayAfter, startOfDay } from "../../session/start-of-day.ts";
import type { UserRequest } from "../../session/page-request.ts";
import {
  type AskedPages,
  changeRows,
  completeRows,
  conditionIn,
  type ConditionsForm,
  readConditions,
  rowFields,
} from "../workspace/conditions-form.ts";
import type { SurveyContent } from "./survey-results.ts";

/** Which answers are counted, as an address says it. */
export interface ResultsFilter extends AnswerFilter {
  /** Whether a day of the filter begins within an hour: answers are counted by the hour, so it is counted from that hour. */
  readonly isCutWithinHour: boolean;
  /** What the fields of the form show; what was wrong is left out. */
  readonly fields: FilterFields;
  /** The conditions as rows, with those that are not filled in. */
  readonly form: ConditionsForm;
  /** Whether the form says which rows are not filled in. */
  readonly isChecked: boolean;
}

/** The parameters of the filter; "" for those that are not set. */
export interface FilterFields {
  readonly from: string;
  readonly to: string;
  readonly version: string;
}

/** A choice that can be filtered by. */
export interface FilterChoice extends Cell {
  /** How it is written in an address. */
  readonly value: string;
  readonly label: string;
}

const hourMilliseconds = 3_600_000;

/** Reads the filter of an address. What could not be one is left out, as a page of results is a GET. */
export function filterOf(pageRequest: UserRequest, content: Pick<SurveyContent, "asked">): ResultsFilter {
  return filterIn((name) => pageRequest.context.req.query(name) ?? "", pageRequest.timeZone, content);
}

/** Reads a filter of its parameters; "" for those that are not there. */
export function filterIn(
  query: Query,
  timeZone: string,
  { asked }: Pick<SurveyContent, "asked">,
): ResultsFilter {
  const form = formIn(query, asked.definition);
  const condition = conditionIn(completeRows(form.rows));
  return { ...daysOf(query, timeZone), form, condition, isChecked: query("do") === "" };
}

/** What a page that can be filtered shows. */
export interface Filtering {
  readonly filter: ResultsFilter;
  readonly asked: SurveyContent["asked"];
  /** In ascending order. */
  readonly versions: readonly number[];
  readonly saved: readonly SavedFilter[];
  /** A name under which the filter was not saved. */
  readonly refusedName?: string | undefined;
}

/** Reads what a page that can be filtered shows, of its address and its survey. */
export async function filteringOf(
  store: Store,
  pageRequest: UserRequest,
  content: SurveyContent,
): Promise<Filtering> {
  return {
    filter: filterOf(pageRequest, content),
    asked: content.asked,
    versions: content.definitions.map(({ version }) => version),
    saved: await listSavedFilters(store.reader, content.surveyId),
    refusedName: pageRequest.context.req.query(refusedNameParameter),
  };
}

/** Brings the name of a filter that was not saved back to its form. */
export const refusedNameParameter = "refused_name";

/** The longest name of a filter that is kept. */
export const longestFilterName = 60;

/** The rows of an address, with the change that a button of the form asks for. */
function formIn(query: Query, asked: AskedPages): ConditionsForm {
  const { rows } = readConditions(query, asked);
  const fields = rowFields(changeRows(rows, query("do").split(" ")));
  return readConditions((name) => fields[name] ?? "", asked);
}

type Query = (name: string) => string;

function daysOf(query: Query, timeZone: string) {
  const from = startOfDay(query("from"), timeZone);
  const to = startOfDay(query("to"), timeZone);
  const version = /^[1-9]\d{0,8}$/.test(query("version")) ? Number(query("version")) : undefined;
  return {
    from,
    isCutWithinHour: [from, to].some((at) => (at ?? 0) % hourMilliseconds !== 0),
    to: dayAfter(query("to"), timeZone),
    version,
    fields: {
      from: from === undefined ? "" : query("from"),
      to: to === undefined ? "" : query("to"),
      version: version === undefined ? "" : String(version),
    },
  };
}

/** The parameters of a filter that are set, for addresses and forms that keep it. */
export function filterParameters({ fields, form }: FilterShown): Readonly<Record<string, string>> {
  const rows = rowFields(completeRows(form.rows));
  return Object.fromEntries(Object.entries({ ...fields, ...rows }).filter(([, value]) => value !== ""));
}

/** What an address says of a filter. */
type FilterShown = Pick<ResultsFilter, "fields" | "form">;

/** A filter as the query of an address; "" for none. */
export function filterQuery(filter: FilterShown): string {
  return new URLSearchParams(filterParameters(filter)).toString();
}

/** Whether a filter leaves anything out. */
export function isFiltered(filter: FilterShown): boolean {
  return Object.keys(filterParameters(filter)).length > 0;
}

/** Everything that can be chosen in a survey: options and marks. */
export function filterChoices(questions: readonly MergedQuestion[]): Promise<readonly FilterChoice[]> {
  return inTurns(choicesOf(questions));
}

function* choicesOf(questions: readonly MergedQuestion[]): InTurns<readonly FilterChoice[]> {
  const choices: FilterChoice[] = [];
  let end = choicesOfTurn;
  for (const merged of questions) {
    const { question } = merged;
    const title = plainText(question.title);
    for (const { id, label } of entriesOf(merged)) {
      const value = `${question.id} ${id}`;
      choices.push({ questionId: question.id, cell: id, value, label: `${title}: ${plainText(label)}` });
    }
    if (choices.length < end) continue;
    yield;
    end = choices.length + choicesOfTurn;
  }
  return choices;
}

/** They take a few milliseconds. */
const choicesOfTurn = 2000;

/** What can be chosen for a question that is not a matrix or a ranking; nothing for texts. */
export function entriesOf(question: MergedQuestion): readonly SummaryPart[] {
  // Of a matrix or a ranking each of tens of thousands of cells would be looked up for nothing.
  if (question.question.subTitles.length > 0 || question.question.type === "sort") return [];
  const summary = summariseQuestion(question, new Map());
  return summary.kind === "choices" || summary.kind === "marks" ? summary.parts : [];
}
