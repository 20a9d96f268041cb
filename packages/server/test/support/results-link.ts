import { makeRandomId } from "../../src/model/token.ts";
import { hashPassword } from "../../src/session/password.ts";
import { createResultsLink, type ResultsLinkTerms } from "../../src/store/surveys/results-link-table.ts";
import { sharedResultsAddress } from "../../src/surveys/results/sharing/shared-results-page.tsx";
import type { TestPlatform } from "./test-platform.ts";

/** Ada's survey of the sample, with the ids of its questions. */
export async function adasQuestions({ database, store }: TestPlatform) {
  const { id } = await database.reader.kysely
    .selectFrom("surveys")
    .select("id")
    .where("declared_key", "=", "ada-1")
    .executeTakeFirstOrThrow();
  const draft = await store.surveys.findDraft(id);
  const questions = draft?.definition.pages.flatMap((page) => page.questions) ?? [];
  return { id, questions, questionIds: questions.map((question) => question.id) };
}

/** Makes a link to results of Ada's survey; all questions without texts, for ever, unless something else is said. @returns its address */
export async function makeResultsLink(
  platform: TestPlatform,
  { password = "", ...terms }: Partial<ResultsLinkTerms> & { readonly password?: string } = {},
): Promise<string> {
  const { id, questionIds } = await adasQuestions(platform);
  const ada = await platform.store.findUserByUsername("ada");
  const secret = makeRandomId();
  await platform.store.write(createResultsLink, {
    surveyId: id,
    secret,
    name: "",
    questionIds,
    hasTexts: false,
    expiresAt: null,
    ...terms,
    passwordHash: password === "" ? "" : await hashPassword(password),
    userId: ada?.id ?? 0,
    actor: { userId: ada?.id ?? 0, username: "ada", address: "" },
  });
  return sharedResultsAddress(secret);
}
