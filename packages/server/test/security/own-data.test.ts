import { expect, it } from "vitest";
import { zipParts } from "../../../surveys/test/support/zip-parts.ts";
import { obtainUserTokens } from "../support/flows.ts";
import { binSurveysOf } from "../support/bin-survey.ts";
import { declare } from "../support/declare.ts";
import { signedInBrowser, sessionCookie } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { csrfTokenOf } from "@survey-open-platform/service";

type Signed = Awaited<ReturnType<typeof signedInBrowser>>;

/** Sends the form, and reads the file. */
async function ownData(platform: TestPlatform, browser: Signed) {
  const cookie = browser.cookies.get(sessionCookie) ?? "";
  const response = await platform.fetch("/account/data", {
    method: "POST",
    body: new URLSearchParams({ csrf: csrfTokenOf(cookie) }),
    headers: { cookie: `${sessionCookie}=${cookie}`, origin: "http://platform.example" },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes };
}

it("users download everything about themselves, nothing of others, and nothing that opens anything", async () => {
  const platform = await startTestPlatform();
  const browser = await signedInBrowser(platform);
  await obtainUserTokens(platform, { browser });
  await signedInBrowser(platform, "bob");
  const { response, bytes } = await ownData(platform, browser);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const person = Buffer.from(zipParts(bytes)["person.json"] ?? []).toString();
  const tables = JSON.parse(person);
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(["users", "sessions", "grants", "audit_log"]));
  expect(tables.users).toHaveLength(1);
  expect(tables.users[0]).toMatchObject({ username: "ada", nickname: "Ada" });
  expect(person).not.toContain("Bob");
  const rows = await platform.database.reader.kysely.selectFrom("sessions").select("hash").execute();
  for (const { hash } of rows) expect(person).not.toContain(hash);
  expect(person).not.toMatch(/argon2|_hash"|"secret"/);
  const log = await platform.database.reader.kysely.selectFrom("audit_log").select("action").execute();
  expect(log.map(({ action }) => action)).toContain("user.data_exported");
});

it("downloads are limited, and need the password again after a while", async () => {
  const platform = await startTestPlatform();
  const browser = await signedInBrowser(platform);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await ownData(platform, browser)).response.status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  platform.clock.now += 3_600_000;
  const again = await ownData(platform, browser);
  expect(again.response.status).not.toBe(200);
});

it("with a deleted account its sessions and tokens end at once, on every node", async () => {
  const platform = await startTestPlatform();
  const members = (["ada", "bob"] as const).map((username) => ({ username, role: "creator" as const }));
  await declare(platform, { teams: [{ name: "Acme", members }] });
  const browser = await signedInBrowser(platform);
  const other = await signedInBrowser(platform);
  const { access_token, openid } = await obtainUserTokens(platform, { browser });
  await binSurveysOf(platform, "ada");
  const page = await browser.get("/account/delete");
  expect((await browser.submit(page, "/account/delete", { username: "ada" })).status).toBe(303);
  // As many requests as nodes: each of them refuses.
  for (let node = 0; node < 3; node += 1) {
    const { error } = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(error.type).toBe("invalid_token");
    expect((await other.get("/account")).status).toBe(303);
  }
});
