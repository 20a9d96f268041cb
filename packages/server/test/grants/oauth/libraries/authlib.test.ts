import { mkdtempDisposableSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { snippetsFor } from "../../../../src/applications/connect-snippets.ts";
import { succeeds } from "../../../../../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../../../../../scripts/processes/running-program.ts";
import { approve } from "../../../support/approve.ts";
import { declare } from "../../../support/declare.ts";
import { startListeningPlatform, type ListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

const python = "/usr/bin/python3";

/** A program in two parts: the first leaves the authorization address in `url`, the second finds in `address` where the browser came back to. */
interface PythonProgram {
  readonly begin: string;
  /** Ends with an expression whose value is compared. */
  readonly finish: string;
  readonly result: string;
}

/** The second part waits until the address is in a file. */
const runner = `
import json, os, sys, time
begin, finish, result, file = sys.argv[1:]
names = {}
exec(begin, names)
print(names["url"], flush=True)
while not os.path.exists(file):
    time.sleep(0.02)
with open(file) as opened:
    names["address"] = opened.read()
exec(finish, names)
print(json.dumps(eval(result, names)))
`;

/** Runs a program, and allows what it asks for. @returns its result */
async function signIn(
  platform: ListeningPlatform,
  { begin, finish, result }: PythonProgram,
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "sop-authlib-"));
  const file = join(folder.path, "address");
  const parameters = ["-c", runner, begin, finish, result, file];
  await using program = new RunningProgram(python, parameters, { env: { ...process.env, ...env } });
  const url = await program.printed("the address", ({ stdout }) => /^(\S+)\n/.exec(stdout)?.[1]);
  // Renamed, so that it is never read half written.
  writeFileSync(`${file}.part`, (await approve(platform, url)).href);
  renameSync(`${file}.part`, file);
  const { status, stdout } = await program.end();
  if (status !== 0) throw program.error("failed");
  return JSON.parse(stdout.split("\n")[1] ?? "");
}

/** Authlib of Debian, where this machine has it. */
async function needAuthlib({ skip }: Pick<TestContext, "skip">): Promise<void> {
  const isThere = await succeeds(python, ["-c", "import authlib, requests"]);
  skip(!isThere, "not run: the Python of this machine lacks python3-authlib or python3-requests");
}

describe("Authlib of Debian", () => {
  it("gets a token with its defaults, refreshes it at once and reads surveys", async (context) => {
    await needAuthlib(context);
    const platform = await startListeningPlatform();
    const { demoApp: secret } = sampleSecrets;
    const program = {
      begin: [
        "from authlib.integrations.requests_client import OAuth2Session",
        `base, redirect = ${JSON.stringify([platform.url, sampleCallback])}`,
        `client = OAuth2Session('demo_app', '${secret}', scope='surveys:read', redirect_uri=redirect)`,
        "url, state = client.create_authorization_url(base + '/oauth/authorize')",
      ].join("\n"),
      finish: [
        "token = client.fetch_token(base + '/oauth/token', authorization_response=address, state=state)",
        "new = client.refresh_token(base + '/oauth/token', refresh_token=token['refresh_token'])",
        "answer = client.get(base + '/api/surveys').json()",
      ].join("\n"),
      result: "[answer['data']['total'], new['refresh_token'] != token['refresh_token']]",
    };
    expect(await signIn(platform, program)).toEqual([2, true]);
  });

  it.for([
    ["with a secret", false],
    ["without a secret", true],
  ] as const)(
    "reads surveys by the code that the console shows for an application %s",
    async ([, isPublic], context) => {
      await needAuthlib(context);
      const platform = await startListeningPlatform();
      const application = { name: "Notes", owner: "bob", redirect_uris: [sampleCallback], public: true };
      if (isPublic) await declare(platform, { applications: [{ ...application, appid: "notes_app" }] });
      const code = consoleCode(platform, isPublic);
      const [begin = "", finish = ""] = code.split(/(?=# address is)/);
      const program = { begin, finish, result: "surveys['data']['total']" };
      expect(await signIn(platform, program, { SECRET: sampleSecrets.demoApp })).toBe(2);
    },
  );

  it("signs a user in by the program of the guide, over the interface's own calls, and refreshes", async (context) => {
    await needAuthlib(context);
    const platform = await startListeningPlatform();
    const program = {
      begin: `${guideProgram()}\nurl, state, verifier = begin()`,
      finish: "token = finish(address, state, verifier)\nnew = refresh(token['refresh_token'])",
      result: "[sorted(token), new['access_token'] != token['access_token']]",
    };
    const environment = { PLATFORM_URL: platform.url, APPID: "demo_app", SECRET: sampleSecrets.demoApp };
    const result = await signIn(platform, program, { ...environment, REDIRECT_URI: sampleCallback });
    expect(result).toEqual([expect.arrayContaining(["access_token", "openid", "refresh_token"]), true]);
  });
});

function consoleCode({ url }: ListeningPlatform, isPublic: boolean): string {
  const snippets = snippetsFor({
    appid: isPublic ? "notes_app" : "demo_app",
    redirectUris: [sampleCallback],
    isPublic,
    requiresPkce: isPublic,
    addresses: { issuer: url, api: `${url}/api` },
  });
  return snippets.find(({ library }) => library.startsWith("Authlib"))?.code ?? "";
}

/** Both languages have the same one, as a test of the guide says. */
function guideProgram(): string {
  const guide = join(import.meta.dirname, "../../../../../../docs/guides/sign-in-with-other-libraries.md");
  return /^```python\n(.*?)^```$/ms.exec(readFileSync(guide, "utf8"))?.[1] ?? "";
}
