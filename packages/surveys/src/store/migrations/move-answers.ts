import { type Kysely, sql } from "kysely";
import { type Cell, compileCells } from "../../answers/answer-cells.ts";
import { answerValuesOf } from "../../answers/answer-values-of.ts";
import type { AnswerValues } from "../../model/answer-values.ts";
import { factCells, factsQuestionId } from "../../model/answer-facts.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import type { SurveySchema } from "../schema.ts";
import { parseDefinition } from "../stored-definition.ts";
import { hourOf, TallyChanges } from "../tally-table.ts";
import { parseWireAnswer, VersionFinder } from "./version-finder.ts";

/** Rows read and written at a time. */
const portion = 200;

interface WireAnswer {
  readonly answer_id: number;
  readonly hash: string;
  readonly respondent_id: number;
  readonly respondent_openid: string;
  readonly respondent_nickname: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly pages: string;
}

type SurveyDatabase = Kysely<SurveySchema>;

/** Rewrites the answers of `wire_answers`, survey by survey, and counts them. */
export async function moveAnswers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    readonly id: number;
  }>`select distinct survey_id as id from wire_answers order by 1`.execute(db);
  // The tables are those of this schema from here on.
  const typed = db as Kysely<SurveySchema>;
  for (const { id } of rows) await moveAnswersOf(typed, id);
}

async function moveAnswersOf(db: SurveyDatabase, surveyId: number): Promise<void> {
  const { version, definition } = await db
    .selectFrom("survey_versions")
    .select(["version", "definition"])
    .where("survey_id", "=", surveyId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const present = parseDefinition(definition);
  const finder = new VersionFinder(present);
  const places: (number | undefined)[] = [];
  for await (const rows of wireAnswers(db, surveyId))
    places.push(...rows.map(({ pages }) => finder.find(pages)));
  const { recovered } = finder;
  await insertRecovered(db, { surveyId, version, recovered });
  const versions = new Map(recovered.map((wording, at) => [at + 1, preparedVersion(wording)]));
  versions.set(version + recovered.length, preparedVersion(present));
  const numbers = places.map((place) => (place === undefined ? version + recovered.length : place + 1));
  await insertAnswers(db, { surveyId, versions, numbers });
}

/** What rewriting the answers to a version takes. */
function preparedVersion({ pages }: SurveyDefinition) {
  return { pages, cellsOf: compileCells(pages) };
}

/** How the answers of a survey are rewritten. */
interface Rewriting {
  readonly surveyId: number;
  readonly versions: ReadonlyMap<number, ReturnType<typeof preparedVersion>>;
  /** The version of each answer, in their order. */
  readonly numbers: readonly number[];
}

async function insertAnswers(db: SurveyDatabase, rewriting: Rewriting): Promise<void> {
  const { surveyId, versions, numbers } = rewriting;
  const changes = new TallyChanges();
  let [written, serial] = [0, 0];
  for await (const rows of wireAnswers(db, surveyId)) {
    const answers = rows.map((row, at) => {
      const version = numbers[written + at] ?? 0;
      const { pages = [], cellsOf } = versions.get(version) ?? {};
      const values = answerValuesOf(pages, parseWireAnswer(row.pages));
      countCells(changes, { row, version, cells: cellsOf?.(values) ?? [] });
      return compactRow(surveyId, row, { version, values });
    });
    await db.insertInto("answers").values(answers).execute();
    written += rows.length;
    serial = rows.at(-1)?.answer_id ?? serial;
  }
  await db.updateTable("surveys").set({ answer_serial: serial }).where("id", "=", surveyId).execute();
  await insertTallies(db, surveyId, changes);
}

function countCells(
  changes: TallyChanges,
  {
    row,
    version,
    cells,
  }: { readonly row: WireAnswer; readonly version: number; readonly cells: readonly Cell[] },
): void {
  const { started_at: startedAt, ended_at: endedAt } = row;
  const hour = hourOf(endedAt);
  for (const cell of factCells({ startedAt, endedAt, channel: "", ua: "" }))
    changes.add({ questionId: factsQuestionId, hour, version, cell }, 1);
  for (const { questionId, cell } of cells) changes.add({ questionId, hour, version, cell }, 1);
}

function compactRow(
  surveyId: number,
  { pages: _pages, ...row }: WireAnswer,
  { version, values }: { readonly version: number; readonly values: AnswerValues },
) {
  return {
    ...row,
    survey_id: surveyId,
    version,
    changed_at: null,
    channel: "",
    ua: "",
    referrer: "",
    address: "",
    address_until: null,
    once_key: null,
    custom_arguments: "",
    answer_values: JSON.stringify(values),
  };
}

async function insertTallies(db: SurveyDatabase, surveyId: number, changes: TallyChanges): Promise<void> {
  const rows = changes.changed().map(({ questionId, ...tally }) => ({
    ...tally,
    survey_id: surveyId,
    question_id: questionId,
    shard: 0,
  }));
  for (let at = 0; at < rows.length; at += portion)
    await db
      .insertInto("survey_tallies")
      .values(rows.slice(at, at + portion))
      .execute();
}

async function* wireAnswers(
  db: SurveyDatabase,
  surveyId: number,
): AsyncGenerator<readonly WireAnswer[], void> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<WireAnswer>`select answer_id, hash, respondent_id, respondent_openid,
      respondent_nickname, started_at, ended_at, pages from wire_answers
      where survey_id = ${surveyId} and answer_id > ${last} order by answer_id limit ${portion}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < portion) return;
    last = rows.at(-1)?.answer_id ?? last;
  }
}

/** Makes the recovered definitions the first versions, before those that the survey has. */
async function insertRecovered(
  db: SurveyDatabase,
  {
    surveyId,
    version,
    recovered,
  }: {
    readonly surveyId: number;
    readonly version: number;
    readonly recovered: readonly SurveyDefinition[];
  },
): Promise<void> {
  const count = recovered.length;
  if (count === 0) return;
  for (let number = version; number > 0; number -= 1) {
    await db
      .updateTable("survey_versions")
      .set({ version: number + count })
      .where("survey_id", "=", surveyId)
      .where("version", "=", number)
      .execute();
  }
  const { created_at: publishedAt } = await db
    .updateTable("surveys")
    .set({ version: version + count })
    .where("id", "=", surveyId)
    .returning("created_at")
    .executeTakeFirstOrThrow();
  for (const [at, definition] of recovered.entries()) {
    await db
      .insertInto("survey_versions")
      .values({
        survey_id: surveyId,
        version: at + 1,
        definition: JSON.stringify(definition),
        published_at: publishedAt,
      })
      .execute();
  }
}
