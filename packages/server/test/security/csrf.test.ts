import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { expectRefused, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink } from "../support/flows.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import {
  revocationOfAllPage,
  revocationPage,
  revokeAllPath,
  revokePath,
} from "../support/revocation-pages.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

/** A form of the platform as a browser has it in front of it, ready to be sent. */
interface OpenForm {
  readonly browser: Browser;
  readonly fields: Readonly<Record<string, string>>;
}

type OpenTheForm = (platform: TestPlatform) => Promise<OpenForm>;

/**
 * Forms of every kind, by where they go. That every other one checks its token as well is part of the table of routes,
 * see route-roles.
 */
const forms: Readonly<Record<string, OpenTheForm>> = {
  "/login": async (platform) => {
    const browser = new Browser(platform);
    const hidden = fieldsOf(await browser.get("/login"), "/login");
    return { browser, fields: { ...hidden, username: "ada", password: sampleSecrets.ada } };
  },
  "/logout": async (platform) => {
    const browser = await signedInBrowser(platform);
    return { browser, fields: fieldsOf(await browser.get("/"), "/logout") };
  },
  "/connect/oauth2/authorize/decision": async (platform) => {
    const browser = await signedInBrowser(platform);
    const hidden = fieldsOf(await browser.get(authorizationLink()), "/connect/oauth2/authorize/decision");
    return { browser, fields: { ...hidden, decision: "allow" } };
  },
  [revokePath]: async (platform) => {
    const browser = await consentingBrowser(platform);
    return { browser, fields: fieldsOf(await revocationPage(browser), revokePath) };
  },
  [revokeAllPath]: async (platform) => {
    const browser = await consentingBrowser(platform);
    return { browser, fields: fieldsOf(await revocationOfAllPage(browser), revokeAllPath) };
  },
};

/** The browser of a user who has authorized an application. */
async function consentingBrowser(platform: TestPlatform): Promise<Browser> {
  const browser = await signedInBrowser(platform);
  const page = await browser.get(authorizationLink());
  await browser.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
  return browser;
}

function fieldsOf(page: Page, action: string): Readonly<Record<string, string>> {
  const form = formsOf(page.html).find((candidate) => candidate.action === action);
  if (form === undefined) throw new Error(`the page ${page.path} has no form to ${action}`);
  return form.hidden;
}

/** Somebody else's way of having a form sent: what it sends, and with which headers. */
type Forgery = (
  form: OpenForm,
  platform: TestPlatform,
) => Promise<{
  readonly body: string | FormData | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}>;

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };

/** The form as it is, but for the csrf field. */
function withCsrf(change: (csrf: string) => string | undefined): Forgery {
  return async ({ fields }) => {
    const { csrf = "", ...others } = fields;
    const changed = change(csrf);
    return { body: encode(changed === undefined ? others : { ...others, csrf: changed }) };
  };
}

/** The form as it is, with headers that a browser adds on another site. */
function withHeaders(headers: Readonly<Record<string, string>>): Forgery {
  return async ({ fields }) => ({ body: encode(fields), headers });
}

function encode(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

const forgeries: Readonly<Record<string, Forgery>> = {
  "without the token": withCsrf(() => undefined),
  "with an empty token": withCsrf(() => ""),
  "with a token of the right length": withCsrf((csrf) => "A".repeat(csrf.length)),
  "with the token in capitals": withCsrf((csrf) => csrf.toUpperCase()),
  "with the token but for its last letter": withCsrf((csrf) => csrf.slice(0, -1)),
  "with the token and a letter more": withCsrf((csrf) => `${csrf}A`),
  "with the token padded": withCsrf((csrf) => ` ${csrf}`),
  "with a token of 60,000 letters": withCsrf(() => "A".repeat(60_000)),
  "with a token of other letters than ASCII": withCsrf((csrf) => "\u00e9".repeat(csrf.length)),
  "with the token twice": async ({ fields }) => ({
    body: `${encode(fields)}&csrf=${encodeURIComponent(fields["csrf"] ?? "")}`,
  }),
  "with a wrong token first and the right one second": async ({ fields }) => ({
    body: `csrf=x&${encode(fields)}`,
  }),
  "with a token from another person's page": async ({ fields }, platform) => {
    const bob = await signedInBrowser(platform, "bob");
    return { body: encode({ ...fields, csrf: fieldsOf(await bob.get("/"), "/logout")["csrf"] ?? "" }) };
  },
  "with a token from another browser's sign-in form": async ({ fields }, platform) => {
    const stranger = await new Browser(platform).get("/login");
    return { body: encode({ ...fields, csrf: fieldsOf(stranger, "/login")["csrf"] ?? "" }) };
  },
  "with a token from the same person's other session": async ({ fields }, platform) => {
    const other = await signedInBrowser(platform);
    return { body: encode({ ...fields, csrf: fieldsOf(await other.get("/"), "/logout")["csrf"] ?? "" }) };
  },
  "with the session's own name for a token": async ({ browser, fields }) => ({
    body: encode({ ...fields, csrf: [...browser.cookies.values()][0] ?? "" }),
  }),
  "with the token as an array": withCsrfNamed("csrf[]"),
  "with the token under another name": withCsrfNamed("_csrf"),
  "with the token under a name in capitals": withCsrfNamed("CSRF"),
  "from another site, as the browser says": withHeaders({ "sec-fetch-site": "cross-site" }),
  "from a sibling host, as the browser says": withHeaders({ "sec-fetch-site": "same-site" }),
  "from a place that the browser has a new word for": withHeaders({ "sec-fetch-site": "elsewhere" }),
  "from another site that claims our origin too": withHeaders({
    "sec-fetch-site": "cross-site",
    origin: "http://platform.example",
  }),
  "from another origin": withHeaders({ origin: "https://evil.example" }),
  "from another scheme of our host": withHeaders({ origin: "https://platform.example" }),
  "from another port of our host": withHeaders({ origin: "http://platform.example:8080" }),
  "from a host that begins like ours": withHeaders({ origin: "http://platform.example.evil.example" }),
  "from a host below ours": withHeaders({ origin: "http://evil.platform.example" }),
  "as text, which other sites may send without asking": async ({ fields }) => ({
    body: encode(fields),
    headers: { "content-type": "text/plain" },
  }),
  "as a form with parts, which other sites may send without asking": async ({ fields }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return { body, headers: {} };
  },
  "as JSON": async ({ fields }) => ({
    body: JSON.stringify(fields),
    headers: { "content-type": "application/json" },
  }),
  "without saying what it is": async ({ fields }) => ({ body: new Blob([encode(fields)]), headers: {} }),
  "with an empty body": async () => ({ body: "" }),
};

function withCsrfNamed(name: string): Forgery {
  return async ({ fields }) => {
    const { csrf = "", ...others } = fields;
    return { body: encode({ ...others, [name]: csrf }) };
  };
}

const cases = Object.entries(forms).flatMap(([action, open]) =>
  Object.entries(forgeries).map(([how, forge]) => ({ action, how, open, forge })),
);

describe("a form that was not sent from our own page does nothing", () => {
  const shared = sharePlatform();
  it.each(someOf(cases))("$action $how", async ({ action, open, forge }) => {
    const platform = shared();
    const form = await open(platform);
    const { body, headers = {} } = await forge(form, platform);
    const contentType = typeof body === "string" ? urlencoded : {};
    const attack = () =>
      form.browser.send(action, { method: "POST", body, headers: { ...contentType, ...headers } });
    await expectRefused(platform, attack);
  });

  it.each(Object.entries(forms))("%s with its fields in the address alone", async (action, open) => {
    const platform = await startTestPlatform();
    const { browser, fields } = await open(platform);
    const attack = () =>
      browser.post(`${action}?${encode(fields)}`, {}, { "x-csrf-token": fields["csrf"] ?? "" });
    await expectSafe(platform, attack, { status: 403 });
  });

  it.each(Object.entries(forms).filter(([action]) => action !== "/logout"))(
    "%s in a browser without its cookies",
    async (action, open) => {
      const platform = await startTestPlatform();
      const { fields } = await open(platform);
      await expectSafe(platform, () => new Browser(platform).post(action, fields), { status: 403 });
    },
  );

  it("/logout in a browser without its cookies, which is no mistake and has no effect", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openForm(platform, "/logout");
    const before = await databaseContents(platform);
    const page = await new Browser(platform).post("/logout", fields);
    expect(page.location).toBe("/");
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await databaseContents(platform)).toEqual(before);
    expect((await browser.get("/")).html).toContain("Sign out");
  });

  it.each(Object.entries(forms).filter(([action]) => action !== "/login"))(
    "%s with the token of a session that has ended",
    async (action, open) => {
      const platform = await startTestPlatform();
      const { browser, fields } = await open(platform);
      browser.cookies.delete(sessionCookie);
      await browser.signIn("ada", sampleSecrets.ada);
      await expectSafe(platform, () => browser.post(action, fields), { status: 403 });
    },
  );

  it("signing in with the token of a form that was used already", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openForm(platform, "/login");
    await browser.post("/login", fields);
    const [session, before] = [browser.cookies.get(sessionCookie), await databaseContents(platform)];
    // The browser is signed in: it goes on to the page that the form was for.
    expect((await browser.post("/login", fields)).status).toBe(303);
    expect([browser.cookies.get(sessionCookie), await databaseContents(platform)]).toEqual([session, before]);
    browser.cookies.delete(sessionCookie);
    await expectSafe(platform, () => browser.post("/login", fields), { status: 403 });
  });

  it("signing somebody in to an account of the attacker's, with the attacker's own form", async () => {
    const platform = await startTestPlatform();
    const { fields } = await openForm(platform, "/login");
    const victim = new Browser(platform);
    await victim.get("/login");
    await expectSafe(platform, () => victim.post("/login", fields), { status: 403 });
    expect(victim.cookies.has(sessionCookie)).toBe(false);
  });
});

describe("the same form sent from our own page does what it says", () => {
  it.each([
    {},
    { origin: "http://platform.example" },
    { origin: "null" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", origin: "null" },
  ])("with %j", async (headers) => {
    for (const [action, open] of Object.entries(forms)) {
      const platform = await startTestPlatform();
      const { browser, fields } = await open(platform);
      const before = await databaseContents(platform);
      const page = await browser.post(action, fields, headers);
      expect([action, page.status]).toEqual([action, 303]);
      expect(await databaseContents(platform)).not.toEqual(before);
    }
  });

  it("and its own origin is the one that the platform is known under", async () => {
    const platform = await startTestPlatform({ authUrl: "https://survey.example" });
    const browser = new Browser(platform);
    const credentials = { username: "ada", password: sampleSecrets.ada };
    const page = await browser.get("/login");
    const fields = { ...fieldsOf(page, "/login"), ...credentials };
    const refused = await browser.post("/login", fields, { origin: "http://platform.example" });
    expect(refused.status).toBe(403);
    expect((await browser.post("/login", fields, { origin: "https://survey.example" })).status).toBe(303);
  });
});

function openForm(platform: TestPlatform, action: string): Promise<OpenForm> {
  const open = forms[action];
  if (open === undefined) throw new Error(`there is no form to ${action}`);
  return open(platform);
}
