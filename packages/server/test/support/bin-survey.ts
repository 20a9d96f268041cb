import { binSurveyForUser } from "../../src/store/surveys/change-survey-bin.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Puts the surveys that a user owns into the bin. */
export async function binSurveysOf(platform: TestPlatform, username: string): Promise<void> {
  const surveys = await platform.database.reader.kysely
    .selectFrom("surveys as s")
    .innerJoin("users as u", "u.id", "s.owner_id")
    .select("s.id")
    .where("u.username", "=", username)
    .execute();
  for (const { id } of surveys) await binSurvey(platform, id);
}

/** Puts a survey into the bin, as its page does. @returns false when there is none */
export function binSurvey({ store }: Pick<TestPlatform, "store">, id: number): Promise<boolean> {
  const survey = { id, title: "", answerCount: 0, ownerId: 0 };
  const actor = { userId: null, username: "operator", address: "" };
  return store.write(binSurveyForUser, { survey, actor, outbox: store.outbox });
}
