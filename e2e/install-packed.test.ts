import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  installPacked,
  packWithDependencies,
  type PackedPackages,
} from "../scripts/packages/install-packed.ts";
import { readManifest } from "../scripts/packages/workspace-packages.ts";
import { outputOf, runProgram } from "../scripts/processes/run-program.ts";
import { startPlatform } from "./support/platform-process.ts";

const SERVER = "@survey-open-platform/server";
const HUB = "@survey-open-platform/token-hub";

/** Both programs, and what they depend on: npm is started once. */
let packed: PackedPackages;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "sop-packed-"));
  packed = await packWithDependencies([SERVER, HUB], folder);
  return () => rmSync(folder, { recursive: true });
});

/** What a module in a folder of the project gets when it imports something. */
async function importing(folder: string, specifier: string): Promise<string> {
  const file = join(folder, "import.js");
  writeFileSync(
    file,
    `import(${JSON.stringify(specifier)}).then(() => console.log("found"), (e) => console.log(e.code));`,
  );
  return (await runProgram(process.execPath, [file])).stdout.trim();
}

describe("a packed package that is installed without a registry", () => {
  let project: string;
  let server: string;
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), "sop-install-packed-"));
    await installPacked(SERVER, packed, project);
    server = realpathSync(join(project, "node_modules", SERVER));
    return () => rmSync(project, { recursive: true });
  });

  it("holds what its manifest ships, and no sources", () => {
    const entries = readdirSync(server);
    expect(entries).toEqual(expect.arrayContaining(["bin", "dist", "package.json"]));
    expect(entries).not.toContain("src");
    expect(entries).not.toContain("test");
  });

  it("runs: its command says its version, and the platform starts with workers, serves and stops", async () => {
    const command = join(project, "node_modules/.bin/sop");
    expect(await outputOf(command, ["--version"], { cwd: project })).toMatch(/^\d+\.\d+\.\d+\n$/);
    const program = join(project, "node_modules", SERVER, "bin/sop.js");
    await using platform = await startPlatform({ program, environment: { SOP_WORKERS: "2" } });
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${platform.url}/docs/api`)).status).toBe(200);
  });

  it("finds every dependency that it declares", async () => {
    const declared = Object.keys(readManifest(server).dependencies ?? {});
    expect(declared.length).toBeGreaterThan(5);
    for (const name of declared.filter((one) => !one.startsWith("@survey-open-platform/")))
      expect(readdirSync(join(server, "node_modules"))).toContain(name.split("/")[0]);
    expect(await importing(server, "hono")).toBe("found");
    expect(await importing(server, "@survey-open-platform/database")).toBe("found");
  });

  it("finds no package that it does not declare, although the checkout has it", async () => {
    expect(await importing(server, "vitest")).toBe("ERR_MODULE_NOT_FOUND");
    const database = realpathSync(join(server, "node_modules/@survey-open-platform/database"));
    // The server declares it; the database does not.
    expect(await importing(database, "hono")).toBe("ERR_MODULE_NOT_FOUND");
    expect(await importing(database, "kysely")).toBe("found");
  });
});

it("the packed hub runs, with the packages that it depends on packed as well", async () => {
  const project = mkdtempSync(join(tmpdir(), "sop-install-packed-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  await installPacked(HUB, packed, project);
  const command = join(project, "node_modules/.bin/token-hub");
  expect(await outputOf(command, ["--help"], { cwd: project })).toContain("serve");
});
