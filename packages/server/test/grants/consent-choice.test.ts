import { noLogic } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { authorizationLink, exchangeParameters, type UserTokens } from "../support/flows.ts";
import { codeOf } from "../support/opened-consent.ts";
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

async function start() {
  const platform = await startTestPlatform();
  const ids = { one: await surveyIdOf(platform, "ada-1"), two: await surveyIdOf(platform, "ada-2") };
  const ofBob = await surveyIdOf(platform, "bob-1");
  const browser = await signedInBrowser(platform);
  const open = (changes = {}) => browser.get(authorizationLink(changes));
  return { platform, browser, open, ids, ofBob };
}

/** The ids in the list of surveys that an application gets. */
async function listedFor(platform: TestPlatform, { access_token, openid }: UserTokens) {
  const { data } = await platform.call<{ total: number; list: readonly { readonly id: number }[] }>(
    "/api/surveys",
    { appid: "demo_app", access_token, openid },
  );
  const ids = data.list.map(({ id }) => id);
  expect(data.total).toBe(ids.length);
  return ids;
}

async function tokensOf(platform: TestPlatform, answer: Parameters<typeof codeOf>[0]): Promise<UserTokens> {
  const parameters = exchangeParameters(codeOf(answer));
  return (await platform.call<UserTokens>("/api/oauth2/access_token", parameters)).data;
}

describe("the consent page", () => {
  it("offers all surveys to an application with a secret, and lists the newest with nothing ticked", async () => {
    const { open, ids } = await start();
    const page = await open();
    expect(selectedOn(page)).toBe("all");
    expect(boxesOf(page)).toEqual([ids.two, ids.one].map((id) => ({ id, isTicked: false })));
  });

  it("limits the application to the surveys that are ticked", async () => {
    const { platform, ids } = await start();
    const tokens = await chosenTokens(platform, [ids.two]);
    expect(await listedFor(platform, tokens)).toEqual([ids.two]);
    const call = { appid: "demo_app", access_token: tokens.access_token };
    expect((await platform.call(`/api/surveys/${ids.two}`, call)).code).toBe("OK");
    expect((await platform.call(`/api/surveys/${ids.one}`, call)).error.type).toBe("not_found");
  });

  it("begins with what the grant has, and the last decision holds for tokens that are out", async () => {
    const { platform, browser, open, ids } = await start();
    const tokens = await chosenTokens(platform, [ids.two]);
    const page = await open();
    expect([selectedOn(page), tickedOn(page)]).toEqual(["chosen", [ids.two]]);
    await sendChoice(browser, page, { ticked: [ids.one], decision: "allow" });
    expect(await listedFor(platform, tokens)).toEqual([ids.one]);
    await sendChoice(browser, await open(), { surveys: "all", decision: "allow" });
    expect(await listedFor(platform, tokens)).toEqual([ids.one, ids.two]);
    expect(selectedOn(await open())).toBe("all");
  });

  it("keeps what is ticked through a search, and shows the same request again", async () => {
    const { platform, browser, open, ids } = await start();
    const page = await open();
    const looked = await sendChoice(browser, page, {
      surveys: "chosen",
      ticked: [ids.one],
      q: "ada-2",
      look: "",
    });
    expect([looked.status, looked.location]).toEqual([
      303,
      expect.stringMatching(/^\/connect\/oauth2\/authorize\?appid=demo_app&.*&pending=[\w-]{32}&q=ada-2$/),
    ]);
    const again = await browser.get(looked.location ?? "");
    expect([selectedOn(again), boxesOf(again)]).toEqual([
      "chosen",
      [
        { id: ids.one, isTicked: true },
        { id: ids.two, isTicked: false },
      ],
    ]);
    const answer = await sendChoice(browser, again, { ticked: [ids.one, ids.two], decision: "allow" });
    expect(await listedFor(platform, await tokensOf(platform, answer))).toEqual([ids.one, ids.two]);
    expect(
      await platform.database.reader.kysely.selectFrom("grants").select("only_chosen").execute(),
    ).toEqual([{ only_chosen: 1 }]);
  });

  it("finds titles in any case, and has a page for the older ones", async () => {
    const { platform, browser, open } = await start();
    const { id: ownerId = 0 } = (await platform.store.findUserByUsername("ada")) ?? {};
    const ids: number[] = [];
    for (let at = 1; at <= 25; at += 1) {
      ids.push(await insertSurvey(platform, ownerId, `Ünit ${at}`));
    }
    const page = await open();
    expect(boxesOf(page).map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20));
    const looked = await sendChoice(browser, page, { q: "ÜNIT", look: "" });
    const found = await browser.get(looked.location ?? "");
    expect(boxesOf(found)).toHaveLength(20);
    const [, next = ""] = /name="look" value="(\d+)"/.exec(found.html) ?? [];
    const older = await sendChoice(browser, found, { q: "ÜNIT", look: next });
    expect(boxesOf(await browser.get(older.location ?? "")).map(({ id }) => id)).toEqual(
      ids.toReversed().slice(20),
    );
  });

  it("asks again when nothing is ticked, and nothing is decided", async () => {
    const { platform, browser, open } = await start();
    const refused = await sendChoice(browser, await open(), {
      surveys: "chosen",
      ticked: [],
      decision: "allow",
    });
    expect(refused.status).toBe(303);
    const again = await browser.get(refused.location ?? "", { "accept-language": "en" });
    expect(again.html).toContain("No survey is chosen.");
    expect(await platform.database.reader.kysely.selectFrom("grants").selectAll().execute()).toEqual([]);
    const answer = await sendChoice(browser, again, { surveys: "all", decision: "allow" });
    expect(codeOf(answer)).not.toBe("");
  });

  it("leaves out surveys of others, whatever the form says", async () => {
    const { platform, ids, ofBob } = await start();
    const tokens = await chosenTokens(platform, [ids.one, ofBob, 987_654_321]);
    expect(await listedFor(platform, tokens)).toEqual([ids.one]);
    const rows = await platform.database.reader.kysely
      .selectFrom("grant_surveys")
      .select("survey_id")
      .execute();
    expect(rows).toEqual([{ survey_id: ids.one }]);
  });

  it("refuses a form whose choice is none, and stays open", async () => {
    const { browser, open, ids } = await start();
    const page = await open();
    // What a browser would not send.
    for (const wrong of [{ surveys: "some" }, { ticked: [1.5] }, { look: "", ticked: [-1] }])
      expect((await sendChoice(browser, page, { ...wrong, decision: "allow" } as SentChoice)).status).toBe(
        400,
      );
    const answer = await sendChoice(browser, page, {
      surveys: "chosen",
      ticked: [ids.one],
      decision: "allow",
    });
    expect(codeOf(answer)).not.toBe("");
  });

  it("is not shown again at an address of another page, site or session", async () => {
    const { platform, browser, open } = await start();
    const page = await open();
    for (const link of ["https://evil.example/", "//evil.example", "/api/surveys", "/nowhere", ""]) {
      const changed = {
        ...page,
        html: page.html.replace(/name="link" value="[^"]*"/, `name="link" value="${link}"`),
      };
      expect((await sendChoice(browser, changed, { look: "" })).status).toBe(400);
    }
    const looked = await sendChoice(browser, page, { surveys: "chosen", look: "" });
    const bobs = await (await signedInBrowser(platform, "bob")).get(looked.location ?? "");
    expect(selectedOn(bobs)).toBe("all");
    const other = (looked.location ?? "").replace("state=abc123", "state=other");
    expect(selectedOn(await browser.get(other))).toBe("all");
    expect(selectedOn(await browser.get(looked.location ?? ""))).toBe("chosen");
  });
});

describe("a client", () => {
  it("may propose surveys, which are ticked and can be unticked", async () => {
    const { browser, ids, ofBob } = await start();
    const link = `${authorizationLink()}&survey=${ids.one}&survey=${ofBob}&survey=x&survey=999999`;
    const page = await browser.get(link);
    expect([selectedOn(page), tickedOn(page)]).toEqual(["chosen", [ids.one]]);
  });

  it("that proposes nothing of the user's leaves the page as it is", async () => {
    const { browser, ofBob } = await start();
    const page = await browser.get(`${authorizationLink()}&survey=${ofBob}&survey=-1&survey=`);
    expect([selectedOn(page), tickedOn(page)]).toEqual(["all", []]);
  });

  it("proposes no more than fifty", async () => {
    const { browser, ids } = await start();
    const many = Array.from({ length: 50 }, (_, at) => `&survey=${900_000 + at}`).join("");
    const page = await browser.get(`${authorizationLink()}${many}&survey=${ids.one}`);
    expect(selectedOn(page)).toBe("all");
  });
});

describe("two pages for the same application", () => {
  it("that are decided differently: the last decision holds, whole", async () => {
    const { platform, browser, open, ids } = await start();
    const [first, second] = [await open(), await open()];
    const answer = await sendChoice(browser, first, {
      surveys: "chosen",
      ticked: [ids.one],
      decision: "allow",
    });
    const tokens = await tokensOf(platform, answer);
    expect(await listedFor(platform, tokens)).toEqual([ids.one]);
    await sendChoice(browser, second, { surveys: "chosen", ticked: [ids.two], decision: "allow" });
    expect(await listedFor(platform, tokens)).toEqual([ids.two]);
    await sendChoice(browser, first, { surveys: "all", ticked: [], decision: "allow" });
    expect(await listedFor(platform, tokens)).toEqual([ids.two]);
  });

  it("and what is unticked while another page is open is gone until that page decides what it shows", async () => {
    const { platform, browser, open, ids } = await start();
    const tokens = await chosenTokens(platform, [ids.one, ids.two]);
    const [left, other] = [await open(), await open()];
    await sendChoice(browser, other, { ticked: [ids.two], decision: "allow" });
    expect(await listedFor(platform, tokens)).toEqual([ids.two]);
    await sendChoice(browser, left, { look: "", q: "" });
    await sendChoice(browser, left, { decision: "deny" });
    expect(await listedFor(platform, tokens)).toEqual([ids.two]);
    expect(tickedOn(await open())).toEqual([ids.two]);
  });

  it("and a form that is sent twice counts once", async () => {
    const { platform, browser, open, ids } = await start();
    const page = await open();
    const answer = await sendChoice(browser, page, {
      surveys: "chosen",
      ticked: [ids.one],
      decision: "allow",
    });
    const again = await sendChoice(browser, page, { surveys: "all", ticked: [ids.two], decision: "allow" });
    expect([again.status, again.location]).toEqual([303, answer.location]);
    expect(await listedFor(platform, await tokensOf(platform, answer))).toEqual([ids.one]);
    expect((await sendChoice(browser, page, { look: "" })).status).toBe(400);
  });
});

describe("as long as a node of an older version may serve", () => {
  it("no choice is offered or taken, and an hour after it was seen last it is", async () => {
    const { platform, browser, open, ids } = await start();
    const before = await open();
    await platform.database.write(({ kysely }) =>
      kysely
        .insertInto("nodes")
        .values({
          ...olderNode,
          started_at: 0,
          seen_at: platform.clock.now,
          expires_at: platform.clock.now + 3_600_000,
        })
        .execute(),
    );
    expect(selectedOn(await open())).toBeUndefined();
    const refused = await sendChoice(browser, before, {
      surveys: "chosen",
      ticked: [ids.one],
      decision: "allow",
    });
    expect((await browser.get(refused.location ?? "", { "accept-language": "en" })).html).toContain(
      "single surveys cannot be chosen yet",
    );
    expect(await platform.database.reader.kysely.selectFrom("grants").selectAll().execute()).toEqual([]);
    expect(codeOf(await sendChoice(browser, await open(), { surveys: "all", decision: "allow" }))).not.toBe(
      "",
    );
    platform.clock.now += 3_600_000;
    const later = await signedInBrowser(platform);
    const page = await later.get(authorizationLink());
    const answer = await sendChoice(later, page, { surveys: "chosen", ticked: [ids.one], decision: "allow" });
    expect(codeOf(answer)).not.toBe("");
  });
});

const olderNode = {
  id: "older",
  host: "h",
  pid: 1,
  release: "0.0.1",
  runtime: "v20",
  clock_ahead: 0,
  lines_dropped: 0,
};

async function insertSurvey(platform: TestPlatform, ownerId: number, title: string): Promise<number> {
  const definition = { title, prefix: "", suffix: "", scene: 1, pages: [], logic: noLogic } as const;
  return (await platform.store.surveys.createSurvey({ ownerId, creatorUserId: ownerId, definition })).id;
}
