import { type Database, rowsOf, runSteps } from "@survey-open-platform/database";
import { countAnswer } from "./add-answers.ts";
import { listAnswers } from "./answer-table.ts";
import { countedAnswer } from "./change-answer.ts";
import { prepare, type SurveySteps } from "./queries.ts";
import type { SurveySchema } from "./schema/schema.ts";
import { abandonedQuestionId, nameOfTally, TallyChanges, type TallyKey } from "./tally-table.ts";
import { type CellCounters, cellCounters } from "./version-cache.ts";

/** Answers read at a time. */
const portion = 500;

/** A count that differs from what the answers say. */
export interface CountDifference {
  /** Undefined for the number of answers that the survey's row has. */
  readonly tally: TallyKey | undefined;
  readonly stored: number;
  readonly counted: number;
}

/** Counts the answers of a survey one by one. @returns where its tallies, or its number of answers, say something else */
export function recountSurvey(
  database: Database<SurveySchema>,
  surveyId: number,
): Promise<readonly CountDifference[]> {
  const steps = () => recount(surveyId, cellCounters());
  if (database.engine === "sqlite") {
    // All steps of a read see one state of the file.
    return new Promise((succeed, fail) => database.read({ steps, succeed, fail }));
  }
  return database.write((transaction) => runSteps(transaction, steps()), { isSnapshot: true });
}

const surveyCount = prepare<{ readonly surveyId: number }>()((db, param) =>
  db.selectFrom("surveys").select("answer_count as count").where("id", "=", param("surveyId")),
);

const storedTallies = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("survey_tallies")
    .select(["question_id as questionId", "hour", "version", "cell"])
    .select((eb) => eb.fn.sum<number | string>("n").as("n"))
    .where("survey_id", "=", param("surveyId"))
    // Of forms that were never sent, no answer says anything.
    .where("question_id", "!=", abandonedQuestionId)
    .groupBy(["question_id", "hour", "version", "cell"]),
);

function* recount(surveyId: number, counters: CellCounters): SurveySteps<readonly CountDifference[]> {
  const changes = new TallyChanges();
  const counted = yield* countAll(surveyId, counters, changes);
  const [row] = yield* rowsOf(surveyCount, { surveyId });
  const stored = row?.count ?? 0;
  const ofSurvey = stored === counted ? [] : [{ tally: undefined, stored, counted }];
  const tallies = yield* rowsOf(storedTallies, { surveyId });
  // Engines differ in the type of a sum.
  return [
    ...ofSurvey,
    ...differences(
      tallies.map((tally) => ({ ...tally, n: Number(tally.n) })),
      changes,
    ),
  ];
}

/** @returns how many answers there are */
function* countAll(surveyId: number, counters: CellCounters, changes: TallyChanges): SurveySteps<number> {
  let [count, lastAnswerId] = [0, 0];
  for (;;) {
    const rows = yield* listAnswers({ surveyId, lastAnswerId, perPage: portion });
    for (const row of rows) yield* countAnswer(surveyId, countedAnswer(row), { changes, counters, n: 1 });
    count += rows.length;
    lastAnswerId = rows.at(-1)?.answerId ?? lastAnswerId;
    if (rows.length < portion) return count;
  }
}

type Tally = TallyKey & { readonly n: number };

function differences(tallies: readonly Tally[], changes: TallyChanges): readonly CountDifference[] {
  const counted = new Map(changes.changed().map((tally) => [nameOfTally(tally), tally]));
  const stored = new Map(tallies.map((tally) => [nameOfTally(tally), tally]));
  const names = new Set([...counted.keys(), ...stored.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [stored.get(name), counted.get(name)];
    const difference = { tally: one ?? other, stored: one?.n ?? 0, counted: other?.n ?? 0 };
    return difference.stored === difference.counted ? [] : [difference];
  });
}
