import { beforeEach, describe, expect, it } from "vitest";
import { makeRandomId } from "../../src/model/token.ts";
import type { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { secretIn, sendForm } from "../support/registered-application.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const hour = 3_600_000;

let platform: TestPlatform;
let ada: Browser;
let acme: string;

beforeEach(async () => {
  platform = await startTestPlatform({ tokenRequestBurst: "10000", failedSecretsPerMinute: "10000" });
  ada = await signedInBrowser(platform);
  acme = `/teams/${await teamIdOf(platform, "Acme")}/credentials`;
});

/** What a token request gets, on the node whose turn it is: "" or the type of the error. */
async function requestWith(secret: string, appid = "acme_team"): Promise<string> {
  const call = { ...teamTokenParameters, appid, secret };
  return (await platform.call("/api/oauth2/access_token", call)).error.type;
}

async function listWith(token: string): Promise<string> {
  return (await platform.call("/api/surveys", { appid: "acme_team", access_token: token })).error.type;
}

async function onEveryNode(call: () => Promise<string>): Promise<readonly string[]> {
  return [...new Set([await call(), await call(), await call()])];
}

async function makeSecret(choice: Readonly<Record<string, string>>): Promise<string> {
  const form = { name: "", replaces: "", after: "now", tokens: "keep", request: makeRandomId(), ...choice };
  return secretIn((await sendForm(ada, `${acme}/secrets/new`, form)).html);
}

function save(allowed_networks: string) {
  return sendForm(ada, `${acme}/networks`, { allowed_networks });
}

describe("the credentials that a team makes", () => {
  it("are made once, however often and by whomever the form is sent, and the secret is shown once", async () => {
    await sendForm(ada, "/teams/new", { name: "Cedar" });
    const cedar = `/teams/${await teamIdOf(platform, "Cedar")}/credentials`;
    const forms = [{ request: "p".repeat(32) }, { request: "p".repeat(32) }, { request: "q".repeat(32) }];
    const sent = await Promise.all(forms.map((form) => sendForm(ada, `${cedar}/new`, form)));
    const shown = sent.filter(({ html }) => secretIn(html) !== "");
    expect(shown).toHaveLength(1);
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 303, 303]);
    const [html = ""] = shown.map((page) => page.html);
    const [secret, appid = ""] = [secretIn(html), /app_[0-9a-f]{20}/.exec(html)?.[0]];
    expect(await requestWith(secret, appid)).toBe("invalid_org_subscription");
    await declare(platform, { teams: [{ name: "Cedar", plan: "premium" }] });
    expect(await onEveryNode(() => requestWith(secret, appid))).toEqual([""]);
    expect(JSON.stringify(await databaseContents(platform))).not.toContain(secret);
    for (const page of ["", "/secrets", "/secrets/new", "/secrets/1/end", "/tokens"])
      expect((await ada.get(cedar + page)).html).not.toContain(secret);
  });
});

describe("a secret of a team", () => {
  it("that is replaced works until its end, on every node", async () => {
    const made = await makeSecret({ replaces: "1", after: "hour" });
    platform.clock.now += hour - 1;
    expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual([""]);
    platform.clock.now += 1;
    expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual(["invalid_client"]);
    expect(await onEveryNode(() => requestWith(made))).toEqual([""]);
  });

  it("that leaked takes the token with it, and the record says so", async () => {
    const token = await obtainTeamToken(platform);
    await makeSecret({ replaces: "all", tokens: "revoke" });
    expect(await onEveryNode(() => listWith(token))).toEqual(["invalid_token"]);
    expect((await ada.get(`${acme}/tokens?lang=en`)).html).toContain("The token was revoked");
  });
});

describe("credentials that are frozen", () => {
  it("have no working token on any node, and it does not return when they are unfrozen", async () => {
    const token = await obtainTeamToken(platform);
    expect((await sendForm(ada, `${acme}/freeze`, {})).location).toBe(`${acme}?notice=frozen`);
    expect(await onEveryNode(() => listWith(token))).toEqual(["invalid_token"]);
    expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual(["invalid_client"]);
    expect((await sendForm(ada, `${acme}/unfreeze`, {})).location).toBe(`${acme}?notice=unfrozen`);
    expect(await onEveryNode(() => listWith(token))).toEqual(["invalid_token"]);
    expect(await listWith(await obtainTeamToken(platform))).toBe("");
  });

  it("cannot be unfrozen by the team once the operator has disabled them", async () => {
    await sendForm(ada, `${acme}/freeze`, {});
    await declare(platform, {
      teams: [{ name: "Acme", application: { appid: "acme_team", disabled: true } }],
    });
    expect((await sendForm(ada, `${acme}/unfreeze`, {})).status).toBe(404);
  });
});

it("the networks of a team hold from the next call on, on every node, and what is none is refused", async () => {
  expect((await save("not a network")).status).toBe(400);
  expect(await requestWith(sampleSecrets.acmeTeam)).toBe("");
  expect((await save("203.0.113.0/24\r\n2001:db8::/32")).status).toBe(303);
  expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual(["unauthorized_client"]);
  await save("");
  expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual([""]);
});

it("a team that is deleted has no working token or secret on any node, and leaves other teams alone", async () => {
  const token = await obtainTeamToken(platform);
  const path = acme.replace("/credentials", "/delete");
  for (const name of ["", "acme", "Birch"]) expect((await sendForm(ada, path, { name })).status).toBe(400);
  expect((await sendForm(ada, path, { name: "Acme" })).location).toBe("/teams?notice=deleted");
  expect(await onEveryNode(() => listWith(token))).toEqual(["invalid_token"]);
  expect(await onEveryNode(() => requestWith(sampleSecrets.acmeTeam))).toEqual(["invalid_client"]);
  expect(await requestWith(sampleSecrets.birchTeam, "birch_team")).toBe("");
  const rows = platform.database.reader.kysely.selectFrom("surveys").select("title").orderBy("title");
  expect((await rows.execute()).map(({ title }) => title)).toEqual([
    "Survey ada-1",
    "Survey ada-2",
    "Survey birch-1",
    "Survey bob-1",
  ]);
});
