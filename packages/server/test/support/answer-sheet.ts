import { makeRandomId } from "../../src/model/token.ts";
import { createAnswerSheet } from "../../src/store/surveys/answer-sheet-table.ts";
import { sheetPath } from "../../src/surveys/results/sheets/answer-sheets.tsx";
import { adasQuestions } from "./results-link.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Makes a sheet of Ada's survey. @returns its address */
export async function makeAnswerSheet(platform: TestPlatform): Promise<string> {
  const { id: surveyId } = await adasQuestions(platform);
  const ada = await platform.store.findUserByUsername("ada");
  const secret = makeRandomId();
  await platform.store.write(createAnswerSheet, {
    surveyId,
    secret,
    hasCodes: false,
    userId: ada?.id ?? 0,
    actor: { userId: ada?.id ?? 0, username: "ada", address: "" },
  });
  return `${sheetPath}?sheet=${secret}`;
}
