import { describe, expect, test } from "vitest";
import { isPlainTarget } from "../../src/http/plain-target.ts";
import { readProxyTarget } from "../../src/proxy/proxy-target.ts";
import { TokenMask } from "../../src/proxy/token-mask.ts";
import { everything } from "../team/http-stage.ts";
import { openProxy, prefix, read, sendRaw, serve, serveProxy } from "./proxy-stage.ts";

const list = `${prefix}/api/surveys`;

/** Everything that a caller gets to see of an answer. */
async function everythingOf(answer: Response): Promise<string> {
  return JSON.stringify([answer.status, answer.statusText, [...answer.headers], await answer.text()]);
}

describe("the path of a proxied call", () => {
  test.each([
    "/api/surveys/../oauth2/user",
    "/api/surveys/./7",
    "/api/surveys/%2e%2e/oauth2/user",
    "/api/surveys/%2E./x",
    "/api/surveys/..;/oauth2/user",
    "/api/surveys/..;x=1/oauth2/user",
    "/api/surveys/.../x",
    "/api/surveys//7",
    "//api/surveys",
    "/api/surveys%2f7",
    "/api/surveys%2F..%2Fusers",
    "/api/surveys%5c..%5cusers",
    "/api/surveys\\7",
    "/api/surveys/7%00.json",
    "/api/surveys/%252e%252e/x",
    "/api/surveys/7;x=1",
    "/api/surveys/7%0d%0aX-Injected:%201",
    "/api/surveys/",
    "/api/surveys/%E2%80%AE",
    "/API/surveys",
    "/surveys",
    "/api",
    "/",
    "",
    "/api/oauth2/access_token",
    "/api/oauth2/refresh_token",
    "/api/oauth2/user",
    "/api/OAuth2/user",
    "/connect/oauth2/authorize",
  ])("is refused when it is %j", (path) => {
    expect(() => readProxyTarget(prefix + path)).toThrow(expect.objectContaining({ type: "forbidden" }));
  });

  test.each(["/api/surveys", "/api/surveys/7/legacy", "/api/surveys/7/answers/AbC-_~9", "/api/x.json"])(
    "is passed on when it is %s",
    (path) => {
      expect(readProxyTarget(`${prefix}${path}?a=1&b=%27'`)).toEqual({ path, query: "a=1&b=%27'" });
    },
  );

  test.each(["@evil.example", ".evil.example", ":80", "%40evil.example", "%2f..", " "])(
    "does not lead to another host by an appid that ends with %j",
    async (end) => {
      const { send, forwarded } = await openProxy();
      expect(await read(await send(`${prefix}${end}/api/surveys`))).toMatchObject({ type: "forbidden" });
      expect(forwarded).toEqual([]);
    },
  );

  test("does not get past the caller's rights in whatever spelling it comes over a real socket", async () => {
    const { endpoint, addCaller, forwarded } = await openProxy();
    const { bearer } = await addCaller([{ ...everything, proxyPaths: ["/api/surveys/7"] }]);
    const address = await serveProxy(endpoint);
    const paths = [
      "/api/surveys/7/../8",
      "/api/surveys/7/%2e%2e/8",
      "/api/surveys/7/..%2f8",
      "/api/surveys/7//8",
    ];
    for (const path of paths) {
      const head = `GET ${prefix}${path} HTTP/1.1\r\nHost: hub.test\r\nAuthorization: ${bearer}\r\n`;
      const answer = await sendRaw(address, `${head}Connection: close\r\n\r\n`);
      expect(answer).toContain("HTTP/1.1 403");
      expect(answer).toContain('"forbidden"');
    }
    expect(forwarded).toEqual([]);
  });
});

describe("a request's target", () => {
  test.each(["/", "/v1/apps/a/token", "/v1/apps/a/token/watch?after=1&x=..//%2f", "/livez", "/a/..b/.c"])(
    "is plain when it is %s",
    (target) => expect(isPlainTarget(target)).toBe(true),
  );

  test.each([
    "",
    "*",
    "http://hub.test/v1",
    "/a/../b",
    "/a/..",
    "/./a",
    "/a/%2e%2E/b",
    "/a/.%2e",
    "/a/..;x/b",
    "//a",
    "/a//b",
    "/a%2Fb",
    "/a%5cb",
    "/a%00",
    "/a\\b",
    "/a#b",
    "/a?b#c",
    "/a b",
    "/a\tb",
    "/ä",
  ])("is not when it is %j", (target) => expect(isPlainTarget(target)).toBe(false));
});

describe("the query of a proxied call", () => {
  test.each([
    "appid=other",
    "access_token=x",
    "a=1&access_token=x",
    "Access_Token=x",
    "access%5Ftoken=x",
    "access_token%20=x",
    "+appid=x",
    "access_token",
    "access_token[]=x",
    "appid[0]=x",
    "a=1;access_token=x",
    "secret=x",
    "refresh_token=x",
  ])("is refused with %s, which the hub adds itself", async (query) => {
    const { send, forwarded } = await openProxy();
    expect(await read(await send(`${list}?${query}`))).toMatchObject({
      status: 400,
      type: "invalid_argument",
    });
    expect(forwarded).toEqual([]);
  });

  test("goes on as it is otherwise, with nothing added that was not there", async () => {
    const { send, forwarded, first } = await openProxy();
    await send(`${list}?q=%26appid%3Dx&r=access_token&s=a?b&%zz=1&t=%0d%0aX: 1#access_token=x`);
    const query = forwarded[0]?.url.search ?? "";
    expect(query).toBe(
      `?appid=mock_team&access_token=${first.accessToken}&q=%26appid%3Dx&r=access_token&s=a?b&%zz=1&t=%0d%0aX:%201`,
    );
    expect(new URLSearchParams(query).getAll("access_token")).toEqual([first.accessToken]);
  });
});

describe("the token is in nothing that a caller gets", () => {
  test("when the platform sends it along in headers of its own", async () => {
    const { send, upstream, first } = await openProxy();
    upstream.answer = async (url) =>
      Response.json(
        { code: "OK", error: { type: "" }, data: {}, request_id: "r" },
        {
          headers: {
            "set-cookie": "session=1",
            location: "/elsewhere",
            "content-location": url,
            link: `<${url}>; rel=next`,
            "www-authenticate": `Bearer realm="${url}"`,
            refresh: `0; url=${url}`,
            server: "secret-server/1.0",
            "x-debug-url": url,
            etag: `"${first.accessToken}"`,
            "access-control-allow-origin": "*",
            "x-request-id": "r",
          },
        },
      );
    const answer = await send(list);
    expect([...answer.headers.keys()].toSorted()).toEqual(["cache-control", "content-type", "x-request-id"]);
    expect(await everythingOf(answer)).not.toContain(first.accessToken);
  });

  test.each([301, 302, 303, 307, 308])("when the platform redirects with %i", async (status) => {
    const { send, upstream, first, forwarded } = await openProxy();
    upstream.answer = async (url) => new Response(`moved to ${url}`, { status, headers: { location: url } });
    const answer = await send(list);
    expect(answer.status).toBe(502);
    expect(await everythingOf(answer)).not.toContain(first.accessToken);
    expect(forwarded).toHaveLength(1);
  });

  test("when the real fetch meets a redirect, which it does not follow", async () => {
    const { send, upstream, first } = await openProxy();
    const asked: string[] = [];
    const elsewhere = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(302, { location: `http://${request.headers.host}/elsewhere${request.url}` }).end();
    });
    upstream.answer = async (url, init) =>
      await fetch(url.replace("https://platform.example", elsewhere), init);
    const answer = await send(list);
    expect(answer.status).toBe(502);
    expect(await everythingOf(answer)).not.toContain(first.accessToken);
    expect(asked).toHaveLength(1);
  });

  test("when a page of an error quotes the address", async () => {
    const { send, upstream, first } = await openProxy();
    upstream.answer = async (url) =>
      new Response(`<p>Cannot GET ${url}</p>`, { status: 502, headers: { "content-type": "text/html" } });
    const answer = await send(list);
    const text = await answer.clone().text();
    expect(await everythingOf(answer)).not.toContain(first.accessToken);
    expect(text).toContain(`access_token=${"*".repeat(first.accessToken.length)}`);
  });

  test("when it is quoted in the middle of a long answer, cut anywhere", async () => {
    const { send, upstream, first } = await openProxy();
    const { accessToken } = first;
    for (const cut of [1, 5, accessToken.length - 1]) {
      const text = `${"x".repeat(9_000)}${accessToken}${"y".repeat(9_000)}`;
      const pieces = [text.slice(0, 9_000 + cut), text.slice(9_000 + cut)].map((one) => Buffer.from(one));
      upstream.answer = async () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              for (const piece of pieces) controller.enqueue(piece);
              controller.close();
            },
          }),
        );
      const seen = await (await send(list)).text();
      expect(seen).toHaveLength(text.length);
      expect(seen).not.toContain(accessToken);
    }
  });

  test("when the platform cannot be reached and the error quotes the address", async () => {
    const { send, upstream, first, logged } = await openProxy();
    upstream.answer = async (url) => {
      throw new TypeError(`fetch failed for ${url}`, {
        cause: Object.assign(new Error(url), { code: "ECONNREFUSED" }),
      });
    };
    const answer = await send(list);
    expect(answer.status).toBe(502);
    expect(await everythingOf(answer)).not.toContain(first.accessToken);
    expect(logged.join()).toContain("ECONNREFUSED");
    expect(logged.join()).not.toContain(first.accessToken);
  });

  test("and the log has neither it nor any secret after everything above", async () => {
    const { send, logged, first, caller, platform } = await openProxy();
    await send(`${list}?access_token=${first.accessToken}`);
    await send(list, { headers: { authorization: `Bearer ${caller.id}.hubs_wrong` } });
    platform.inject({ kind: "proxy_error", on: "data" });
    await send(list);
    for (const secret of [first.accessToken, caller.secret, "hubs_wrong"])
      expect(logged.join("\n")).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(0);
  });
});

describe("masking a token", () => {
  test("finds it however the bytes are cut, and changes nothing else", () => {
    const secret = "aab-aab-aac";
    const text = `aab-${secret}aab-aab-aa${secret}${secret}aab-aab-a`;
    const expected = text.replaceAll(secret, "*".repeat(secret.length));
    for (let size = 1; size <= text.length; size += 1) {
      const mask = new TokenMask(secret);
      let seen = "";
      for (let at = 0; at < text.length; at += size)
        seen += mask.push(Buffer.from(text.slice(at, at + size))).toString();
      expect(seen + mask.end().toString()).toBe(expected);
    }
  });

  test("holds nothing back that cannot be its beginning", () => {
    const mask = new TokenMask("sopt_secret");
    expect(mask.push(Buffer.from("data: 1\n\n")).toString()).toBe("data: 1\n\n");
    expect(mask.push(Buffer.from("so")).toString()).toBe("");
    expect(mask.push(Buffer.from("me")).toString()).toBe("some");
  });
});

describe("headers of a proxied call", () => {
  test("cannot be used to smuggle others in", async () => {
    const { endpoint, caller, forwarded } = await openProxy();
    const address = await serveProxy(endpoint);
    const head = `GET ${list} HTTP/1.1\r\nHost: hub.test\r\nAuthorization: ${caller.bearer}\r\n`;
    const smuggled =
      "Accept: text/html\r\nConnection: close, accept\r\nX-Appid: other\r\nHost-Override: evil\r\n";
    const answer = await sendRaw(address, `${head}${smuggled}\r\n`);
    expect(answer).toContain("HTTP/1.1 200");
    expect([...new Headers(forwarded[0]?.init.headers).keys()].toSorted()).toEqual([
      "accept",
      "accept-encoding",
    ]);
  });

  test("with two Authorizations are refused", async () => {
    const { endpoint, caller, forwarded } = await openProxy();
    const address = await serveProxy(endpoint);
    const one = `Authorization: ${caller.bearer}\r\n`;
    const head = `GET ${list} HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n`;
    expect(await sendRaw(address, `${head}${one}${one}\r\n`)).toContain("HTTP/1.1 401");
    expect(forwarded).toEqual([]);
  });
});
