import { type CellTallies, platformZone, recountSurvey } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { applyDeclaration } from "../../../src/declaration/apply-declaration.ts";
import { demoDeclaration } from "../../../src/operating/demo/demo-data.ts";
import { temporaryDatabase } from "../../declaration/temporary-database.ts";

const zone = platformZone("Asia/Shanghai");
const declaration = demoDeclaration({ redirectUris: [], today: "2026-11-20", isLocal: true });

/** The counts of all cells that begin like this. */
function sumOf(facts: CellTallies | undefined, prefix: string): number {
  const cells = [...(facts ?? [])].filter(([cell]) => cell.startsWith(prefix));
  return cells.reduce((sum, [, count]) => sum + count, 0);
}

test("surveys of the demo show results, and those that collect answers take one more from a visitor, over restarts", async () => {
  const { database, store } = await temporaryDatabase();
  await applyDeclaration(database, declaration, { zone });
  const rows = await database.reader.kysely
    .selectFrom("surveys")
    .select(["id", "declared_key as key", "state", "version", "answer_count as count"])
    .execute();
  expect(rows).toHaveLength(declaration.surveys.length);
  const counts = Object.fromEntries(declaration.surveys.map(({ key, answers }) => [key, answers.length]));
  expect(Object.fromEntries(rows.map(({ key, count }) => [key, count]))).toEqual(counts);
  for (const { id, state, version, count } of rows) {
    const isCollecting = state === 2;
    const outcome = await store.surveys.submitAnswer({
      surveyId: id,
      version,
      values: {},
      customArguments: {},
      respondent: undefined,
      startedAt: 0,
      channel: "link",
      ua: "",
      referrer: "",
      address: "",
      onceKey: null,
    });
    expect("answerId" in outcome).toBe(isCollecting);
    const facts = (await store.surveys.tallies({ surveyId: id, questionIds: [] })).get("");
    expect(facts?.get("answers") ?? 0).toBe(count + Number(isCollecting));
    // Answers of the demo say on what they were given, and from where.
    expect(sumOf(facts, "ua/")).toBe(count);
    expect(sumOf(facts, "channel/")).toBe(count + Number(isCollecting));
    expect(await recountSurvey(database, id)).toEqual([]);
  }
  const again = await applyDeclaration(database, declaration, { zone });
  expect(again).toMatchObject({ surveys: { created: 0, updated: 0 }, answers: { created: 0 } });
});
