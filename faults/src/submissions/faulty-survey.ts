import {
  declaredPagesSchema,
  noLogic,
  normaliseDeclaredPages,
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

/** Makes a survey that collects answers. @param userId any user @returns its id */
export async function makeFaultySurvey(surveys: SurveyStore, userId: number): Promise<number> {
  const definition = { title: "Faults", prefix: "", suffix: "", pages, logic: noLogic };
  const { id } = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  return id;
}
