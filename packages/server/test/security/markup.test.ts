import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { structureOf } from "../pages/sample-pages.tsx";
import { Browser, type Page } from "../support/browser.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

/** Text that is markup, a script or a template somewhere. */
const hostile: readonly string[] = [
  "<script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</bdi></h1><script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `" autofocus onfocus="alert(1)`,
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<form action=https://evil.example><input name=password>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href=https://evil.example/>",
  "<style>*{display:none}</style>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;",
  "&quot;&apos;",
  "\\u003cscript\\u003e",
  "\u003cscript\u003e",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "\uff1cscript\uff1e",
  "javascript:alert(1)",
  "\u2028<script>alert(1)</script>",
  "<scr\0ipt>alert(1)</scr\0ipt>",
  "{{7*7}}",
  "{{constructor.constructor('alert(1)')()}}",
  "${7*7}",
  "#{7*7}",
  "<%= 7*7 %>",
  "{% debug %}",
  "[[${7*7}]]",
  "@(7*7)",
  "$&$`$'$1",
  "%s%s%s%n",
  "{0}",
];

/** Those that somebody could have written into the database. */
const stored = isOnPostgres() ? hostile.filter(isStorable) : hostile;

/** Puts a text into every place that somebody else may fill, without asking the declarative file's checks. */
async function fill(platform: TestPlatform, text: string): Promise<void> {
  await platform.database.write(async ({ kysely }) => {
    await kysely.updateTable("users").set({ nickname: text, avatar: text }).execute();
    await kysely
      .updateTable("applications")
      .set({ name: text, description: text, home_page: text, logo: text, terms: text, privacy: text })
      .execute();
    await kysely
      .updateTable("teams")
      .set({ name: sql`cast(${text} as text) || id` })
      .execute();
    await kysely.updateTable("users").set({ username: text }).where("username", "=", "ada").execute();
  });
}

/** Every page that shows something of it. */
async function pagesWith(platform: TestPlatform, text: string): Promise<readonly Page[]> {
  const browser = await signedInBrowser(platform, "ada");
  await fill(platform, text);
  const consent = await browser.get(authorizationLink());
  await browser.submit(consent, decisionPath, { decision: "allow" });
  const stranger = new Browser(platform);
  return [
    consent,
    await browser.get("/"),
    await browser.get("/account/applications"),
    await browser.get("/account/applications?notice=revoked"),
    await browser.get(authorizationLink({ state: "-" })),
    await stranger.follow(stranger.get(authorizationLink())),
  ];
}

/** A text as it stands in a page, between tags. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** What links of a page lead to. */
function targetsOf(html: string): readonly string[] {
  return [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, target = ""]) => target);
}

describe("what people and developers wrote stays text, on every page", () => {
  let before: readonly Page[];
  beforeAll(async () => {
    const tidying: (() => void | Promise<void>)[] = [];
    const platform = await startTestPlatform({}, (done) => void tidying.push(done));
    before = await pagesWith(platform, "Plain");
    for (const done of tidying.toReversed()) await done();
  });

  it.each(someOf(stored))("%j", async (text) => {
    const after = await pagesWith(await startTestPlatform(), text);
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 200]);
    expect(after.map(({ html }) => structureOf(html))).toEqual(before.map(({ html }) => structureOf(html)));
    for (const { html } of after.slice(0, 3))
      expect(html).toContain(`<bdi class="name">${escaped(text)}</bdi>`);
  });

  it("not even letters that turn the sentence around them are kept", async () => {
    const platform = await startTestPlatform();
    const turning = "\u202eada\u2066 x \u2069\u200f";
    for (const { html } of await pagesWith(platform, turning)) {
      expect(html).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

describe("an address that somebody wrote is linked only if it is one of a web page", () => {
  it.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    " javascript:alert(1)",
    "javascript&#58;alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://evil.example/x",
    "file:///etc/passwd",
    "//evil.example",
    "/somewhere",
    "evil.example",
    "https:",
    "https://",
  ])("%j is not", async (address) => {
    const platform = await startTestPlatform();
    for (const { html } of await pagesWith(platform, address)) {
      const odd = targetsOf(html).filter((target) => !/^(?:\/(?![/\\])|#)/.test(target));
      expect(odd).toEqual([]);
      expect(targetsOf(html)).not.toContain(address);
    }
  });

  it("and then it opens separately, gets no referrer and cannot break out of its quotes", async () => {
    const platform = await startTestPlatform();
    const [consent] = await pagesWith(platform, `https://app.example/"><script>alert(1)</script>`);
    const links = consent?.html.match(/<a [^>]*href="https:[^>]*>/g) ?? [];
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link).toContain('href="https://app.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
      expect(link).toContain('target="_blank" rel="noopener noreferrer nofollow"');
    }
  });
});

describe("what a caller sends stays text, on every page that repeats it", () => {
  const shared = sharePlatform();

  it.each(someOf(hostile))("%j", async (text) => {
    const platform = shared();
    const encoded = encodeURIComponent(text);
    const ways = [
      (typed: string) => `/?x=${typed}`,
      (typed: string) => `/?lang=${typed}`,
      (typed: string) => `/login?return_to=/?x=${typed}`,
      (typed: string) => `/login?return_to=${encodeURIComponent(authorizationLink())}%26x=${typed}`,
      (typed: string) => `/nowhere/${typed}?${typed}=${typed}`,
      (typed: string) => `/logos/${typed}`,
      (typed: string) => `${authorizationLink({ state: "-" })}&${typed}=${typed}`,
      (typed: string) => authorizationLink({ appid: decodeURIComponent(typed) }),
      (typed: string) => authorizationLink({ redirect_uri: decodeURIComponent(typed) }),
    ];
    for (const way of ways) {
      const browser = await signedInBrowser(platform);
      const [plain, written] = [await browser.get(way("plain")), await browser.get(way(encoded))];
      expect([way("x"), written.status]).toEqual([way("x"), plain.status]);
      expect(structureOf(written.html)).toEqual(structureOf(plain.html));
    }
  });

  it.each(someOf(hostile))("also in the fields of the sign-in form: %j", async (text) => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    const plain = await browser.submit(form, "/login", { username: "plain", password: "wrong" });
    const written = await browser.submit(form, "/login", { username: text, password: text, return_to: text });
    expect(structureOf(written.html)).toEqual(structureOf(plain.html));
    expect(written.html).toContain(`value="${escaped(text)}"`);
  });
});
