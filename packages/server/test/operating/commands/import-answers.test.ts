import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recountSurvey } from "@survey-open-platform/surveys";
import { utils, write } from "xlsx";
import { publishSurvey } from "../../support/published-survey.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder } from "./support/sop-process.ts";

const text = `Lunch

How was it?[Single Choice]
Good
Bad

What did you eat?[Multiple Choice]
Soup
Rice
Cake

How much?[Rating Scale]
1~5

Anything else?[Multi-line Text][Optional]`;

async function started() {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const { id, definition } = await publishSurvey(platform, { text });
  const questions = definition.pages.flatMap((page) => page.questions);
  const folder = makeFolder();
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const answers = () =>
    platform.store.reader.kysely
      .selectFrom("answers")
      .selectAll()
      .where("survey_id", "=", id)
      .orderBy("answer_id")
      .execute();
  return { platform, id, questions, file, answers, sop, sopJson };
}

const csv = `Timestamp,How was it?,What did you eat?,3. How much?,anything ELSE?,Mood
2026-03-01 09:00:00,Good,"Soup, Cake",4,"Two ""lines""
here",fine
2026-03-02T10:00:00Z,Bad,,1,,
`;

it("answers of a table are taken in by the titles of questions, counted, and shown before", async () => {
  const { id, questions, file, answers, sop, sopJson } = await started();
  const path = file("answers.csv", csv);
  const look = await sop("import-answers", path, "--survey", String(id), "--look");
  expect([look.code, look.stderr]).toEqual([0, ""]);
  expect(look.stdout).toContain("How was it?: 1. How was it? (by title)");
  expect(look.stdout).toContain("Mood: left out");
  expect(look.stdout).toContain("2 answers can be taken in.");
  expect(await answers()).toEqual([]);
  expect(await sopJson("import-answers", path, "--survey", String(id))).toMatchObject({
    answers: 2,
    taken: true,
  });
  const [one, two] = await answers();
  const [how, what, much, more] = questions;
  const option = (question: typeof how, at: number) => question?.options[at]?.id;
  expect(JSON.parse(String(one?.answer_values))).toEqual({
    [how?.id ?? ""]: [option(how, 0)],
    [what?.id ?? ""]: [option(what, 0), option(what, 2)],
    [much?.id ?? ""]: "4",
    [more?.id ?? ""]: 'Two "lines"\nhere',
  });
  expect(two).toMatchObject({ ended_at: Date.parse("2026-03-02T10:00:00Z") });
});

it("what is wrong is named by its row and column, and then nothing is taken in", async () => {
  const { id, file, answers, sop } = await started();
  const path = file("wrong.csv", "How was it?;How much?\nGood;4\nFine;9\n;x\n");
  const { code, stdout, stderr } = await sop("import-answers", path, "--survey", String(id));
  expect(code).toBe(1);
  expect(stderr).toContain("Row 3, How was it?: names no option of the question.");
  expect(stderr).toContain("Row 4, How much?: must be a whole number from 1 to 5.");
  expect(stdout).toContain("Nothing was changed");
  expect(await answers()).toEqual([]);
});

it("a workbook, columns for each option, and columns without a known head by their position", async () => {
  const { id, questions, file, answers, sop } = await started();
  const what = questions[1];
  const book = utils.book_new();
  const heads = ["How was it?", ...(what?.options ?? []).map((one) => `2. What did you eat? [${one.text}]`)];
  utils.book_append_sheet(book, utils.aoa_to_sheet([heads, ["bad", 1, 0, "yes"]]), "Answers");
  const path = file("answers.xlsx", new Uint8Array(write(book, { type: "array", bookType: "xlsx" })));
  expect(await sop("import-answers", path, "--survey", String(id))).toMatchObject({ code: 0, stderr: "" });
  const [first] = await answers();
  expect(JSON.parse(String(first?.answer_values))).toMatchObject({
    [what?.id ?? ""]: [what?.options[0]?.id, what?.options[2]?.id],
  });
  const placed = file("placed.csv", "a\tb\tc\td\nGood\tRice\t5\tx\n");
  const { code, stdout } = await sop("import-answers", placed, "--survey", String(id));
  expect([code, stdout.includes("a: 1. How was it? (by position)")]).toEqual([0, true]);
  expect(await answers()).toHaveLength(2);
});

it("files, surveys and columns that are not there, and files that cannot be read, change nothing", async () => {
  const { id, file, answers, sop } = await started();
  const survey = ["--survey", String(id)];
  for (const [words, problem] of [
    [["missing.csv", ...survey], "cannot be read"],
    [[file("a.csv", csv), "--survey", "999999"], "There is no survey 999999"],
    [[file("other.csv", "x,y\n1,2\n"), ...survey], "No column of the file"],
    [[file("open.csv", 'How was it?\n"Good\n'), ...survey], "ends inside a quoted cell"],
    [
      [file("latin.csv", Buffer.from("How was it?\nGood \xe9\n", "latin1")), ...survey],
      "cannot be read as text in UTF-8",
    ],
    [[file("bad.xlsx", "PK and nothing"), ...survey], "is damaged"],
  ] as const) {
    const { code, stderr } = await sop("import-answers", ...words);
    expect([code, stderr.includes(problem) ? problem : stderr]).toEqual([1, problem]);
  }
  expect(await answers()).toEqual([]);
});

it("results of a table that was taken in are those that its rows say", async () => {
  const { platform, id, questions, file, sopJson } = await started();
  const dishes = ["Soup", "Rice", "Cake"];
  const rows = Array.from({ length: 2000 }, (_, at) => ({
    how: at % 7 < 5 ? "Good" : "Bad",
    what: dishes.filter((_dish, bit) => ((at >> bit) & 1) === 1),
    much: (at % 11) % 5,
  }));
  const lines = rows.map(({ how, what, much }) => `${how},"${what.join(", ")}",${much + 1}`);
  const path = file("many.csv", ["How was it?,What did you eat?,How much?", ...lines].join("\n"));
  await sopJson("import-answers", path, "--survey", String(id));
  const [how, what, much] = questions;
  const count = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length;
  const tallies = await platform.store.surveys.tallies({
    surveyId: id,
    questionIds: questions.map((question) => question.id),
  });
  const counted = (question: typeof how) =>
    question?.options.map((option) => tallies.get(question.id)?.get(option.id));
  expect(counted(how)).toEqual(["Good", "Bad"].map((word) => count((row) => row.how === word)));
  expect(counted(what)).toEqual(dishes.map((dish) => count((row) => row.what.includes(dish))));
  expect([1, 2, 3, 4, 5].map((mark) => tallies.get(much?.id ?? "")?.get(String(mark)))).toEqual(
    [0, 1, 2, 3, 4].map((mark) => count((row) => row.much === mark)),
  );
  expect(await recountSurvey(platform.database, id)).toEqual([]);
});
