import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkRegistrableRedirectUri,
  findPublicRedirectUriProblems,
  redirectLocation,
  redirectUriMaximumLength,
  verifiedRedirectUri,
  type VerifiedRedirectUri,
} from "../../src/model/redirect-uri.ts";

function verified(uri: string): VerifiedRedirectUri {
  const found = verifiedRedirectUri([uri], uri);
  if (found === undefined) throw new Error("An address is in the list that it is the only entry of");
  return found;
}

describe("an address that can be registered", () => {
  test.each([
    "https://app.example/callback",
    "https://app.example",
    "https://app.example/",
    "https://app.example?lang=en",
    "https://app.example/cb?",
    "https://app.example:8443/cb",
    "https://app.example/a//b;c=d/@e/%2e%2F",
    "https://app.example/cb?codes=1&State=2&error_code=3",
    "https://xn--fsqu00a.xn--0zwm56d/cb",
    "https://203.0.113.7/cb",
    "https://[2001:db8::1]:8443/cb",
    "http://localhost:8788/callback",
    "http://localhost/",
    "http://127.0.0.1:3000/cb",
    "http://127.255.255.254/cb",
    "http://[::1]:3000/cb",
  ])("is %s", (uri) => {
    expect(checkRegistrableRedirectUri(uri)).toEqual([]);
  });

  test("may be as long as the limit and no longer", () => {
    const longest = "https://app.example/".padEnd(redirectUriMaximumLength, "a");
    expect(checkRegistrableRedirectUri(longest)).toEqual([]);
    expect(checkRegistrableRedirectUri(`${longest}a`)).toEqual([expect.stringContaining("longer than")]);
  });

  test("is never one that a browser would send elsewhere than it reads", () => {
    const part = fc.string({ unit: fc.constantFrom(...Array.from("aA0.:/@?#&=%\\ \t\n*[]é。+-_~")) });
    const address = fc.tuple(
      fc.constantFrom("https://", "http://", "HTTPS://", "//", "javascript:", ""),
      part,
    );
    const rule = fc.property(address, ([scheme, rest]) => {
      const text = scheme + rest;
      if (checkRegistrableRedirectUri(text).length > 0) return;
      const { href, origin, hash, username, password } = new URL(text);
      expect([text, `${text}/`, text.replace(/^([^?]*)\?/, "$1/?")]).toContain(href);
      expect(text.startsWith(origin)).toBe(true);
      expect([hash, username, password]).toEqual(["", "", ""]);
    });
    fc.assert(rule, { numRuns: 5000 });
  });
});

describe("an address is refused", () => {
  test.each([
    ["when empty", "", "absolute"],
    ["when relative", "/callback", "absolute"],
    ["when protocol-relative", "//app.example/cb", "absolute"],
    ["with another scheme", "app://callback", "absolute"],
    ["with a script", "javascript:alert(1)", "absolute"],
    ["with data", "data:text/html,x", "absolute"],
    ["with a scheme in capitals", "HTTPS://app.example/", "absolute"],
    ["with one slash", "https:/app.example/", "absolute"],
    ["with three slashes", "https:///app.example/", "host as browsers write it"],
    ["without a host", "https://", "absolute"],
    ["over http on another host", "http://app.example/cb", "unless the host is loopback"],
    ["over http on a host that begins like loopback", "http://127.0.0.1.evil.example/", "loopback"],
    ["over http on a host under localhost", "http://app.localhost/", "loopback"],
    ["over http on a private address", "http://192.168.0.1/", "loopback"],
    ["with a fragment", "https://app.example/cb#a", "fragment"],
    ["with a bare #", "https://app.example/cb#", "fragment"],
    ["with a user name", "https://ada@app.example/cb", "user name"],
    ["with an empty user name", "https://@app.example/cb", "user name"],
    ["with a password", "https://ada:pw@app.example/cb", "user name"],
    ["with a wildcard host", "https://*.app.example/cb", "wildcard"],
    ["with a wildcard path", "https://app.example/*", "wildcard"],
    ["with a line break", "https://app.example/\r\nSet-Cookie:a=b", "control characters"],
    ["with a tab", "https://app.example/\tcb", "control characters"],
    ["with NUL", "https://app.example/\0", "control characters"],
    ["with a space", "https://app.example/a b", "spaces"],
    ["with a leading space", " https://app.example/", "spaces"],
    ["with a backslash", "https://app.example\\@evil.example/", "backslash"],
    ["with an international host", "https://例え.jp/cb", "punycode"],
    ["with a full-width dot", "https://app。example/cb", "ASCII"],
    ["with a non-ASCII path", "https://app.example/ä", "ASCII"],
    ["with a host in capitals", "https://App.example/", "host as browsers write it"],
    ["with the default port", "https://app.example:443/", "host as browsers write it"],
    ["with the default port of http", "http://localhost:80/", "host as browsers write it"],
    ["with an empty port", "https://app.example:/", "host as browsers write it"],
    ["with a dot after the host", "https://app.example./", "dot after the host"],
    ["with a dot after localhost", "http://localhost./", "dot after the host"],
    ["with a percent-encoded host", "https://app%2eexample/", "host as browsers write it"],
    ["with an octal IP address", "http://0177.0.0.1/", "host as browsers write it"],
    ["with a hexadecimal IP address", "http://0x7f000001/", "host as browsers write it"],
    ["with a number for an IP address", "http://2130706433/", "host as browsers write it"],
    ["with a shortened IP address", "http://127.1/", "host as browsers write it"],
    ["with a long form of an IPv6 address", "http://[0:0:0:0:0:0:0:1]/", "host as browsers write it"],
    ["with an IPv4 address in IPv6", "http://[::ffff:127.0.0.1]/", "host as browsers write it"],
    ["with .. in the path", "https://app.example/a/../b", ". or .."],
    ["with an encoded .. in the path", "https://app.example/a/%2e%2E/b", ". or .."],
    ["with . in the path", "https://app.example/./b", ". or .."],
    ["with markup", 'https://app.example/"><script>', "percent-encoded"],
    ["with a lonely percent sign", "https://app.example/%zz", "percent sign"],
    ["with code in its query", "https://app.example/?a=b&code=1", "code in its query"],
    ["with an encoded code in its query", "https://app.example/?c%6fde", "code in its query"],
    ["with state in its query", "https://app.example/?state=", "state in its query"],
    ["with error in its query", "https://app.example/?error=x", "error in its query"],
  ])("%s", (_, uri, says) => {
    expect(checkRegistrableRedirectUri(uri)).toContainEqual(expect.stringContaining(says));
  });

  test("with every reason at once", () => {
    expect(checkRegistrableRedirectUri("https://*.app.example/a b#c")).toHaveLength(3);
    expect(checkRegistrableRedirectUri("http://App.example/../?code&state")).toHaveLength(5);
  });
});

describe("looking a requested address up", () => {
  const registered = ["https://app.example/cb", "https://app.example/cb?lang=en"];

  test("finds exactly the registered ones", () => {
    expect(registered.map((uri) => verifiedRedirectUri(registered, uri))).toEqual(registered);
  });

  test.each([
    "https://app.example/cb/",
    "https://app.example/c",
    "https://app.example/cb2",
    "https://app.example/CB",
    "https://app.example/%63b",
    "https://app.example/x/../cb",
    "https://app.example/cb?lang=de",
    "https://app.example/cb?lang=en&a=b",
    "https://app.example/cb#",
    "https://app.example:443/cb",
    "https://app.example./cb",
    "https://evil@app.example/cb",
    " https://app.example/cb",
    "http://app.example/cb",
    "",
  ])("does not take %j for one of them", (requested) => {
    expect(verifiedRedirectUri(registered, requested)).toBeUndefined();
  });

  test("finds nothing when nothing is registered", () => {
    expect(verifiedRedirectUri([], "https://app.example/cb")).toBeUndefined();
  });
});

describe("the location of an answer", () => {
  test.each([
    ["https://app.example/cb", "https://app.example/cb?code=c&state=s"],
    ["https://app.example", "https://app.example?code=c&state=s"],
    ["https://app.example/cb?", "https://app.example/cb?code=c&state=s"],
    ["https://app.example/cb?a=%20+b", "https://app.example/cb?a=%20+b&code=c&state=s"],
    ["https://app.example/cb?a&", "https://app.example/cb?a&code=c&state=s"],
  ])("adds to %s", (uri, location) => {
    expect(redirectLocation(verified(uri), { code: "c", state: "s" })).toBe(location);
  });

  test("has no state when none was sent", () => {
    const uri = verified("https://app.example/cb");
    expect(redirectLocation(uri, { code: "c" })).toBe("https://app.example/cb?code=c");
    expect(redirectLocation(uri, { code: "c", state: null })).toBe("https://app.example/cb?code=c");
  });

  test("tells why there is no code", () => {
    const location = redirectLocation(verified("https://app.example/cb"), {
      error: "access_denied",
      state: "s",
    });
    expect(location).toBe("https://app.example/cb?error=access_denied&state=s");
  });

  test("keeps the registered bytes and hands code and state over unchanged, whatever they are", () => {
    const uris = fc.constantFrom(
      "https://app.example/cb",
      "http://localhost:1/?q=%2B+",
      "https://app.example?",
    );
    const rule = fc.property(uris, fc.string(), fc.string(), (uri, code, state) => {
      const location = redirectLocation(verified(uri), { code, state });
      const { searchParams } = new URL(location);
      expect(location.startsWith(uri)).toBe(true);
      expect(location).toMatch(/^[\u0021-\u007e]+$/);
      expect([searchParams.getAll("code"), searchParams.getAll("state")]).toEqual([[code], [state]]);
    });
    fc.assert(rule);
  });
});

describe("the address of a client without a secret", () => {
  const loopback = { anyLoopbackPort: true };

  test.each([
    ["http://127.0.0.1/callback", "http://127.0.0.1:51004/callback"],
    ["http://localhost/callback", "http://localhost:3000/callback"],
    ["http://localhost:8788/callback", "http://localhost/callback"],
    ["http://[::1]:1/cb?a=b", "http://[::1]:65535/cb?a=b"],
  ])("%s is on this machine, where %s is the same on another port", (registered, requested) => {
    expect(verifiedRedirectUri([registered], requested, loopback)).toBe(requested);
  });

  test.each([
    ["http://127.0.0.1/callback", "http://localhost:1024/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024/callback/"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024/callback?x=1"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024@evil.example/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024.evil.example/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:0/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:99999/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024/callback#x"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:1024\\@evil.example/callback"],
    ["http://127.0.0.1/a/b", "http://127.0.0.1:1024/a/x/../b"],
    ["https://127.0.0.1/callback", "https://127.0.0.1:1024/callback"],
    ["https://app.example/callback", "https://app.example:1024/callback"],
    ["http://127.0.0.2/callback", "http://127.0.0.2:1024/callback"],
  ])("%s is not %s", (registered, requested) => {
    expect(verifiedRedirectUri([registered], requested, loopback)).toBeUndefined();
  });

  test("counts with its port for everybody else", () => {
    expect(verifiedRedirectUri(["http://localhost/cb"], "http://localhost:1/cb")).toBeUndefined();
  });

  test.each(["com.example.app:/callback", "com.example-app.x1:/cb?lang=en", "https://app.example/cb"])(
    "can be %s",
    (address) => {
      expect(findPublicRedirectUriProblems(address)).toEqual([]);
    },
  );

  test.each([
    "javascript:/alert(1)",
    "app:/callback",
    "com.example.app://host/callback#x",
    "com.example.app:callback",
    "com.example.app:/callback?code=1",
    "Com.Example.App:/callback",
    "data:/text.html",
    "com.example.app:/call back",
    "com.example.app:/\u202ecallback",
  ])("cannot be %s", (address) => {
    expect(findPublicRedirectUriProblems(address)).not.toEqual([]);
  });
});
