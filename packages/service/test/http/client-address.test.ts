import { describe, expect, it } from "vitest";
import { clientAddress, parseAddress } from "../../src/http/client-address.ts";

describe("an address is read however a proxy writes it", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", "192.0.2.1", undefined],
    ["192.0.2.1:443", "192.0.2.1", "192.0.2.1", undefined],
    ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1", undefined],
    ["::ffff:c000:201", "192.0.2.1", "192.0.2.1", undefined],
    ["64:ff9b::c000:221", "192.0.2.33", "192.0.2.33", undefined],
    ["64:ff9b:1::c000:221", "64:ff9b:1::c000:221", "64:ff9b:1:0::/64", "64:ff9b:1::/48"],
    ["::FFFF:C000:0201", "192.0.2.1", "192.0.2.1", undefined],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1", "192.0.2.1", undefined],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::6", "2001:db8:1:2::6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["[2001:db8:1:2::6]", "2001:db8:1:2::6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["[2001:db8:1:2::6]:65535", "2001:db8:1:2::6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8::6", "2001:db8::6", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["2001:db8:1:2::", "2001:db8:1:2::", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80::1", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["::1", "::1", "0:0:0:0::/64", "0:0:0::/48"],
    ["::", "::", "0:0:0:0::/64", "0:0:0::/48"],
  ])("%s", (entry, text, network, site) => {
    expect(parseAddress(entry)).toEqual({ text, network, site });
  });

  it.each([
    "",
    "unknown",
    "_hidden",
    "local",
    "1",
    "127.1",
    "0x7f.0.0.1",
    "192.0.2.256",
    "192.0.2.1:",
    "192.0.2.1:443:1",
    "192.0.2.1/24",
    "[2001:db8::1",
    "2001:db8::1]:443",
    "2001:db8::g",
    "[2001:db8::1]443",
    "2001:db8:1:2:3:4:5:6:7",
    "host.example:443",
    '"192.0.2.1"',
    "192.0.2.1\t",
    "1".repeat(10_000),
  ])("%j is none", (entry) => {
    expect(parseAddress(entry)).toBeUndefined();
  });
});

describe("a caller's address", () => {
  it.each([
    ["192.0.2.9, 2001:db8::1", "2001:db8::1"],
    ["192.0.2.9, [2001:db8::1]:443", "2001:db8::1"],
    ["192.0.2.9,\t192.0.2.1:443 ", "192.0.2.1"],
  ])("behind a proxy that wrote %j is %s", (forwarded, text) => {
    expect(clientAddress({ remoteAddress: undefined, forwardedFor: forwarded }, 1).text).toBe(text);
  });

  it.each(["unknown", "192.0.2.9, unknown", "192.0.2.9,", undefined])(
    "is the connection's when the proxy wrote %j",
    (forwarded) => {
      expect(clientAddress({ remoteAddress: "198.51.100.7", forwardedFor: forwarded }, 1).text).toBe(
        "198.51.100.7",
      );
    },
  );
});
