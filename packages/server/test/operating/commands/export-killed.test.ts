import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { TestPlatform } from "../../support/test-platform.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder, SopProcess } from "./support/sop-process.ts";

/** A platform whose newest survey has so many answers that its export takes a while. */
async function startWithLargeSurvey() {
  const operated = await startOperatedPlatform();
  const { platform, sopJson } = operated;
  const { id } = await publishSurvey(platform, { text: "Lunch\n\nAnything?[Multi-line Text]" });
  const folder = makeFolder();
  const answers = join(folder, "answers.csv");
  writeFileSync(answers, `Anything?\n${"Soup\n".repeat(20_000)}`);
  await sopJson("import-answers", answers, "--survey", String(id));
  return { ...operated, id, folder };
}

/** Exports all surveys in a process of its own, and kills it once this file is being written. */
async function killedExport({ address }: TestPlatform, output: string, file: string): Promise<void> {
  const running = new SopProcess(["export", "--all", "--output", output, "--database", address], {});
  await vi.waitUntil(() => existsSync(file), { timeout: 60_000, interval: 5 });
  expect((await running.stop("SIGKILL")).code).toBeNull();
}

it("an export that is killed leaves no file of its name, and can be made again", async () => {
  const { platform, sop, sopJson, folder } = await startWithLargeSurvey();
  const output = join(folder, "all.sop.zip");
  await killedExport(platform, output, `${output}.partial`);
  expect(existsSync(output)).toBe(false);
  await sopJson("export", "--all", "--output", output);
  expect(existsSync(`${output}.partial`)).toBe(false);
  expect(await sop("import", output, "--owner", "bob")).toMatchObject({ code: 0 });
});

it("an export into a folder that is killed goes on with the surveys that are missing, and makes none of the others again", async () => {
  const { platform, sop, sopJson, id, folder } = await startWithLargeSurvey();
  const output = join(folder, "surveys/");
  const large = `survey-${id}.sop.zip`;
  await killedExport(platform, output, join(output, `${large}.partial`));
  const done = readdirSync(output).filter((file) => file.endsWith(".zip"));
  expect(done.length).toBeGreaterThan(1);
  expect(done).not.toContain(large);
  const written = () => done.map((file) => statSync(join(output, file)).ino);
  const before = written();
  const { surveys, kept } = await sopJson("export", "--all", "--output", output);
  expect([kept.length, surveys.length]).toEqual([done.length, done.length + 1]);
  expect(written()).toEqual(before);
  expect(readdirSync(output).toSorted()).toEqual([...done, large].toSorted());
  const again = await sop("export", "--all", "--output", output);
  expect(again.stdout).toContain(`${surveys.length} of them had a file there already`);
});
