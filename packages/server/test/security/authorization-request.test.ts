import { describe, expect, it } from "vitest";
import { Browser } from "../support/browser.ts";
import { declareDemoApp } from "../support/declare.ts";
import { expectRefused, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink, goodLink } from "../support/flows.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

const decision = "/connect/oauth2/authorize/decision";

/** Values that are not `right`, most of them nearly. */
function nearMisses(right: string): readonly string[] {
  return [
    "",
    " ",
    right.toUpperCase(),
    right[0]?.toUpperCase() + right.slice(1),
    right.slice(0, -1),
    `${right}s`,
    ` ${right}`,
    `${right} `,
    `${right}\n`,
    `${right}\0`,
    `${right}%00`,
    `${right} ${right}`,
    `${right},${right}`,
    `${right} token`,
    `\ufeff${right}`,
    "token",
    "id_token",
    "none",
    "*",
    "snsapi_base",
    "snsapi_userinfo",
    "snsapi_user snsapi_base",
    "null",
    "__proto__",
    "constructor",
    "[object Object]",
    `["${right}"]`,
    "<script>alert(1)</script>",
    "x".repeat(100_000),
  ];
}

/** A short name of a value for the title of a test. */
function shown(value: string): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${value.length} characters)` : text;
}

describe("a link asks for exactly what there is, or for nothing", () => {
  const shared = sharePlatform();
  const cases = [
    ["response_type", "code", "Unsupported request"],
    ["scope", "snsapi_user", "Unknown permission"],
  ] as const;
  const misses = cases.flatMap(([name, right, says]) =>
    [undefined, ...nearMisses(right)].map((value) => [name, value, says] as const),
  );
  it.each(
    someOf(misses).map(([name, value, says]) => [name, shown(value ?? "(absent)"), value, says] as const),
  )("%s is refused when it is %s", async (name, _, value, says) => {
    const platform = shared();
    const browser = await signedInBrowser(platform);
    const link = authorizationLink({ [name]: value });
    const page = await expectRefused(platform, () => browser.get(link), { status: 400 });
    expect(page.html).toContain(says);
  });
});

describe("an appid that is not exactly a registered one opens nothing", () => {
  const shared = sharePlatform();
  it.each([
    ...nearMisses("demo_app"),
    "demo-app",
    "demo_app' or '1'='1",
    "demo_app'; drop table applications; --",
    "' union all values (1) --",
    "demo%",
    "demo?app",
    "../demo_app",
    "dem\u043e_app",
    "\ud800",
    "1",
    "1e0",
  ])("%j", async (appid) => {
    const platform = shared();
    const browser = await signedInBrowser(platform);
    const page = await expectRefused(platform, () => browser.get(authorizationLink({ appid })), {
      status: 400,
    });
    expect(page.html).toContain("Unknown application");
  });

  it("nor does one of a team, because a team's application never asks people", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const link = authorizationLink({ appid: "acme_team" });
    const page = await expectSafe(platform, () => browser.get(link), { status: 400 });
    expect(page.html).toContain("This application cannot ask users for access");
  });

  it("nor does one of a disabled application, until it is enabled again", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await declareDemoApp(platform, { disabled: true });
    const page = await browser.get(authorizationLink());
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.html).toContain("This application is disabled");
    await declareDemoApp(platform, { disabled: false });
    expect((await browser.get(authorizationLink())).status).toBe(200);
  });
});

describe("a state comes back byte for byte, or the link is refused", () => {
  const shared = sharePlatform();
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  it.each(["0", "a", "Z", alphabet, "x".repeat(127), "x".repeat(128), "null", "undefined", "constructor"])(
    "%s comes back",
    async (state) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      const page = await browser.get(authorizationLink({ state }));
      for (const answer of ["deny", "allow"]) {
        const again = await browser.get(authorizationLink({ state }));
        const { location = "" } = await browser.submit(again, decision, { decision: answer });
        expect(location.endsWith(`&state=${state}`)).toBe(true);
      }
      expect(page.status).toBe(200);
    },
  );

  it("and where there was none, none comes back", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(authorizationLink({ state: undefined }));
    const { location = "" } = await browser.submit(page, decision, { decision: "allow" });
    expect([...new URL(location).searchParams.keys()]).toEqual(["code"]);
  });

  it.each([
    "",
    " ",
    "x".repeat(129),
    "x".repeat(1_000_000),
    "with space",
    "with-hyphen",
    "with_underscore",
    "a=b",
    "a&code=stolen",
    "a#b",
    "a\nb",
    "abc\n",
    "\nabc",
    "a\r\nSet-Cookie: sop_session=evil",
    "a\r\n\r\n<script>alert(1)</script>",
    "a\0b",
    "abc\0",
    "%61",
    "%0d%0a",
    "\u00e9",
    "\u4e2d\u6587",
    "\u0430bc",
    "\uff41",
    "\u0661",
    "\u{1f600}",
    "e\u0301",
    "\ufeffabc",
    "\u202eabc",
    "<script>alert(1)</script>",
    `"><img src=x onerror=alert(1)>`,
    "javascript:alert(1)",
    "{{7*7}}",
    "${7*7}",
    "' or 1=1 --",
    "../../etc/passwd",
    '{"a":1}',
  ])(
    "%j is refused",
    async (state) => {
      const platform = shared();
      const browser = await signedInBrowser(platform);
      const page = await expectRefused(platform, () => browser.get(authorizationLink({ state })), {
        status: 400,
      });
      expect(page.html).toContain("Part of the link is malformed");
    },
    20_000,
  );
});

describe("a parameter that is given twice counts as not given", () => {
  const everyParameter = {
    ...goodLink,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  };
  const names = Object.keys(everyParameter);
  const link = authorizationLink(everyParameter);

  it("and once it is given once, each of them is fine", async () => {
    const platform = await startTestPlatform();
    expect((await (await signedInBrowser(platform)).get(link)).status).toBe(200);
  });

  it.each(names)("%s with the same value", async (name) => {
    await expectDuplicateRefused(
      `${link}&${new URLSearchParams(pick(everyParameter, name)).toString()}`,
      name,
    );
  });

  it.each(names)("%s with another value", async (name) => {
    await expectDuplicateRefused(`${link}&${name}=other`, name);
  });

  it.each(names)("%s with no value, in front", async (name) => {
    await expectDuplicateRefused(link.replace("?", `?${name}&`), name);
  });

  it.each(names)("%s with its name percent-encoded", async (name) => {
    const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16)}`).join("");
    await expectDuplicateRefused(`${link}&${encoded}=other`, name);
  });
});

describe("a parameter that cannot be decoded is refused for what it is", () => {
  const shared = sharePlatform();
  it.each(["%", "%z", "%zz", "%ff", "%c0%af", "%ed%a0%80", "%f4%90%80%80", "abc%"])(
    "state=%s",
    async (value) => {
      const platform = shared();
      const browser = await signedInBrowser(platform);
      const link = `${authorizationLink({ state: undefined })}&state=${value}`;
      const page = await expectRefused(platform, () => browser.get(link), { status: 400 });
      expect(page.html).toContain("<code>state</code>");
      expect(page.html).not.toContain("the same thing twice");
    },
  );
});

describe("a code challenge is whole or the link is refused", () => {
  const shared = sharePlatform();
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  it.each([
    { code_challenge: challenge },
    { code_challenge: challenge, code_challenge_method: "plain" },
    { code_challenge: challenge, code_challenge_method: "s256" },
    { code_challenge: challenge, code_challenge_method: "" },
    { code_challenge_method: "S256" },
    { code_challenge: "", code_challenge_method: "S256" },
    { code_challenge: challenge.slice(1), code_challenge_method: "S256" },
    { code_challenge: `${challenge}=`, code_challenge_method: "S256" },
    { code_challenge: `${challenge}\n`, code_challenge_method: "S256" },
    { code_challenge: challenge.replace("-", "+"), code_challenge_method: "S256" },
    { code_challenge: "x".repeat(100_000), code_challenge_method: "S256" },
  ])("%j", async (changes) => {
    const platform = shared();
    const browser = await signedInBrowser(platform);
    await expectRefused(platform, () => browser.get(authorizationLink(changes)), { status: 400 });
  });
});

describe("the first mistake in the order of checks is the one that is reported", () => {
  // Each line is wrong in one thing more than the one below it.
  const mistakes = [
    [{ appid: "unknown_app" }, "Unknown application"],
    [{ redirect_uri: "https://evil.example/" }, "The redirect address is not registered"],
    [{ response_type: "token" }, "Unsupported request"],
    [{ scope: "snsapi_base" }, "Unknown permission"],
    [{ state: "-" }, "Part of the link is malformed"],
    [{ code_challenge: "x" }, "Invalid request"],
  ] as const;
  it.each(mistakes.map(([, says], index) => [says, index] as const))("%s", async (says, index) => {
    const platform = await startTestPlatform();
    const changes = Object.assign({}, ...mistakes.slice(index).map(([change]) => change));
    for (const browser of [new Browser(platform), await signedInBrowser(platform)]) {
      const page = await browser.get(authorizationLink(changes));
      expect(page.status).toBe(400);
      expect(page.html).toContain(`<h1>${says}</h1>`);
    }
  });
});

describe("what a link carries beyond its parameters changes nothing", () => {
  it("neither unknown parameters nor a body, a cookie or a header", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const noise = new URLSearchParams({
      decision: "allow",
      user_id: "2",
      username: "bob",
      prompt: "none",
      approval_prompt: "auto",
      response_mode: "fragment",
      request_uri: "https://evil.example/request",
      request: "eyJhbGciOiJub25lIn0.e30.",
      _method: "POST",
      ["__proto__"]: "x",
      "constructor[prototype]": "x",
    });
    const headers = {
      authorization: "Basic YWRhOmFkYQ==",
      "x-http-method-override": "POST",
      "x-original-url": decision,
      "x-user": "bob",
    };
    const page = await browser.get(`${authorizationLink()}&${noise.toString()}`, headers);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<bdi class="name">Ada</bdi>');
    const answer = await browser.submit(page, decision, { decision: "allow" });
    expect(answer.location).toMatch(/^https:\/\/insight\.example\/callback\?code=[\w-]+&state=abc123$/);
  });
});

function pick(values: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return { [name]: values[name] ?? "" };
}

async function expectDuplicateRefused(duplicated: string, name: string): Promise<void> {
  const platform = await startTestPlatform();
  const browser = await signedInBrowser(platform);
  const page = await expectSafe(platform, () => browser.get(duplicated), { status: 400 });
  expect(page.html).toContain("The link repeats a parameter");
  expect(page.html).toContain(`<code>${name}</code>`);
}
