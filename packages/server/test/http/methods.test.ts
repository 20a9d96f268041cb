import { describe, expect, it, test } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { methodOf } from "../../src/http/endpoint.ts";
import { exchangeParameters, obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectRefusedSafely } from "../support/safe-refusal.ts";
import { startTestPlatform } from "../support/test-platform.ts";

// TRACE and CONNECT cannot be sent this way; the tests of raw requests send them.
const otherMethods = ["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "QUERY", "Brew"];

describe("a documented call", () => {
  test.each(otherMethods)(
    "is refused with 405 and the methods that its path takes when it is a %s",
    async (method) => {
      const platform = await startTestPlatform();
      const endpoints = endpointsOf(platform.store, { timeZone: "UTC" });
      for (const [path, group] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
        const served = group.map((endpoint) => methodOf(endpoint) as string);
        if (served.includes(method)) continue;
        const reply = await platform.fetch(path.replaceAll(/\{\w+\}/g, "1"), { method });
        expect([path, reply.status, reply.headers.get("allow")]).toEqual([path, 405, served.join(", ")]);
        expect(await reply.text()).toContain(method === "HEAD" ? "" : '{"code":"NoRoute"');
      }
    },
  );

  test.each(otherMethods)("changes nothing when it is a %s", async (method) => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    const teamToken = await obtainTeamToken(platform);
    const before = await countOfTokens(platform);
    for (const parameters of [exchangeParameters(code), teamTokenParameters]) {
      await platform.fetch(pathWithQuery("/api/oauth2/access_token", parameters), { method });
    }
    expect(await countOfTokens(platform)).toEqual(before);
    const list = await platform.call("/api/surveys", { appid: "acme_team", access_token: teamToken });
    expect(list.code).toBe("OK");
    const exchanged = await platform.call("/api/oauth2/access_token", exchangeParameters(code));
    expect(exchanged.code).toBe("OK");
  });

  it("cannot be turned into another method by a header or a parameter", async () => {
    const platform = await startTestPlatform();
    const tokens = await allowedTokens(platform);
    const path = pathWithQuery("/api/oauth2/refresh_token", {
      ...refreshParameters(tokens.refresh_token),
      _method: "GET",
    });
    const reply = await platform.fetch(path, {
      method: "POST",
      headers: { "X-HTTP-Method-Override": "GET" },
    });
    await expectRefusedSafely(reply, {
      as: "no_route",
      stillWorks: () => platform.call("/api/oauth2/refresh_token", refreshParameters(tokens.refresh_token)),
    });
  });
});

async function countOfTokens({ database }: Awaited<ReturnType<typeof startTestPlatform>>) {
  const { kysely } = database.reader;
  const users = await kysely.selectFrom("user_access_tokens").select("hash").execute();
  const teams = await kysely.selectFrom("team_access_tokens").select(["hash", "number"]).execute();
  return { users, teams };
}
