import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outputOf, runProgram } from "../scripts/processes/run-program.ts";
import { startPlatform, type PlatformProcess } from "./support/platform-process.ts";
import { makeCredentials, startTlsRelay, type TlsServer } from "./support/tls-servers.ts";
import { WebClient } from "./support/web-client.ts";

const root = join(import.meta.dirname, "..");
const guide = "sign-in-with-other-libraries.md";
const english = readFileSync(join(root, "docs/guides", guide), "utf8");
const chinese = readFileSync(join(root, "docs/guides/zh-cn", guide), "utf8");

const blocksOf = (text: string) => [...text.matchAll(/^```\w+\n.*?^```$/gms)].map(([block]) => block);

/** The program below a heading of the guide. */
function programBelow(heading: string): string {
  const [, section = ""] = english.split(`\n## ${heading}\n`);
  const [, code] = /^```js\n(.*?)^```$/ms.exec(section) ?? [];
  if (code === undefined) throw new Error(`there is no program below ${heading}`);
  return code;
}

/** Calls a function of a program in its own process, and prints what it gives, as it would be kept in a session. */
const caller = `
const [program, name, ...words] = process.argv.slice(2);
const { [name]: call } = await import(program);
console.log(JSON.stringify(await call(...words.map((word) => JSON.parse(word)))));
`;

const application = { appid: "web_app", secret: "web-app-end-to-end-secret-01" };
const redirectUri = "https://application.example/callback";
const password = "ada-end-to-end-password";

test("the guide shows the same programs in both languages", () => {
  expect(blocksOf(english)).toHaveLength(6);
  expect(blocksOf(chinese)).toEqual(blocksOf(english));
});

describe.each(["ok", "semantic"])("against a platform that reports errors the %s way", (errorStatus) => {
  const folder = mkdtempSync(join(tmpdir(), "sop-other-libraries-"));
  let platform: PlatformProcess;
  let relay: TlsServer;

  beforeAll(async () => {
    const declaration = join(folder, "declaration.json");
    const web = { ...application, name: "Web", owner: "ada", redirect_uris: [redirectUri] };
    writeFileSync(
      declaration,
      JSON.stringify({ users: [{ username: "ada", password }], applications: [web] }),
    );
    const environment = { SOP_ERROR_STATUS: errorStatus };
    platform = await startPlatform({ parameters: ["--apply", declaration], environment });
    // The libraries refuse addresses without TLS.
    const credentials = await makeCredentials();
    relay = await startTlsRelay(credentials, () => Number(new URL(platform.url).port));
    const programs = join(folder, "programs");
    mkdirSync(programs);
    symlinkSync(join(root, "node_modules"), join(programs, "node_modules"));
    const files = {
      "certificate.pem": credentials.cert,
      "package.json": '{"type":"module"}',
      "call.js": caller,
      "platform-fetch.js": programBelow("What differs from OAuth 2.0"),
      "openid-client.js": programBelow("openid-client"),
      "oauth4webapi.js": programBelow("oauth4webapi"),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(programs, name), content);
  });
  afterAll(async () => {
    await relay[Symbol.asyncDispose]();
    await platform.stop();
    rmSync(folder, { recursive: true });
  });

  function processOf(program: string, name: string, values: readonly unknown[]) {
    const words = ["call.js", `./${program}.js`, name, ...values.map((value) => JSON.stringify(value))];
    const env = {
      PATH: process.env["PATH"],
      NODE_EXTRA_CA_CERTS: "certificate.pem",
      PLATFORM_URL: `https://127.0.0.1:${relay.port}`,
      APPID: application.appid,
      SECRET: application.secret,
      REDIRECT_URI: redirectUri,
    };
    return [process.execPath, words, { env, cwd: join(folder, "programs") }] as const;
  }

  async function call(program: string, name: string, ...values: readonly unknown[]) {
    return JSON.parse(await outputOf(...processOf(program, name, values)));
  }

  test.each(["openid-client", "oauth4webapi"])(
    "%s signs a user in and refreshes the token, and fails with the platform's error type when the code was used",
    async (program) => {
      const browser = new WebClient(platform.url);
      await browser.signIn("ada", password);
      const { url, state, verifier } = await call(program, "begin");
      const link = new URL(url);
      const code = await browser.allow(link.pathname + link.search);
      const address = `${redirectUri}?${new URLSearchParams({ code, state })}`;
      const tokens = await call(program, "finish", address, { state, verifier });
      expect(tokens).toMatchObject({
        access_token: expect.stringMatching(/^sopu_/),
        refresh_token: expect.stringMatching(/^sopr_/),
        expires_in: 259_200,
        openid: expect.any(String),
      });
      const refreshed = await call(program, "refresh", tokens.refresh_token);
      expect(refreshed.access_token).toMatch(/^sopu_/);
      expect(refreshed.access_token).not.toBe(tokens.access_token);
      const again = await runProgram(...processOf(program, "finish", [address, { state, verifier }]));
      expect(again.status).toBe(1);
      expect(again.stderr).toContain("invalid_grant");
    },
  );
});
