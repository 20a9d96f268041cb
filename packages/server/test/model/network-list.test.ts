import { expect, test } from "vitest";
import { isInNetworks, isNetwork } from "../../src/model/network-list.ts";

test.each([
  "203.0.113.0/24",
  "203.0.113.7",
  "0.0.0.0/0",
  "2001:db8::/32",
  "2001:db8::1",
  "::/0",
  "10.1.2.3/32",
])("%s is a network", (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each([
  "",
  " 203.0.113.0/24",
  "203.0.113.0/33",
  "203.0.113.0/",
  "203.0.113.0/-1",
  "203.0.113.0/024/8",
  "203.0.113",
  "203.0.113.0/255.255.255.0",
  "2001:db8::/129",
  "2001:db8::%eth0",
  "[2001:db8::1]",
  "app.example",
  "203.0.113.7\n198.51.100.1",
])("%j is no network", (text) => {
  expect(isNetwork(text)).toBe(false);
});

test.each([
  ["", "198.51.100.1", true],
  ["", "/run/platform.sock", true],
  ["203.0.113.0/24", "203.0.113.255", true],
  ["203.0.113.0/24", "203.0.114.0", false],
  ["203.0.113.7", "203.0.113.7", true],
  ["203.0.113.7", "203.0.113.70", false],
  ["198.51.100.0/24\n2001:db8::/32", "2001:db8:ffff::1", true],
  ["198.51.100.0/24\n2001:db8::/32", "2001:db9::1", false],
  ["198.51.100.0/24\n2001:db8::/32", "198.51.100.20", true],
  ["::/0", "198.51.100.20", false],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["0.0.0.0/0", "local", false],
] as const)("of the networks %j, %s is in one: %s", (networks, address, expected) => {
  expect(isInNetworks(networks, address)).toBe(expected);
});
