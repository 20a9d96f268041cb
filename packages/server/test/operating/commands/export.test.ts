import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { auditLog, startOperatedPlatform } from "./support/operate.ts";
import { makeFolder } from "./support/sop-process.ts";

it("a survey leaves in a file that only its owner reads, and comes in again with its answers", async () => {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const output = join(makeFolder(), "lunch.sop.zip");
  const words = ["export", "--survey", String(surveyId), "--output", output, "--with-participants"];
  const made = await sopJson(...words);
  expect(made).toMatchObject({ file: output, surveys: [surveyId], bytes: statSync(output).size });
  expect(statSync(output).mode & 0o777).toBe(0o600);
  expect(readFileSync(output, "latin1")).toContain(`surveys/${surveyId}/participants.jsonl`);
  const { code, stdout } = await sop("import", output, "--owner", "bob", "--json");
  expect(code).toBe(0);
  const { surveys, report } = JSON.parse(stdout);
  expect([surveys.length, report]).toEqual([1, []]);
  const list = { lastAnswerId: 0, perPage: 100 };
  const [was, is] = await Promise.all(
    [surveyId, surveys[0]].map((id) => platform.store.surveys.listAnswers({ surveyId: id, ...list })),
  );
  expect(is?.map(({ answerId, valuesText }) => [answerId, valuesText])).toEqual(
    was?.map(({ answerId, valuesText }) => [answerId, valuesText]),
  );
  const log = await auditLog(platform);
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["answers.exported", "survey.created"]),
  );
});

it("all surveys of a team, or of the platform, leave in one file", async () => {
  const { sop, sopJson } = await startOperatedPlatform();
  const folder = makeFolder();
  const team = await sopJson("export", "--team", "Birch", "--output", join(folder, "team.sop.zip"));
  const all = await sopJson("export", "--all", "--output", join(folder, "all.sop.zip"));
  expect(team.surveys.length).toBeGreaterThan(0);
  expect(all.surveys).toEqual(expect.arrayContaining(team.surveys));
  expect(all.surveys.length).toBeGreaterThan(team.surveys.length);
  const { code, stdout } = await sop("import", join(folder, "all.sop.zip"), "--owner", "Birch");
  expect(code).toBe(0);
  expect(stdout).toContain(`${all.surveys.length} surveys were made`);
});

it.each([
  ["limesurvey", "<LimeSurveyDocType>Survey"],
  ["xlsform", "PK"],
  ["surveyjs", '"pages": ['],
])("the questions of a survey leave as a file of %s, which comes in again", async (format, has) => {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const output = join(makeFolder(), "lunch.file");
  const words = ["export", "--survey", String(surveyId), "--format", format, "--output", output];
  const made = await sopJson(...words);
  expect(made).toMatchObject({ file: output, survey: surveyId, format, bytes: statSync(output).size });
  expect(readFileSync(output, "latin1")).toContain(has);
  expect(await sop("import", output, "--owner", "bob")).toMatchObject({ code: 0 });
  expect((await sop(...words)).stderr).toContain("exists already");
});

it("an export without a survey, with two choices or over a file that is there says what to do, and writes nothing", async () => {
  const { sop } = await startOperatedPlatform();
  const folder = makeFolder();
  const taken = join(folder, "taken");
  writeFileSync(taken, "mine");
  const output = join(folder, "out.sop.zip");
  const rows: readonly (readonly [readonly string[], string])[] = [
    [["--output", output], "one of --survey ID, --team NAME and --all"],
    [["--all", "--survey", "1", "--output", output], "one of --survey ID, --team NAME and --all"],
    [["--survey", "x", "--output", output], "--survey must be the number of a survey"],
    [["--survey", "99999", "--output", output], "There is no such survey."],
    [["--team", "Nowhere", "--output", output], "There is no team called Nowhere."],
    [["--all"], "--output is missing"],
    [["--all", "--output", taken], "exists already"],
    [["--all", "--output", join(folder, "no", "folder")], "cannot be written"],
    [["--all", "--output", join(taken, "/")], "is no folder"],
  ];
  for (const [words, says] of rows) {
    const { code, stderr } = await sop("export", ...words);
    expect(code).not.toBe(0);
    expect(stderr).toContain(says);
    expect(existsSync(output)).toBe(false);
  }
});

it("an archive that is damaged keeps no other file out, and nothing of it comes in", async () => {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const folder = makeFolder();
  const whole = join(folder, "all.sop.zip");
  await sopJson("export", "--all", "--output", whole);
  const cut = join(folder, "cut.sop.zip");
  writeFileSync(cut, readFileSync(whole).subarray(0, 2000));
  const count = async () =>
    (await platform.database.reader.kysely.selectFrom("surveys").select("id").execute()).length;
  const before = await count();
  const { code, stderr } = await sop("import", cut, "--owner", "bob");
  expect(code).toBe(1);
  expect(stderr).toContain(`${cut}: no survey was made. This file`);
  expect(await count()).toBe(before);
});
