import { expect, test } from "vitest";
import { readRepositoryFiles } from "./support/repository.ts";

/** A statement that reads or changes rows of surveys, in the words of Kysely or in SQL. */
const statement =
  /(?:selectFrom|innerJoin|leftJoin|updateTable|deleteFrom)\(\s*"surveys(?: as \w+)?"|\b(?:from|join|update) surveys\b/gu;

/** Statements that also reach surveys in the bin, by file: how many, and why they may. */
const reachingTheBin: Readonly<Record<string, readonly [number, string]>> = {
  "server/src/store/people/delete-account.ts": [4, "the bin of an account is deleted with it, and counted"],
  "server/src/store/teams/member-rights.ts": [1, "a link to results ends in the bin as well"],
  "server/src/store/teams/remove-team.ts": [1, "the bin of a team is deleted with it"],
  "server/src/store/teams/team-table.ts": [2, "the bin of a team is deleted with it, and counted"],
  "server/src/store/declaration/declaration-state.ts": [1, "a survey in the bin has no name in a file"],
  "server/src/store/declaration/declaration-survey.ts": [2, "found by its name in a file, or just made"],
  "server/src/store/webhooks/webhook-rights.ts": [4, "the owner of a survey, whose rights may end meanwhile"],
  "server/src/store/webhooks/webhook-table.ts": [
    2,
    "how many webhooks listen, and who hears that one was ended",
  ],
  "server/src/operating/commands/doctor/check-tallies.ts": [1, "counts are right in the bin as well"],
  "server/src/store/surveys/participant-table.ts": [
    1,
    "of a survey that was found; no link opens one in the bin",
  ],
  "server/src/store/surveys/survey-mailing-table.ts": [
    1,
    "who is to be written to; a mailing of a survey in the bin ends before",
  ],
  "surveys/src/store/recount.ts": [1, "counts are right in the bin as well"],
  "surveys/src/store/add-imported-answers.ts": [1, "of a survey that was found, or made, in the transaction"],
  "surveys/src/store/anonymous-answers.ts": [
    2,
    "of a survey that was found in the transaction; any may be asked",
  ],
  "surveys/src/store/answer-file-table.ts": [1, "files in the bin take room"],
  "surveys/src/store/delete-answer.ts": [1, "counts are right in the bin as well"],
  "surveys/src/store/delete-survey.ts": [1, "deletes for ever"],
  "surveys/src/store/survey-draft.ts": [1, "a draft that is saved meanwhile is not lost"],
  "surveys/src/store/survey-version.ts": [2, "of a survey that was found in the transaction"],
  "surveys/src/store/webhooks/empty-events.ts": [1, "what a deleted answer said goes, wherever it is"],
};

test("every statement about surveys leaves out the bin, or is listed with the reason why it does not", () => {
  const sources = readRepositoryFiles(["packages/{server,surveys}/src/**/*.ts"]);
  const reaching: Record<string, number> = {};
  for (const [path, text] of sources) {
    if (path.includes("/migrations/")) continue;
    const found = text.match(statement)?.length ?? 0;
    const conditions = text.match(/binned_at/gu)?.length ?? 0;
    if (found > conditions) reaching[path.replace("packages/", "")] = found - conditions;
  }
  const allowed = Object.entries(reachingTheBin).map(([path, [count]]) => [path, count]);
  expect(reaching).toEqual(Object.fromEntries(allowed));
});
