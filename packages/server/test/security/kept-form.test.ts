import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { allRoutes } from "../support/routes/all-routes.ts";
import { openRow, ownerOf, type OpenedRow } from "../support/routes/open-row.ts";
import type { RouteRow } from "../support/routes/route-row.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/*
 * What a user typed is not lost when the session ended meanwhile, or when the password has to be entered again: the page about it gives the
 * form back. It stores nothing and sends nothing by itself.
 */

const ownPage = { "sec-fetch-site": "same-origin" };
const minute = 60_000;

const keptPaths: ReadonlySet<string> = new Set([
  "/surveys/new",
  "/surveys/:id/settings",
  "/surveys/:id/edit/texts",
  "/surveys/:id/edit/languages",
  "/surveys/:id/participants/mail",
  "/surveys/:id/edit/look",
  "/surveys/:id/edit/logic",
  "/surveys/:id/edit/questions/:question",
  "/console/new",
  "/console/applications/:appid/edit",
  "/console/applications/:appid/check",
  "/teams/new",
  "/teams/:id/rename",
  "/teams/:id/invitations/new",
  "/teams/:id/credentials/networks",
  "/surveys/:id/webhooks/new",
  "/surveys/:id/webhooks/:webhook",
  "/account",
]);

const rows = allRoutes.filter(({ method, path }) => method === "POST" && keptPaths.has(path));

/** Sends the row as its owner's browser does, with the token of a session that may have ended. */
function sendLate({ row, request }: OpenedRow, browser: Browser, headers = ownPage): Promise<Page> {
  return browser.post(
    request.address ?? row.path,
    { ...request.fields, csrf: "of-another-session" },
    headers,
  );
}

/** Sends the form of the page that gave it back. */
function sendAgain(browser: Browser, page: Page): Promise<Page> {
  const form = formsOf(page.html).find(({ action }) => action === page.path);
  if (form === undefined) throw new Error(`nothing was given back: ${page.html.slice(0, 2000)}`);
  return browser.post(form.action, form.hidden, ownPage);
}

async function unchanged(platform: TestPlatform, act: () => Promise<Page>): Promise<Page> {
  const before = await databaseContents(platform);
  const page = await act();
  expect(await databaseContents(platform)).toEqual(before);
  return page;
}

async function signInAs({ row }: OpenedRow, browser: Browser): Promise<void> {
  const owner = ownerOf(row);
  if (owner === "root") throw new Error("no row of an administrator is kept");
  await browser.signIn(owner, sampleSecrets[owner]);
}

it("is asked of every page that keeps its form", () => {
  expect(new Set(rows.map(({ path }) => path))).toEqual(keptPaths);
});

describe.each(rows.map((row): [string, RouteRow] => [row.path, row]))("the form of %s", (_, row) => {
  it("comes back when the session has ended, and is sent after the sign-in", async () => {
    const opened = await openRow(row);
    const browser = new Browser(opened.platform);
    const refused = await unchanged(opened.platform, () => sendLate(opened, browser));
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining("Not sent yet")]);
    expect(refused.html).toContain('href="/login?return_to=');
    await signInAs(opened, browser);
    const offered = await unchanged(opened.platform, () => sendAgain(browser, refused));
    expect(offered.status).toBe(403);
    const sent = await sendAgain(browser, offered);
    expect(sent.status).toBe(row.status);
  });

  it("comes back to a user who signed in again before", async () => {
    const opened = await openRow(row);
    const offered = await unchanged(opened.platform, () => sendLate(opened, opened.owner));
    expect((await sendAgain(opened.owner, offered)).status).toBe(row.status);
  });

  it("does not come back when the browser does not say that a page of this site sent it", async () => {
    const opened = await openRow(row);
    const stranger = new Browser(opened.platform);
    for (const headers of [{}, { "sec-fetch-site": "same-site" }, { "sec-fetch-site": "cross-site" }])
      for (const browser of [stranger, opened.owner]) {
        const refused = await browser.post(
          opened.request.address ?? row.path,
          { ...opened.request.fields, canary: "canary-of-the-form", csrf: "x" },
          headers,
        );
        expect([refused.status, refused.html.includes("canary-of-the-form")]).toEqual([403, false]);
      }
  });
});

describe("a form that meets the step-up", () => {
  it.each(rows.filter(({ stepUp }) => stepUp === true).map((row): [string, RouteRow] => [row.path, row]))(
    "of %s comes back, and is sent after the confirmation in another tab",
    async (_, row) => {
      const opened = await openRow(row);
      const { platform, owner, request } = opened;
      // The token of the form as it was opened, which is still that of the session.
      const page = await owner.get("/account");
      const csrf = formsOf(page.html).find(({ action }) => action === "/account")?.hidden["csrf"] ?? "";
      platform.clock.now += 11 * minute;
      const refused = await unchanged(platform, () =>
        owner.post(request.address ?? row.path, { ...request.fields, csrf }, ownPage),
      );
      expect(refused.html).toContain('href="/account/confirm?return_to=');
      const confirmation = await owner.get("/account/confirm");
      const password = sampleSecrets[ownerOf(row) as "ada" | "bob"];
      await owner.submit(confirmation, "/account/confirm", { password });
      expect((await sendAgain(owner, refused)).status).toBe(row.status);
    },
  );
});

it("the texts of a form with a file come back, in a form of the same kind, without the file", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const body = new FormData();
  body.append("csrf", "old");
  body.append("text", "name: [kept]");
  body.append("file", new File(["kept"], "applications.yaml"));
  const { html } = await ada.send("/console/transfer/preview", { method: "POST", body, headers: ownPage });
  expect(html).toContain('enctype="multipart/form-data"');
  expect(html).toContain('name="text" value="name: [kept]"');
  expect(html).not.toContain('name="file"');
  expect(html).toContain("Files are not kept");
});

it("a form that asks for a confirmation, or a password, does not come back", async () => {
  const platform = await startTestPlatform();
  const visitor = new Browser(platform);
  for (const path of ["/account/password", "/account/delete", "/connect/oauth2/authorize/decision"]) {
    const { html } = await visitor.post(path, { old_password: "canary-of-the-form" }, ownPage);
    expect(html).not.toContain("canary-of-the-form");
  }
});

it("a long form of a visitor is refused as before", async () => {
  const visitor = new Browser(await startTestPlatform());
  const { status, html } = await visitor.post("/surveys/new", { text: "canary".repeat(50_000) }, ownPage);
  expect([status, html.includes("canary")]).toEqual([403, false]);
});
