import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../../scripts/packages/pack-package.ts";
import { outsideEnvironment } from "../../scripts/processes/environments.ts";
import { outputOf } from "../../scripts/processes/run-program.ts";
import { writeDeclaration } from "../support/declaration-file.ts";
import { startPlatform } from "../support/platform-process.ts";
import { teamToken } from "../support/team-token.ts";

const guide = readFileSync(join(ROOT, "docs/guides/agents.md"), "utf8");
const [, inspector = "", shown = "{}"] =
  /(@modelcontextprotocol\/inspector@\S+)[\s\S]*?^```json\n([\s\S]*?)^```$/m.exec(guide) ?? [];

/** Of which kind each part of a value is. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

test("the inspector's command line calls a tool, and prints what the guide for agents shows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "inspector-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using platform = await startPlatform({
    parameters: ["--apply", writeDeclaration("http://localhost/callback")],
  });
  const options = { cwd: folder, env: outsideEnvironment(), withinMilliseconds: 300_000 };
  // What its pages and windows need is not installed: its command line needs none of it.
  await outputOf("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", inspector], options);
  const token = await teamToken(platform.url);
  const call = (...words: readonly string[]) =>
    outputOf(
      join(folder, "node_modules/.bin/mcp-inspector"),
      [
        "--cli",
        `${platform.url}/mcp`,
        "--transport",
        "http",
        "--header",
        `Authorization: Bearer ${token}`,
      ].concat(words),
      options,
    );
  const listed: unknown = JSON.parse(await call("--method", "tools/list"));
  expect(listed).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: "list_surveys" })]),
  });
  const words = ["--method", "tools/call", "--tool-name", "list_surveys", "--tool-arg", "limit=1"];
  // What is shown goes on with a cursor; here there is one survey.
  expect(shapeOf(JSON.parse(shown))).toMatchObject(Object(shapeOf(JSON.parse(await call(...words)))));
});
