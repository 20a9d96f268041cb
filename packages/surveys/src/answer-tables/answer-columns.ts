import { surveyColumns } from "../exports/survey-columns.ts";
import type { ColumnChoice } from "../exports/export-column.ts";
import type { Question } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import type { VersionPages } from "../results/merge-versions.ts";
import { textKey } from "./text-key.ts";

/** What a column of a file can be. */
export type AnswerTarget =
  | { readonly kind: "started" | "ended"; readonly title: string }
  | {
      readonly kind: "question";
      readonly question: Question;
      readonly rowId: string;
      /** Of an option or blank; "" for the question, or its row, as a whole. */
      readonly partId: string;
      /** The numbers that exports have for options. */
      readonly choices: readonly ColumnChoice[];
      readonly title: string;
      /** Whether cells name options by their codes first: one may say what is the code of another. Default false. */
      readonly takesCodes?: boolean;
    };

type QuestionTarget = Extract<AnswerTarget, { readonly kind: "question" }>;

/** How a column was found. */
export type ColumnMatch =
  | { readonly head: string; readonly by: "code" | "title" | "position"; readonly target: AnswerTarget }
  | { readonly head: string; readonly by: "none" | "twice" };

const started = { kind: "started", title: "started_at" } as const;
const ended = { kind: "ended", title: "ended_at" } as const;

/** Heads that exports of systems have for times, without signs. */
const times: ReadonlyMap<string, AnswerTarget> = new Map<string, AnswerTarget>([
  ...["startedat", "startdate", "starttime", "start"].map((head) => [head, started] as const),
  ...[
    "endedat",
    "enddate",
    "endtime",
    "end",
    "timestamp",
    "submitdate",
    "submittedat",
    "submissiontime",
    "completedat",
  ].map((head) => [head, ended] as const),
]);

/**
 * Finds what the columns of a file are: by the code that exports have for them, by their titles, and, where none is found so and there
 * are as many as the survey has, by their position.
 *
 * @param versions of the survey, in ascending order: the newest one is answered
 */
export function matchAnswerColumns(
  heads: readonly string[],
  versions: readonly VersionPages[],
): readonly ColumnMatch[] {
  const targets = targetsOf(versions);
  const seen = new Set<AnswerTarget>();
  const matches = heads.map((head): ColumnMatch => {
    const found = findTarget(head, targets);
    if (found === undefined) return { head, by: "none" };
    if (seen.has(found.target)) return { head, by: "twice" };
    seen.add(found.target);
    return { head, ...found };
  });
  const isFound = matches.some((match) => "target" in match && match.target.kind === "question");
  return isFound ? matches : (byPosition(heads, targets.inOrder) ?? matches);
}

interface Targets {
  readonly codes: ReadonlyMap<string, AnswerTarget>;
  /** A title that two questions have names neither. */
  readonly titles: ReadonlyMap<string, AnswerTarget | undefined>;
  /** One for each question, or for each part of one that has several. */
  readonly inOrder: readonly AnswerTarget[];
}

function targetsOf(versions: readonly VersionPages[]): Targets {
  const questions = (versions.at(-1)?.pages ?? []).flatMap((page) => page.questions);
  const parts = partTargets(versions, questions);
  const wholes = questions.filter(hasWholeColumn).map((question) => wholeOf(question));
  // Ids come last: a code that looks like an id names nothing else.
  const codes = new Map<string, AnswerTarget>([
    ...parts.map(({ code, target }) => [textKey(code), target] as const),
    ...wholes.map((whole) => [textKey(whole.question.code ?? whole.question.id), whole] as const),
    ...parts.map(({ name, target }) => [textKey(name), target] as const),
    ...wholes.map((whole) => [textKey(whole.question.id), whole] as const),
  ]);
  const titles = new Map<string, AnswerTarget | undefined>();
  for (const target of [...parts.map((part) => part.target), ...wholes])
    for (const text of new Set([target.title, target.title.replace(/^\d+\. /, "")].map(textKey)))
      titles.set(text, titles.has(text) ? undefined : target);
  const inOrder = questions.flatMap((question): readonly AnswerTarget[] => {
    const whole = wholes.find((one) => one.question === question);
    const own = parts.map(({ target }) => target).filter((target) => target.question === question);
    return whole === undefined ? own : [whole];
  });
  return { codes, titles, inOrder };
}

/** The columns that exports have for questions of the newest version, with their names by ids and by codes. */
function partTargets(versions: readonly VersionPages[], questions: readonly Question[]) {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const byCode = surveyColumns({ versions, customArguments: [], naming: "codes" });
  return surveyColumns({ versions, customArguments: [] }).flatMap(
    ({ name, title, choices, question: about }, at) => {
      const question = about?.isArchived === false ? byId.get(about.id) : undefined;
      if (about === undefined || question === undefined) return [];
      const { rowId, partId } = about;
      const target: QuestionTarget = { kind: "question", question, rowId, partId, choices, title };
      return [{ name, code: byCode[at]?.name ?? name, target }];
    },
  );
}

/** Several choices, and rankings, may be one column with a list in its cells. */
function hasWholeColumn(question: Question): boolean {
  return ["options", "ranking"].includes(answersOf(question));
}

function wholeOf(question: Question): QuestionTarget {
  const title = `${question.real_index}. ${question.title}`;
  return { kind: "question", question, rowId: "", partId: "", choices: [], title };
}

function findTarget(head: string, { codes, titles }: Targets) {
  // LimeSurvey writes a part of a question in brackets.
  const code = codes.get(textKey(head)) ?? codes.get(textKey(head.replaceAll(/\[([^[\]]*)\]/g, "_$1")));
  if (code !== undefined) return { by: "code", target: code } as const;
  const target = titles.get(textKey(head)) ?? times.get(head.toLowerCase().replaceAll(/[^a-z]/g, ""));
  return target && ({ by: "title", target } as const);
}

function byPosition(heads: readonly string[], inOrder: readonly AnswerTarget[]) {
  if (heads.length !== inOrder.length) return undefined;
  return heads.flatMap((head, at): readonly ColumnMatch[] => {
    const target = inOrder[at];
    return target === undefined ? [] : [{ head, by: "position", target }];
  });
}
