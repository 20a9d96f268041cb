import { describe, expect, it, test } from "vitest";
import { exchangeParameters, obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedCode } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectRefusedSafely } from "../support/safe-refusal.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

async function startWithTeamToken() {
  const platform = await startTestPlatform();
  const access_token = await obtainTeamToken(platform);
  const good = { appid: "acme_team", access_token };
  return { platform, good, stillWorks: () => platform.call("/api/surveys", good) };
}

const query = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString();

describe("the parameters of a call", () => {
  it("may come with unknown ones, even twice", async () => {
    const { platform, good } = await startWithTeamToken();
    const extras = [
      "utm_source=a",
      "utm_source=b",
      "callback=cb",
      "__proto__=x",
      "constructor=y",
      "a[b]=c",
      "=",
      "&&",
      "%zz=%zz",
    ];
    const reply = await platform.fetch(`/api/surveys?${query(good)}&${extras.join("&")}`);
    expect(await reply.json()).toMatchObject({ code: "OK" });
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("are read in any order, with + and %20 for spaces and %2B for a plus", async () => {
    const { platform, good } = await startWithTeamToken();
    const reply = await platform.fetch(`/api/surveys?access_token=${good.access_token}&%61ppid=acme%5Fteam`);
    expect(await reply.json()).toMatchObject({ code: "OK" });
    for (const appid of ["acme+team", "acme%20team", "acme%2Bteam"]) {
      const refused = await platform.fetch(`/api/surveys?access_token=${good.access_token}&appid=${appid}`);
      expect(await refused.json()).toMatchObject({ error: { type: "invalid_token" } });
    }
  });

  test.each(["appid", "access_token"])(
    "are refused when %s comes twice, however it is written",
    async (name) => {
      const { platform, good, stillWorks } = await startWithTeamToken();
      const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      for (const again of [
        `${name}=x`,
        `${name}=${new URLSearchParams(good).get(name)}`,
        `${encoded}=x`,
        name,
        `${name}=`,
      ]) {
        const reply = platform.fetch(`/api/surveys?${query(good)}&${again}`);
        await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
      }
    },
  );

  test.each(["appid", "secret", "code", "grant_type"])(
    "are refused when %s is missing, empty or twice in an exchange",
    async (name) => {
      const platform = await startTestPlatform();
      const code = await allowedCode(platform);
      const good = new URLSearchParams(exchangeParameters(code));
      const without = new URLSearchParams([...good].filter(([key]) => key !== name));
      const spoilt = [
        without.toString(),
        `${without.toString()}&${name}=`,
        `${without.toString()}&${name}`,
        `${good.toString()}&${name}=a`,
      ];
      for (const parameters of spoilt) {
        const reply = await platform.fetch(`/api/oauth2/access_token?${parameters}`);
        expect(reply.headers.get("x-error-parameter")).toBe(name);
        await expectRefusedSafely(reply, {
          as: "invalid_argument",
          stillWorks: () => platform.call("/api/oauth2/access_token", teamTokenParameters),
        });
      }
      expect(await platform.call("/api/oauth2/access_token", exchangeParameters(code))).toMatchObject({
        code: "OK",
      });
    },
  );

  test.each(["appid[]", "appid[0]", "appid.", "Appid", "APPID", " appid", "appid%00"])(
    "are not understood under the name %s",
    async (name) => {
      const { platform, good, stillWorks } = await startWithTeamToken();
      const reply = platform.fetch(
        `/api/surveys?access_token=${good.access_token}&${name.replaceAll(" ", "+")}=acme_team`,
      );
      await expectRefusedSafely(reply, { as: "invalid_argument", stillWorks });
    },
  );
});

describe("nothing but the query", () => {
  const elsewhere: readonly [
    string,
    (platform: TestPlatform, good: Readonly<Record<string, string>>) => Promise<Response>,
  ][] = [
    [
      "a form body",
      (platform, good) => platform.fetch("/api/surveys", { method: "POST", body: new URLSearchParams(good) }),
    ],
    [
      "a JSON body",
      (platform, good) =>
        platform.fetch("/api/surveys", {
          method: "POST",
          body: JSON.stringify(good),
          headers: { "Content-Type": "application/json" },
        }),
    ],
    [
      "a cookie",
      (platform, good) =>
        platform.fetch("/api/surveys?appid=acme_team", {
          headers: { Cookie: `access_token=${good["access_token"]}; appid=acme_team` },
        }),
    ],
    [
      "a bearer header",
      (platform, good) =>
        platform.fetch("/api/surveys?appid=acme_team", {
          headers: { Authorization: `Bearer ${good["access_token"]}` },
        }),
    ],
    [
      "a basic header",
      (platform) =>
        platform.fetch("/api/oauth2/access_token?grant_type=client_credential", {
          headers: {
            Authorization: `Basic ${btoa(`${teamTokenParameters.appid}:${teamTokenParameters.secret}`)}`,
          },
        }),
    ],
    [
      "headers of its own",
      (platform, good) =>
        platform.fetch("/api/surveys", {
          headers: {
            appid: "acme_team",
            access_token: good["access_token"] ?? "",
            "X-Access-Token": good["access_token"] ?? "",
          },
        }),
    ],
    ["the fragment", (platform, good) => platform.fetch(`/api/surveys#?${query(good)}`)],
    ["the path", (platform, good) => platform.fetch(`/api/surveys;${query(good)}`)],
  ];

  test.each(elsewhere)("authenticates a call: not %s", async (_, send) => {
    const { platform, good, stillWorks } = await startWithTeamToken();
    await expectRefusedSafely(send(platform, good), { as: ["invalid_argument", "no_route"], stillWorks });
  });

  it("decides about a call that is right: a header for another application changes nothing", async () => {
    const { platform, good } = await startWithTeamToken();
    const headers = {
      Authorization: `Basic ${btoa("birch_team:wrong")}`,
      Cookie: "appid=birch_team; access_token=x",
    };
    const reply = await platform.fetch(pathWithQuery("/api/surveys", good), { headers });
    expect(await reply.json()).toMatchObject({ code: "OK" });
  });
});

describe("a page of another origin", () => {
  test.each(["https://evil.example", "null", "http://platform.example", "https://platform.example.evil"])(
    "is never allowed to read an answer: %s",
    async (Origin) => {
      const { platform, good } = await startWithTeamToken();
      const preflight = {
        Origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      };
      for (const init of [{ headers: { Origin } }, { method: "OPTIONS", headers: preflight }]) {
        const { headers } = await platform.fetch(pathWithQuery("/api/surveys", good), init);
        expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
    },
  );

  it("cannot have an answer written as a script", async () => {
    const { platform, good } = await startWithTeamToken();
    for (const name of ["callback", "jsonp", "jsonpcallback", "cb", "_callback"]) {
      const reply = await platform.fetch(pathWithQuery("/api/surveys", { ...good, [name]: "alert" }));
      expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect((await reply.text()).startsWith('{"code":"OK"')).toBe(true);
    }
  });
});
