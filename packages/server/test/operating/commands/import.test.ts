import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startOperatedPlatform } from "./support/operate.ts";

const folder = fileURLToPath(new URL("../../../../../examples/imports/", import.meta.url));
const files = readdirSync(folder).filter((name) => name !== "README.md");

it("every example is imported with a line of JSON, and its report is kept", async () => {
  const { platform, sop } = await startOperatedPlatform();
  const paths = files.map((name) => join(folder, name));
  const { code, stdout, stderr } = await sop("import", ...paths, "--owner", "ada", "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(files.length);
  for (const { survey, source, report, imported } of lines) {
    expect([imported, source]).not.toContain("");
    const origin = await platform.store.surveys.findOrigin(survey);
    expect(origin).toMatchObject({ source, lossCount: report.length });
  }
});

it("a file that cannot be read keeps no other out, and the exit code says so", async () => {
  const { sop } = await startOperatedPlatform();
  const good = join(folder, "limesurvey.lss");
  const { code, stdout, stderr } = await sop("import", "missing.lss", good, "--owner", "Birch");
  expect([code, stderr]).toEqual([1, "missing.lss: no survey was made. This file cannot be read.\n"]);
  expect(stdout).toContain("a survey of LimeSurvey became survey");
  expect(stdout).toContain("sum: is not calculated: {minutes*2}");
});
