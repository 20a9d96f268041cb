import { describe, expect, test } from "vitest";
import { createClient } from "../src/create-client.ts";
import { exchangeCode } from "../src/exchange-code.ts";
import { fromTeamSecret } from "../src/token-source/from-team-secret.ts";
import { fromToken, type SourcedToken, type TokenSource } from "../src/token-source/token-source.ts";
import { answering, connect, countCalls, envelope, teamCredentials, webCredentials } from "./support/wire.ts";

const refused = () => envelope({ code: "PermissionDenied", type: "invalid_token" });
const fine = () => envelope({ data: { total: 0, list: [] } });

const tokenOf = (number: number): SourcedToken => ({ appid: "my_app", accessToken: `token${number}` });

/** A source that counts, whose every token is another one. */
function countingSource() {
  const reported: string[] = [];
  const source: TokenSource = {
    get: () => Promise.resolve(tokenOf(reported.length)),
    invalidate({ accessToken }) {
      reported.push(accessToken);
      return Promise.resolve(tokenOf(reported.length));
    },
  };
  return { source, reported };
}

describe("a client", () => {
  test("leaves everything to a source that makes the calls itself", async () => {
    const asked: string[] = [];
    const source = {
      call: async <Data>(path: string) => {
        asked.push(path);
        // What the client then reads.
        return { total: 0, list: [] } as Data;
      },
    };
    expect((await createClient({ source }).surveys.list()).total).toBe(0);
    expect(asked).toEqual(["/api/surveys"]);
  });

  test("makes a call once more with a better token when its token is refused", async () => {
    const { platform, asked } = answering(refused, fine);
    const { source, reported } = countingSource();
    await createClient({ platform, source }).surveys.list();
    expect(reported).toEqual(["token0"]);
    const sent = asked.map(({ url }) => new URL(url).searchParams.get("access_token"));
    expect(sent).toEqual(["token0", "token1"]);
  });

  test("tries no third time", async () => {
    const { platform, asked } = answering(refused);
    const { source, reported } = countingSource();
    const list = createClient({ platform, source }).surveys.list();
    await expect(list).rejects.toMatchObject({ type: "invalid_token" });
    expect(asked).toHaveLength(2);
    expect(reported).toHaveLength(1);
  });

  test.each(["claim_error", "invalid_org_subscription", "not_found", "invalid_grant"])(
    "does not blame the token for %s",
    async (type) => {
      const { platform, asked } = answering(() => envelope({ code: "PermissionDenied", type }));
      const { source, reported } = countingSource();
      await expect(createClient({ platform, source }).surveys.list()).rejects.toMatchObject({ type });
      expect(asked).toHaveLength(1);
      expect(reported).toEqual([]);
    },
  );

  test("knows a refused token by its type, whatever the HTTP status", async () => {
    const { mock, platform } = connect({ errorStatus: "semantic" });
    const client = createClient({ platform, source: fromTeamSecret(platform, teamCredentials) });
    await client.surveys.list();
    mock.mintElsewhere();
    expect((await client.surveys.list()).total).toBe(1);
  });

  test("does not send a fixed token twice", async () => {
    const { mock, platform } = connect();
    const source = fromToken({ appid: "mock_team", accessToken: "sopt_old" });
    const list = createClient({ platform, source }).surveys.list();
    await expect(list).rejects.toMatchObject({ type: "invalid_token" });
    expect(countCalls(mock).data).toBe(1);
  });

  test("sends a POST once more too, because a refused token has had no effect", async () => {
    const { platform, asked } = answering(refused, fine);
    const { source } = countingSource();
    await createClient({ platform, source }).call("/api/surveys", { method: "POST", body: { a: 1 } });
    expect(asked.map(({ init }) => init.body)).toEqual(['{"a":1}', '{"a":1}']);
  });

  test("asks who the person is with their own openid", async () => {
    const { mock, platform } = connect();
    const grant = await exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
    const { openid, tokens } = grant;
    const source = fromToken({ appid: webCredentials.appid, accessToken: tokens.accessToken, openid });
    const client = createClient({ platform, source });
    expect(await client.getUser()).toEqual({ openid, nickname: "Ada", avatar: expect.any(String) });
    expect((await client.surveys.list()).list.map(({ title }) => title)).toEqual(["Customers", "Suppliers"]);
  });

  test("ends with the caller's own reason when the caller gives up", async () => {
    const { platform } = answering(() => new Promise<never>(() => {}));
    const signal = AbortSignal.timeout(20);
    const client = createClient({ platform, source: countingSource().source });
    await expect(client.surveys.list({ signal })).rejects.toMatchObject({ name: "TimeoutError" });
    for (const walk of [client.surveys.all({ signal }), client.surveys.answers(1, { signal })])
      await expect(walk.next()).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
