import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outputOf } from "../scripts/processes/run-program.ts";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";

const { resolve: find } = createRequire(import.meta.url);
const oldTypeScript = join(import.meta.dirname, "support/typescript-of-e2e.ts");

/** A platform with a team, and a folder with its OpenAPI document. */
async function start() {
  const declaration = writeDeclaration("http://localhost/callback");
  const platform = await startPlatform({ parameters: ["--apply", declaration] });
  onTestFinished(() => platform.stop().then(() => undefined));
  const folder = mkdtempSync(join(tmpdir(), "sop-generated-clients-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const document = join(folder, "openapi.json");
  writeFileSync(document, await (await fetch(`${platform.url}/openapi.json`)).text());
  return { platform, folder, document };
}

/** The token of a team, by OAuth. */
async function teamToken({ url }: PlatformProcess): Promise<string> {
  const { appid, secret } = credentials.team;
  const response = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${appid}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "surveys:read" }),
  });
  // The fields of a success; the calls below fail without them.
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

/** What the test uses of a client that @hey-api/openapi-ts makes. */
interface GeneratedClient {
  readonly client: {
    setConfig(options: {
      readonly auth: (scheme: { readonly scheme?: string; readonly type: string }) => string | undefined;
    }): void;
  };
  listSurveys(): Promise<{ readonly data?: unknown }>;
  listAnswers(options: object): Promise<{ readonly error?: unknown; readonly response: Response }>;
}

test("a client of @hey-api/openapi-ts gets the token once, and lists surveys with it", async () => {
  const { platform, folder, document } = await start();
  const tool = join(import.meta.dirname, "../node_modules/@hey-api/openapi-ts/dist/run.mjs");
  const output = join(folder, "client");
  await outputOf(process.execPath, ["--import", oldTypeScript, tool, "-i", document, "-o", output], {
    cwd: folder,
  });
  // The client is in the entry; its shape is what the test calls.
  const { client } = (await import(join(output, "client.gen.ts"))) as Pick<GeneratedClient, "client">;
  const calls = (await import(join(output, "index.ts"))) as Omit<GeneratedClient, "client">;
  const token = await teamToken(platform);
  client.setConfig({ auth: ({ scheme }) => (scheme === "bearer" ? token : undefined) });
  expect((await calls.listSurveys()).data).toMatchObject({
    code: "OK",
    data: { total: 1, list: [{ title: "Team pulse" }] },
  });
  const refused = await calls.listAnswers({ path: { survey_id: 1 } });
  expect(refused.response.status).toBe(403);
  expect(refused.error).toMatchObject({ error: { type: "insufficient_scope" } });
});

test("types of openapi-typescript ask no call for an appid, and can be compiled", async () => {
  const { folder, document } = await start();
  const tool = join(dirname(find("openapi-typescript/package.json")), "bin/cli.js");
  await outputOf(process.execPath, [tool, document, "-o", join(folder, "types.ts")]);
  const lines = [
    `import type { operations } from "./types.ts";`,
    `const query: operations["listSurveys"]["parameters"]["query"] = { page: 2 };`,
    `export const page: number | undefined = query.page;`,
  ];
  writeFileSync(join(folder, "program.ts"), lines.join("\n"));
  const compiler = join(dirname(find("typescript/package.json")), "bin/tsc");
  const options = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--skipLibCheck"];
  const program = [compiler, ...options, join(folder, "program.ts")];
  expect(await outputOf(process.execPath, program, { cwd: folder })).toBe("");
});
