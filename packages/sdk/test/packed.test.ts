import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createMockPlatform, mockSample } from "../src/testing/mock-platform.ts";
import { ROOT } from "../../../scripts/packages/pack-package.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { installPackedSdk, machineNode, runNode, type PackedProject } from "./support/packed-sdk.ts";
import { teamCredentials } from "./support/wire.ts";

const entries = [
  "",
  "/fetch",
  "/express",
  "/fastify",
  "/koa",
  "/device",
  "/node",
  "/renewal",
  "/webhooks",
  "/testing",
];
const machine = machineNode();
const nodes: readonly (readonly [string, string])[] = [
  ["the Node of the checkout", process.execPath],
  ...(machine === undefined ? [] : [["the Node of the machine", machine] as const]),
];

let project: PackedProject;
beforeAll(async () => {
  project = await installPackedSdk();
});
afterAll(() => rmSync(project.folder, { recursive: true }));

/** The blocks of TypeScript in the README, which are JavaScript as well unless they name a type. */
const snippets = [...readme().matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

function readme(): string {
  return readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
}

/** A mock platform behind a real socket. */
async function listen(): Promise<string> {
  const mock = createMockPlatform();
  const server = createServer((request, response) => {
    const answering = mock.fetch(mock.baseUrl + (request.url ?? "/"));
    answering.then(
      async (answer) => response.writeHead(answer.status).end(await answer.text()),
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

describe.each(nodes)("the packed SDK in an empty project, on %s", (_, node) => {
  test("can be imported by every name that it exports", async () => {
    const imports = entries.map((entry) => `await import("@survey-open-platform/sdk${entry}")`);
    const file = join(project.folder, "imports.js");
    writeFileSync(file, `console.log([${imports.join(", ")}].every((m) => Object.keys(m).length > 0));`);
    expect((await runNode([file], project.folder, { node })).trim()).toBe("true");
  });

  test("prints a team's surveys with the program in the README, letter by letter", async () => {
    const code = snippets.find((snippet) => snippet.includes("fromTeamSecret")) ?? "";
    writeFileSync(join(project.folder, "team.js"), code);
    const environment = {
      PLATFORM_URL: await listen(),
      APPID: teamCredentials.appid,
      SECRET: teamCredentials.secret,
    };
    const printed = await runNode(["team.js"], project.folder, { node, environment });
    expect(printed).toContain(mockSample.surveys.find(({ ownerId }) => ownerId === 2001)?.title);
  });
});

describe("the packed SDK", () => {
  test("brings no other package with it", () => {
    const manifest: object = JSON.parse(readFileSync(join(project.sdk, "package.json"), "utf8"));
    const needs = Object.keys(manifest).filter((name) => /dependencies$/i.test(name));
    expect(needs.filter((name) => name !== "devDependencies")).toEqual([]);
  });

  test("holds its license, what was built and nothing of how it was", async () => {
    const files = (await outputOf("tar", ["-tzf", project.tarball])).trim().split("\n");
    const strange = files.filter(
      (file) => !/^package\/(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(file),
    );
    expect(strange).toEqual([]);
    expect(files).toContain("package/LICENSE");
  });

  test("has a README without a link that leaves the package", () => {
    const text = readFileSync(join(project.sdk, "README.md"), "utf8");
    expect(text.match(/\]\(\.\.?\/[^)]*\)/g) ?? []).toEqual([]);
  });

  test("is published in the right shape, as publint sees it", async () => {
    const publint = join(ROOT, "node_modules/publint/src/cli.js");
    expect(await runNode([publint, project.tarball, "--strict"], ROOT)).toContain("All good");
  });

  test("has types that every resolver of modules finds, as attw sees it", async () => {
    const attw = join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js");
    // It ends with a failure when there is a problem. That `require` finds an ES module is meant to be so.
    const ignored = ["--ignore-rules", "cjs-resolves-to-esm", "--format", "ascii"];
    const printed = await runNode([attw, project.tarball, "--profile", "strict", ...ignored], ROOT);
    for (const resolver of ["node10", "node16 (from ESM)", "bundler"])
      expect(printed.split(`${resolver}: 🟢`)).toHaveLength(entries.length + 1);
  });

  test.each([
    ["a runtime with the web's names and none of Node's", ["es2023", "dom", "dom.iterable"], []],
    ["Node without a browser's names", ["es2023"], ["node"]],
  ])("has types that compile in strict mode for %s", async (_, lib, types) => {
    const own = entries.map(
      (entry, index) => `export * as e${index} from "@survey-open-platform/sdk${entry}";`,
    );
    const code = snippets.find((snippet) => snippet.includes("titleOf")) ?? "";
    writeFileSync(join(project.folder, "consumer.ts"), `${own.join("\n")}\n${code}`);
    const options = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
    const compilerOptions = {
      ...options,
      module: "nodenext",
      lib,
      types,
      typeRoots: [join(ROOT, "node_modules/@types")],
    };
    writeFileSync(
      join(project.folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["consumer.ts"] }),
    );
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    expect(await runNode([compiler, "-p", "."], project.folder)).toBe("");
  });
});

describe("the programs that the README begins with", () => {
  test("are there for both modes, in twenty lines at most", () => {
    const programs = snippets.slice(0, 2);
    expect(programs[0]).toContain("createSignIn");
    expect(programs[1]).toContain("fromTeamSecret");
    for (const program of programs)
      expect(program.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(20);
  });
});
