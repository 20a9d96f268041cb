import { describe, expect, test } from "vitest";
import { call } from "../src/call.ts";
import { answering, envelope } from "./support/wire.ts";

const token = { appid: "my_team", accessToken: "sopt_token" };
const surveys = { ...token, path: "/api/surveys" };

async function addressOf(baseUrl: string, path = "/api/surveys", query = {}): Promise<string> {
  const { platform, asked } = answering(() => envelope({}));
  await call({ ...platform, baseUrl }, { ...token, path, query });
  return asked[0]?.url ?? "";
}

describe("the address of a call", () => {
  test("is the platform's, with the token in its query", async () => {
    expect(await addressOf("https://platform.example")).toBe(
      "https://platform.example/api/surveys?appid=my_team&access_token=sopt_token",
    );
  });

  test("keeps the path of a platform that stands below one, with or without a slash", async () => {
    for (const baseUrl of ["https://example.org/surveys", "https://example.org/surveys/"])
      expect(await addressOf(baseUrl)).toMatch(/^https:\/\/example\.org\/surveys\/api\/surveys\?/);
  });

  test("carries values of every kind, lists under a name with brackets, and nothing for what is undefined", async () => {
    const query = { "a&b": "c=d e+ä", page: 2, all: true, roles: [0, 2], none: undefined };
    const address = new URL(await addressOf("https://platform.example", "/api/orgs/1/users", query));
    expect([...address.searchParams]).toEqual([
      ["a&b", "c=d e+ä"],
      ["page", "2"],
      ["all", "true"],
      ["roles[]", "0"],
      ["roles[]", "2"],
      ["appid", "my_team"],
      ["access_token", "sopt_token"],
    ]);
    expect(address.search).not.toContain("+");
  });

  test("cannot be given another token or appid by its query", async () => {
    const query = { appid: "other", access_token: "other" };
    const address = new URL(await addressOf("https://platform.example", "/api/surveys", query));
    expect(address.searchParams.getAll("appid")).toEqual(["my_team"]);
    expect(address.searchParams.getAll("access_token")).toEqual(["sopt_token"]);
  });

  test.each([
    "api/surveys",
    "//elsewhere.example/api",
    "/api/surveys/../oauth2/user",
    "/api/surveys/%2e%2e/oauth2",
    "/api/surveys/./1",
    "/api\\surveys",
    "/api/surveys?openid=x",
    "/api/surveys#x",
    "/api/sur veys",
    "https://elsewhere.example/",
    "",
  ])("is refused with the path %j, which would lead elsewhere", async (path) => {
    const { platform, asked } = answering(() => envelope({}));
    const expected = { type: "invalid_argument", parameter: "path" };
    await expect(call(platform, { ...token, path })).rejects.toMatchObject(expected);
    expect(asked).toHaveLength(0);
  });

  test.each([
    "platform.example",
    "ftp://platform.example",
    "https://user:password@platform.example",
    "https://platform.example?a=b",
    "https://platform.example#a",
    "http://platform.example",
    "http://localhost.example",
    "http://10.0.0.1",
    "http://127.0.0.1.example",
  ])("is refused for the platform address %j, where secrets must not go", async (baseUrl) => {
    const { platform, asked } = answering(() => envelope({}));
    await expect(call({ ...platform, baseUrl }, surveys)).rejects.toMatchObject({
      type: "invalid_configuration",
    });
    expect(asked).toHaveLength(0);
  });

  test.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787", "http://app.localhost"])(
    "may be without encryption on this machine: %s",
    async (baseUrl) => {
      expect(await addressOf(baseUrl)).toContain(`${baseUrl}/api/surveys?`);
    },
  );

  test("may be without encryption elsewhere when the application says so", async () => {
    const { platform, asked } = answering(() => envelope({}));
    const closed = { ...platform, baseUrl: "http://platform.internal", allowInsecureHttp: true };
    await call(closed, surveys);
    expect(asked[0]?.url).toMatch(/^http:\/\/platform\.internal\/api\/surveys\?/);
  });
});

describe("a data call that is no GET", () => {
  test("sends its body as JSON and its token in the query", async () => {
    const { platform, asked } = answering(() => envelope({ data: { id: 1 } }));
    const path = "/api/surveys";
    await call(platform, { ...token, path, method: "POST", body: { text: "Hello" } });
    expect(asked[0]?.url).toContain("access_token=sopt_token");
    expect(asked[0]?.init).toMatchObject({
      method: "POST",
      body: '{"text":"Hello"}',
      headers: { "content-type": "application/json" },
    });
  });
});
