import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import * as fc from "fast-check";
import { getRequestListener } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { normalTarget } from "../../src/http/request-target.ts";

function requestFor(target: string, host: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.url = target;
  if (host !== undefined) request.headers.host = host;
  return request;
}

/** Path, query and fragment of the address that `fetch` is called with; undefined when it is not called. */
async function targetForFetch(target: string, host: string | undefined): Promise<string | undefined> {
  let found: string | undefined;
  const listener = getRequestListener(
    ({ url }) => {
      found = url.slice(url.indexOf("/", url.indexOf("://") + 3));
      return new Response();
    },
    { hostname: "localhost", errorHandler: () => new Response(null, { status: 400 }) },
  );
  const request = requestFor(target, host);
  await listener(request, new ServerResponse(request));
  return found;
}

/** A target without the spelling of its query, of which only the decoded form is read, and up to its fragment. */
function readOf(target: string | undefined): unknown {
  if (target === undefined) return undefined;
  const [, path, query = ""] = /^([^?]*)([^#]*)/.exec(target) ?? [];
  // The URL Standard encodes these in a query.
  const encoded = query.replaceAll(/["<>' ]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [path, encoded.replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase())];
}

const hosts = fc.option(
  fc.constantFrom(
    ..."platform.example platform.example:8787 PLATFORM.example localhost 127.0.0.1:8787 a:80 a:443 a:99999 a:".split(
      " ",
    ),
    ..."0X7F.1 0x7f.1 1.2.3 [::1] [::1]:8787 [::AB] [1:2:3] [::ffff:127.0.0.1] xn--a a..b a_b - ~".split(" "),
  ),
  { nil: undefined },
);
const pieces = [
  ..."/ / api oauth2 user surveys 7 . .. %2e %2E%2e %2f %5c %00 % %zz %61 \\ // ;x ? ? # & = + appid".split(
    " ",
  ),
  ..."{ } | ^ ` \" < > ' @ : ~ ! * ( ) $ , [ ] http:// https:// a A".split(" "),
];
const mixtures = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((some) => some.join(""));
const paths = mixtures.map((mixture) => `/${mixture}`);
const addresses = fc
  .tuple(fc.constantFrom("http://", "https://", "http://other.example/"), mixtures)
  .map((two) => two.join(""));

describe("the target that a native handler goes by", () => {
  it.each([
    ["/api/surveys?page=1", "/api/surveys?page=1"],
    ["/api/../livez", "/livez"],
    ["/x/%2e%2e/api/oauth2/user?a=%2e", "/api/oauth2/user?a=%2e"],
    ["//api/oauth2/user", "//api/oauth2/user"],
    ["http://other.example/api/surveys?a=b", "/api/surveys?a=b"],
    ["http://other.example", "/"],
    ["/api/oauth2/user#?appid=a", "/api/oauth2/user#?appid=a"],
    ["/api\\oauth2/user", undefined],
    ["/api/surveys?a=\\", "/api/surveys?a=\\"],
    ["*", undefined],
    ["ftp://other.example/api/surveys", undefined],
  ])("of %s is %s", (target, normal) => {
    expect(normalTarget(requestFor(target, "platform.example"))).toBe(normal);
  });

  it("leads to the same path and the same parameters as the address that fetch gets", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(paths, addresses), hosts, async (target, host) => {
        const normal = normalTarget(requestFor(target, host));
        expect(readOf(normal)).toEqual(readOf(await targetForFetch(target, host)));
      }),
      { numRuns: 5000 },
    );
  });

  it("is none when it is neither a path nor an address of a known scheme", () => {
    const others = mixtures.filter((target) => !/^(?:\/|https?:\/\/)/.test(target));
    fc.assert(
      fc.property(others, hosts, (target, host) => {
        expect(normalTarget(requestFor(target, host))).toBeUndefined();
      }),
    );
  });
});
