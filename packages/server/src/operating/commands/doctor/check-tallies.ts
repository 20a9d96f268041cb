import { openDatabase, type Database } from "@survey-open-platform/database";
import { type CountDifference, recountSurvey } from "@survey-open-platform/surveys";
import type { Schema } from "../../../store/schema/schema.ts";
import type { Finding } from "./finding.ts";

const check = "tallies";

/** Counts the answers of every survey one by one, and compares with what results show. The server may run meanwhile. */
export async function checkTallies(address: string): Promise<readonly Finding[]> {
  const database = openDatabase<Schema>({ address });
  try {
    return await compareAll(database);
  } finally {
    await database.close();
  }
}

async function compareAll(database: Database<Schema>): Promise<readonly Finding[]> {
  const surveys = await database.reader.kysely.selectFrom("surveys").select("id").orderBy("id").execute();
  const findings: Finding[] = [];
  for (const { id } of surveys) {
    const differences = await recountSurvey(database, id);
    if (differences.length > 0) findings.push(differing(id, differences));
  }
  if (findings.length > 0) return findings;
  return [{ level: "ok", check, says: `The tallies of ${surveys.length} surveys equal their answers.` }];
}

function differing(surveyId: number, differences: readonly CountDifference[]): Finding {
  const [first] = differences;
  const { questionId = "", cell = "answers" } = first?.tally ?? {};
  const example = `${[questionId, cell].join(" ").trim()} is ${first?.stored} instead of ${first?.counted}`;
  return {
    level: "error",
    check,
    says: `The tallies of survey ${surveyId} differ from its answers in ${differences.length} places: ${example}.`,
    todo: "Its answers and exports are right, its results page is not. Report it with the release that the server runs.",
  };
}
