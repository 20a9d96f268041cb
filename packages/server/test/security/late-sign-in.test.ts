import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { invite } from "../support/invite.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/*
 * A second tab at the sign-in, or "back" and the button again: the user is signed in by then, and the token of the form has ended. The form
 * changes nothing, and leads to the page that it was for.
 */

const link = "/login?return_to=%2Fsurveys";

/** A page on the way to a session, its form, and where the form leads once its visitor is signed in. */
type LateForm = (platform: TestPlatform) => Promise<{
  readonly page: string;
  readonly action: string;
  readonly leadsTo: string;
}>;

const forms: Readonly<Record<string, LateForm>> = {
  "the sign-in form": async () => ({ page: link, action: "/login", leadsTo: "/surveys" }),
  "the sign-in form that was opened by itself": async () => ({
    page: "/login",
    action: "/login",
    leadsTo: await defaultPage(),
  }),
  "the way to a passkey": async () => ({ page: link, action: "/login/passkey/begin", leadsTo: "/surveys" }),
  "the form of an invitation": async (platform) => {
    const path = `/invitations/${await invite(platform)}`;
    return { page: path, action: path, leadsTo: path };
  },
};

/** Where a user who is signed in goes from the sign-in page. */
async function defaultPage(): Promise<string> {
  const page = await (await signedInBrowser(await startTestPlatform())).get("/login");
  return page.location ?? "";
}

async function openBoth(platform: TestPlatform, form: Awaited<ReturnType<LateForm>>) {
  const browser = new Browser(platform);
  const second = await browser.get(form.page);
  await browser.signIn("ada", sampleSecrets.ada);
  return { browser, second };
}

/** The fields of a form of a page, as somebody fills them in. */
function filled({ html }: Page, action: string): Readonly<Record<string, string>> {
  const found = formsOf(html).find((one) => one.action.split("?", 1)[0] === action);
  return { ...found?.hidden, username: "bob", password: sampleSecrets.bob, nickname: "Bob" };
}

describe("a form on the way to a session, sent by a user who has signed in since,", () => {
  it.each(Object.entries(forms))("leads from %s to its page, and changes nothing", async (_, prepare) => {
    const platform = await startTestPlatform();
    const form = await prepare(platform);
    const { browser, second } = await openBoth(platform, form);
    const [session, before] = [browser.cookies.get(sessionCookie), await databaseContents(platform)];
    const sent = await browser.post(form.action, filled(second, form.action));
    expect([sent.status, sent.location]).toEqual([303, form.leadsTo]);
    expect(browser.cookies.get(sessionCookie)).toBe(session);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("leads to no page of another site, whatever it says", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example", "/api/surveys"]) {
      const sent = await browser.post("/login", { csrf: "x", return_to: to });
      expect([sent.status, sent.location]).toEqual([303, await defaultPage()]);
    }
  });

  it("is refused when it comes from another site", async () => {
    const browser = await signedInBrowser(await startTestPlatform());
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
      expect((await browser.post("/login", { return_to: "/surveys" }, headers)).status).toBe(403);
  });

  it("is refused to a visitor who is not signed in (login CSRF)", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const page = await browser.get(link);
    browser.cookies.clear();
    const sent = await browser.post("/login", {
      ...filled(page, "/login"),
      username: "ada",
      password: sampleSecrets.ada,
    });
    expect(sent.status).toBe(403);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });
});
