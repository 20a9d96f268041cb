import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { countDrafts, publishSurvey, sendPage, storedAnswers } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const text =
  "Lunch\n\n\n\nHow was it?[Single Line Text]\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]";

const oneOptional = "T\n\n\n\nQ[Single Line Text][Optional]";

async function open() {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text });
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  return { platform, survey, browser, page, q: survey.questionId };
}

/** The fields of a page's form, some of them changed. */
function fieldsWith(html: string, change: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams({ ...formsOf(html)[0]?.hidden, action: "next", ...change });
}

/** What two pages about different addresses have in common. */
function withoutItsPath({ html, path }: Page): string {
  return html.replaceAll(path, "").replaceAll(/[0-9a-f-]{36}/g, "");
}

describe("the form of a survey", () => {
  it("is refused without the token of its own browser", async () => {
    const { platform, survey, browser, page, q } = await open();
    const other = new Browser(platform);
    const otherPage = await other.get(survey.path);
    const body = (csrf: string) => fieldsWith(page.html, { csrf, [q(1)]: "x" });
    for (const csrf of ["", "x".repeat(43), formsOf(otherPage.html)[0]?.hidden["csrf"] ?? ""]) {
      expect((await browser.send(survey.path, { method: "POST", body: body(csrf) })).status).toBe(403);
    }
    const headers = { "sec-fetch-site": "cross-site" };
    const own = fieldsWith(page.html, { [q(1)]: "x" });
    expect((await browser.send(survey.path, { method: "POST", body: own, headers })).status).toBe(403);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("is refused from a browser whose cookie was made up, and shows it nothing of others", async () => {
    const { platform, survey, browser, page, q } = await open();
    await sendPage(browser, page, [[q(1), "a secret"]]);
    const cookie = browser.cookies.get("sop_respondent") ?? "";
    const [id = "", mac = ""] = cookie.split(".");
    for (const made of [
      id,
      `${id}.`,
      `${id}.${"x".repeat(mac.length)}`,
      `${"A".repeat(32)}.${mac}`,
      `.${mac}`,
    ]) {
      const thief = new Browser(platform);
      thief.cookies.set("sop_respondent", made);
      const shown = await thief.get(survey.path);
      expect(shown.html).toContain("How was it?");
      expect(shown.html).not.toContain("a secret");
      thief.cookies.set("sop_respondent", made);
      expect((await sendPage(thief, shown, [[q(1), "x"]])).status).toBe(403);
    }
  });

  it("of one survey says nothing about another: each has a half-filled form of its own", async () => {
    const { platform, browser, page, q } = await open();
    await sendPage(browser, page, [[q(1), "a secret"]]);
    const other = await publishSurvey(platform, { text });
    expect((await browser.get(other.path)).html).not.toContain("a secret");
    const hashes = await platform.database.reader.kysely.selectFrom("answer_drafts").select("hash").execute();
    for (const { hash } of hashes) expect(browser.cookies.get("sop_respondent")).not.toContain(hash);
  });

  it("cannot say itself when it was begun, nor with which version or custom arguments", async () => {
    const { platform, survey, browser, page, q } = await open();
    const { ticket = "" } = formsOf(page.html)[0]?.hidden ?? {};
    const [payload = "", mac = ""] = ticket.split(".");
    const start = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...start, at: 0 })).toString("base64url");
    for (const made of ["", "x", `${forged}.${mac}`, `${payload}.${"x".repeat(mac.length)}`]) {
      const body = fieldsWith(page.html, { ticket: made, [q(1)]: "x" });
      expect((await browser.send(survey.path, { method: "POST", body })).status).toBe(409);
    }
    const other = await publishSurvey(platform, { text });
    const body = fieldsWith((await browser.get(other.path)).html, { ticket, [q(1)]: "x" });
    expect((await browser.send(other.path, { method: "POST", body })).status).toBe(409);
    expect(await countDrafts(platform, survey.id)).toBe(0);
  });

  it("takes nothing that a program fills in, and what is filled in faster than a person can", async () => {
    const { platform, survey, browser, page, q } = await open();
    const trapped = await browser.send(survey.path, {
      method: "POST",
      body: fieldsWith(page.html, { website: "https://spam.example/", [q(1)]: "buy" }),
    });
    expect(trapped.status).toBe(422);
    expect(trapped.html).toContain("Leave this field empty.");
    expect(trapped.html).toContain('value="buy"');
    expect(await countDrafts(platform, survey.id)).toBe(0);
    const quick = new Browser(platform);
    const second = await quick.follow(sendPage(quick, await quick.get(survey.path), [[q(1), "x"]]));
    const refused = await sendPage(quick, second, []);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("That was very quick.");
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });

  it("is bounded in size, and keeps no answer to what was not asked", async () => {
    const { platform, survey, browser, page, q } = await open();
    const large = fieldsWith(page.html, { [q(1)]: "x".repeat(1024 * 1024) });
    expect((await browser.send(survey.path, { method: "POST", body: large })).status).toBe(413);
    const body = fieldsWith(page.html, {
      [q(1)]: "x",
      "q-9-zzzz": "y",
      __proto__: "z",
      shown: `${q(1)} q-9-zzzz __proto__`,
    });
    expect((await browser.send(survey.path, { method: "POST", body })).status).toBe(303);
    const [draft] = await platform.database.reader.kysely
      .selectFrom("answer_drafts")
      .select("answer_values")
      .execute();
    expect(JSON.parse(draft?.answer_values ?? "")).toEqual({ [q(1)]: "x" });
    expect(survey.id).toBeGreaterThan(0);
  });
});

describe("mass submission", () => {
  it("of answers from one address is refused after as many as a class of pupils would send", async () => {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, { text: oneOptional });
    const browser = new Browser(platform);
    const pages: Page[] = [];
    // A form counts once, however often it is sent; one that was opened later is another one.
    for (; pages.length < 62; platform.clock.now += 1) pages.push(await browser.get(survey.path));
    platform.clock.now += 5000;
    let status = 0;
    let sent = 0;
    for (const page of pages) {
      ({ status } = await sendPage(browser, page, []));
      if (status === 303) sent += 1;
    }
    expect(status).toBe(429);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(sent);
  });

  it("behind a proxy of ours is counted by the address that this proxy saw, whatever the sender claims", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const survey = await publishSurvey(platform, { text: oneOptional, settings: { addressLimit: 2 } });
    const sendAs = async (forwarded: string) => {
      const browser = new Browser(platform);
      const page = await browser.get(survey.path);
      platform.clock.now += 5000;
      const headers = { "x-forwarded-for": forwarded };
      return (await browser.send(survey.path, { method: "POST", body: fieldsWith(page.html, {}), headers }))
        .status;
    };
    const one = ["203.0.113.1, 192.0.2.7", "203.0.113.2, 192.0.2.7", "10.0.0.1, 203.0.113.3, 192.0.2.7"];
    const network = ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1:ffff::3"];
    for (const addresses of [one, network]) {
      const statuses = [];
      for (const address of addresses) statuses.push(await sendAs(address));
      expect(statuses).toEqual([303, 303, 429]);
    }
    expect(await sendAs("198.51.100.9")).toBe(303);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(5);
  });

  it("of the signed form of one browser counts once, from however many addresses at the same time", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const survey = await publishSurvey(platform, { text: oneOptional });
    const browser = new Browser(platform);
    const body = fieldsWith((await browser.get(survey.path)).html, {});
    platform.clock.now += 5000;
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        browser.send(survey.path, {
          method: "POST",
          body,
          headers: { "x-forwarded-for": `198.51.100.${at + 1}` },
        }),
      ),
    );
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
  });

  it("of half-filled forms from one address is refused, however many browsers it claims to be", async () => {
    const { platform, survey, q } = await open();
    let refused = false;
    for (let time = 0; time < 400 && !refused; time += 1) {
      const browser = new Browser(platform);
      const page = await browser.get(survey.path);
      refused = (await sendPage(browser, page, [[q(1), "x"]])).status === 429;
    }
    expect(refused).toBe(true);
    expect(await countDrafts(platform, survey.id)).toBeLessThan(400);
  });
});

describe("the address of a survey", () => {
  it("is the same page with a wrong hash as for a survey that does not exist", async () => {
    const { survey, browser } = await open();
    const other = survey.path.replace(/[0-9a-f]{16}\/$/, "00000000/");
    const wrong = await browser.get(other);
    const none = await browser.get(`/s2/999999/${"0".repeat(8)}/`);
    expect([wrong.status, none.status]).toEqual([404, 404]);
    expect(withoutItsPath(wrong)).toBe(withoutItsPath(none));
    for (const path of ["/s2/1/x/", "/s2/0/00000000/", `/s2/${survey.id}/00000000/done`, "/s2/a/b/"])
      expect((await browser.get(path)).status).toBe(404);
  });

  it("has 64 random bits, so wrong ones lock no one out", async () => {
    const { survey, browser } = await open();
    expect(survey.path).toMatch(/\/[0-9a-f]{16}\/$/);
    for (const length of [8, 16])
      for (let time = 0; time < 70; time += 1)
        await browser.get(`/s2/${survey.id}/${time.toString(16).padStart(length, "0")}/`);
    expect((await browser.get(survey.path)).status).toBe(200);
  });
});

async function openOld() {
  const opened = await open();
  const { platform, survey } = opened;
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("surveys").set({ hash: "5eed5eed" }).where("id", "=", survey.id).execute(),
  );
  const path = `/s2/${survey.id}/5eed5eed/`;
  /** Each node of several counts for itself. */
  const guess = async (browser: Browser, count: number, headers = {}) => {
    for (let time = 0; time < count * platform.stores.length; time += 1)
      await browser.get(`/s2/${survey.id}/${time.toString(16).padStart(8, "0")}/`, headers);
  };
  return { ...opened, path, guess };
}

describe("an address with the 32 bits of older surveys", () => {
  it("cannot be found by trying: a network that tries many is refused right ones too", async () => {
    const { platform, browser, path, guess } = await openOld();
    await guess(browser, 60);
    const right = await new Browser(platform).get(path);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await browser.get(`${path}done?answer=aBcDeFgHiJ`)).status).toBe(429);
  });

  it("stays open to browsers that opened it before, and to people who are signed in", async () => {
    const { platform, browser, path, guess } = await openOld();
    const before = new Browser(platform);
    expect((await before.get(path)).status).toBe(200);
    await guess(browser, 60);
    const user = await signedInBrowser(platform);
    expect([(await before.get(path)).status, (await user.get(path)).status]).toEqual([200, 200]);
    const other = await publishSurvey(platform, { text });
    const unknown = `/s2/${other.id}/5eed5eed/`;
    expect((await before.get(unknown)).status).toBe(429);
    const forged = new Browser(platform);
    forged.cookies.set("sop_surveys", `${path.split("/")[2] ?? ""}.${"x".repeat(43)}`);
    expect((await forged.get(path)).status).toBe(429);
  });

  it("cannot be found by a signed-in person who tries either, and this one locks out no one else", async () => {
    const { platform, path, guess } = await openOld();
    const user = await signedInBrowser(platform);
    await guess(user, 60);
    expect((await user.get(path)).status).toBe(429);
    expect((await new Browser(platform).get(path)).status).toBe(200);
  });

  it("is counted once however often a wrong one is opened, and never as a part of another page", async () => {
    const { platform, browser, path, guess } = await openOld();
    for (let time = 0; time < 100; time += 1) await browser.get(`${path.slice(0, -9)}00000000/`);
    await guess(browser, 70, { "sec-fetch-dest": "image" });
    expect((await browser.get(path, { "sec-fetch-dest": "image" })).status).toBe(404);
    // As a script of another site sends it.
    await guess(browser, 70, { "sec-fetch-dest": "empty", "sec-fetch-site": "cross-site" });
    expect((await new Browser(platform).get(path)).status).toBe(200);
  });
});
