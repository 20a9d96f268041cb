import { describe, expect, it } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { auditEntries } from "../support/audit.ts";
import { authorizationLink, type UserTokens } from "../support/flows.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { textOf } from "../pages/sample-pages.tsx";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import {
  boxesOf,
  chosenTokens,
  selectedOn,
  sendChoice,
  type SentChoice,
  tickedOn,
} from "../support/survey-choice.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const path = "/account/applications/surveys";

async function start(choose?: "first") {
  const platform = await startTestPlatform();
  const [one, two] = [await surveyIdOf(platform, "ada-1"), await surveyIdOf(platform, "ada-2")];
  const tokens = choose === undefined ? await allowedTokens(platform) : await chosenTokens(platform, [one]);
  const browser = await signedInBrowser(platform);
  const { id: grant } = await platform.database.reader.kysely
    .selectFrom("grants")
    .select("id")
    .executeTakeFirstOrThrow();
  const open = (query = "") => browser.get(`${path}?grant=${grant}${query}`);
  const send = (page: Page, choice: SentChoice, from: Browser = browser) =>
    sendChoice(from, page, choice, path);
  const listed = () => listedFor(platform, tokens);
  return { platform, browser, grant, open, send, listed, one, two };
}

function requestOn({ html }: Page): string {
  return /name="request" value="([^"]*)"/.exec(html)?.[1] ?? "";
}

async function listedFor(platform: TestPlatform, { access_token, openid }: UserTokens) {
  const call = { appid: "demo_app", access_token, openid };
  const { data } = await platform.call<{ list: readonly { readonly id: number }[] }>("/api/surveys", call);
  return data.list.map(({ id }) => id);
}

describe("the surveys of an authorized application", () => {
  it("are changed at once, for tokens that are out", async () => {
    const { open, send, listed, one, two } = await start();
    const page = await open();
    expect([selectedOn(page), boxesOf(page).map(({ id }) => id)]).toEqual(["all", [two, one]]);
    const saved = await send(page, { surveys: "chosen", ticked: [two] });
    expect([saved.status, saved.location]).toEqual([303, "/account/applications?notice=surveys_changed"]);
    expect(await listed()).toEqual([two]);
    const again = await open();
    expect([selectedOn(again), tickedOn(again)]).toEqual(["chosen", [two]]);
    await send(again, { surveys: "all" });
    expect(await listed()).toEqual([one, two]);
  });

  it("are in the list in words, and in the audit log", async () => {
    const { platform, browser, open, send, one } = await start();
    const english = { "accept-language": "en" };
    expect((await browser.get("/account/applications", english)).html).toContain("all your surveys (2 now)");
    await send(await open(), { surveys: "chosen", ticked: [one] });
    expect((await browser.get("/account/applications", english)).html).toContain("1 of 2 surveys");
    const entry = (await auditEntries(platform)).find(({ action }) => action === "grant.surveys_changed");
    expect(entry).toMatchObject({ target: "demo_app" });
    expect([entry?.before, entry?.after].map((values) => JSON.parse(values ?? ""))).toEqual([
      { surveys: "all" },
      { surveys: 1 },
    ]);
  });

  it("survive a search, and nothing changes before they are saved", async () => {
    const { browser, open, send, listed, one, two } = await start("first");
    const looked = await send(await open(), { ticked: [one, two], q: "ada-2", look: "" });
    expect(looked.location).toMatch(new RegExp(`^${path}\\?grant=\\d+&pending=[\\w-]{32}&q=ada-2$`));
    expect(await listed()).toEqual([one]);
    const found = await browser.get(looked.location ?? "");
    expect(tickedOn(found).toSorted((a, b) => a - b)).toEqual([one, two]);
    await send(found, {});
    expect(await listed()).toEqual([one, two]);
  });

  it("cannot be none for an application that only reads", async () => {
    const { browser, open, send, listed, one } = await start("first");
    const refused = await send(await open(), { surveys: "chosen", ticked: [] });
    const again = await browser.get(refused.location ?? "", { "accept-language": "en" });
    expect(again.html).toContain("No survey is chosen.");
    expect(await listed()).toEqual([one]);
  });

  it("are those of their user alone: others see no such page, and their forms change nothing", async () => {
    const { platform, browser, grant, open, send, listed, one } = await start("first");
    const bob = await signedInBrowser(platform, "bob");
    expect((await bob.get(`${path}?grant=${grant}`)).status).toBe(404);
    for (const query of ["", "?grant=x", "?grant=0", "?grant=999999"])
      expect((await browser.get(path + query)).status).toBe(404);
    const page = await open();
    for (const choice of [{ surveys: "all" }, { look: "" }] as const) {
      const refused = await send(page, choice, bob);
      expect((await bob.follow(refused)).status).toBe(404);
    }
    expect(await listed()).toEqual([one]);
  });

  it("are not changed by a page of a grant that was revoked, or that was saved already", async () => {
    const { platform, browser, open, send, one } = await start("first");
    const [revoked, saved] = [await open(), await open()];
    await send(saved, { ticked: [one] });
    const refused = await browser.follow(send(saved, { surveys: "all" }));
    expect(textOf(refused.html)).toContain("nothing was changed");
    expect(tickedOn(refused)).toEqual([one]);
    const { id = 0 } = (await platform.store.findUserByUsername("ada")) ?? {};
    await platform.store.revokeAllGrants(id, { userId: id, username: "ada", address: "" });
    expect((await browser.follow(send(revoked, { surveys: "all" }))).status).toBe(404);
    expect((await browser.get("/account/applications")).status).toBe(200);
  });

  it("a page that changes them gives no code, and a consent page changes none without a decision", async () => {
    const { browser, open, send, listed, one } = await start("first");
    const page = await open();
    expect((await sendChoice(browser, page, { surveys: "all", decision: "allow" })).status).toBe(400);
    const consent = await browser.get(authorizationLink());
    expect(
      (
        await send(
          { ...page, html: page.html.replaceAll(requestOn(page), requestOn(consent)) },
          { surveys: "all" },
        )
      ).location,
    ).toContain("problem=expired");
    expect(await listed()).toEqual([one]);
  });
});
