import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { publishSurvey } from "../../support/published-survey.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder, SopProcess } from "./support/sop-process.ts";

it("an export that is killed leaves no file of its name, and can be made again", async () => {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const { id } = await publishSurvey(platform, { text: "Lunch\n\nAnything?[Multi-line Text]" });
  const folder = makeFolder();
  const answers = join(folder, "answers.csv");
  writeFileSync(answers, `Anything?\n${"Soup\n".repeat(40_000)}`);
  await sopJson("import-answers", answers, "--survey", String(id));
  const output = join(folder, "all.sop.zip");
  const running = new SopProcess(["export", "--all", "--output", output, "--database", platform.address], {});
  await vi.waitUntil(() => existsSync(`${output}.partial`), { timeout: 60_000, interval: 5 });
  expect((await running.stop("SIGKILL")).code).toBeNull();
  expect(existsSync(output)).toBe(false);
  await sopJson("export", "--all", "--output", output);
  expect(existsSync(`${output}.partial`)).toBe(false);
  expect(await sop("import", output, "--owner", "bob")).toMatchObject({ code: 0 });
});
