import type { Database } from "@survey-open-platform/database";
import {
  createSurveyStore,
  declaredPagesSchema,
  noLogic,
  normaliseDeclaredPages,
  Outbox,
  platformZone,
  type SurveySchema,
  type SurveyStore,
} from "@survey-open-platform/surveys";

/** A choice, and a text that is different in each answer. */
const declared = [
  {
    questions: [
      { type: "radio", title: "Colour", options: [{ text: "Red" }, { text: "Green" }, { text: "Blue" }] },
      { type: "text", title: "Token" },
    ],
  },
];

const { pages } = normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed: "faults" });
const [choice, token] = pages[0]?.questions ?? [];

/** Ids of the questions, and of the options of the choice. */
export const asked = {
  choice: choice?.id ?? "",
  token: token?.id ?? "",
  options: choice?.options.map(({ id }) => id) ?? [],
};

/** Any user of the seed. */
const userId = 1;

/** The verbs on surveys of a database, without a platform around them. */
export function openSurveys(database: Database<SurveySchema>): SurveyStore {
  return createSurveyStore(database, new Outbox(platformZone("Asia/Shanghai")));
}

/** Makes a survey that collects answers, and an active webhook of it. @returns its id */
export async function makeFaultySurvey(database: Database<SurveySchema>): Promise<number> {
  const surveys = openSurveys(database);
  const definition = { title: "Faults", prefix: "", suffix: "", pages, logic: noLogic };
  const { id } = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  const webhook = {
    survey_id: id,
    account_id: null,
    user_id: 0,
    url: "https://receiver.example/",
    receiver: "receiver.example",
    secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    is_active: 1 as const,
    created_at: Date.now(),
    updated_at: Date.now(),
  };
  await database.write(async ({ kysely }) => {
    await kysely.insertInto("webhooks").values(webhook).execute();
    await kysely.updateTable("surveys").set({ answer_webhooks: 1 }).where("id", "=", id).execute();
  });
  return id;
}
