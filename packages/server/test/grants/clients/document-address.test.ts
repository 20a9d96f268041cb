import { describe, expect, it } from "vitest";
import { isLikeAddress, readDocumentAddress } from "../../../src/grants/clients/document-address.ts";
import { parseOpenedReceivers } from "../../../src/model/opened-receivers.ts";

const nothing = parseOpenedReceivers("");

describe("a client_id is the address of a metadata document", () => {
  it.each([
    "https://agent.example/client.json",
    "https://agent.example/a/b?c=d",
    "https://xn--bcher-kva.example/client",
    "https://a.b.c.agent.example/oauth/client-metadata.json",
  ])("%s", (clientId) => {
    expect(readDocumentAddress(clientId, nothing)?.href).toBe(clientId);
  });
});

describe("a client_id is refused that is spelled in another way than a URL parser writes it, or names what is not public", () => {
  it.each([
    ["no path", "https://agent.example"],
    ["an empty path", "https://agent.example/"],
    ["capitals", "https://Agent.example/client"],
    ["a scheme in capitals", "HTTPS://agent.example/client"],
    ["a path with ..", "https://agent.example/x/../client"],
    ["a path with .. in percent-encoding", "https://agent.example/x/%2e%2e/client"],
    ["the default port", "https://agent.example:443/client"],
    ["an empty port", "https://agent.example:/client"],
    ["another port", "https://agent.example:8443/client"],
    ["http", "http://agent.example/client"],
    ["a number that stands for an address", "https://2130706433/client"],
    ["a hexadecimal address", "https://0x7f.1/client"],
    ["an address", "https://127.0.0.1/client"],
    ["a public address", "https://8.8.8.8/client"],
    ["an IPv6 address", "https://[::1]/client"],
    ["a public IPv6 address", "https://[2606:4700:4700::1111]/client"],
    ["full-width letters", "https://ａgent.example/client"],
    ["a full-width dot", "https://agent。example/client"],
    ["letters beyond ASCII", "https://bücher.example/client"],
    ["a backslash", "https://agent.example\\client"],
    ["a backslash before @", "https://agent.example\\@evil.example/client"],
    ["a user", "https://user@agent.example/client"],
    ["a user and a password", "https://user:password@agent.example/client"],
    ["an empty user", "https://@agent.example/client"],
    ["a fragment", "https://agent.example/client#part"],
    ["an empty fragment", "https://agent.example/client#"],
    ["a trailing dot", "https://agent.example./client"],
    ["localhost", "https://localhost/client"],
    ["a name below localhost", "https://agent.localhost/client"],
    ["a name of a local network", "https://printer.local/client"],
    ["a name without a dot", "https://agent/client"],
    ["a line feed", "https://agent.example/cli\nent"],
    ["a space", "https://agent.example/cli ent"],
    ["leading space", " https://agent.example/client"],
    ["a scheme of its own", "com.example.agent:/client"],
    ["javascript", "javascript:alert(1)//x/y"],
    ["a file", "file:///etc/passwd"],
    ["more than 1,000 characters", `https://agent.example/${"x".repeat(1000)}`],
  ])("%s: %s", (_, clientId) => {
    expect(readDocumentAddress(clientId, nothing)).toBeUndefined();
  });
});

describe("what the operator opened", () => {
  const opened = parseOpenedReceivers("agents.internal:8443 127.0.0.1:9000");

  it.each([
    "http://127.0.0.1:9000/client",
    "https://agents.internal:8443/client",
    "http://agents.internal:8443/c",
  ])("may be named with its port, by http too: %s", (clientId) => {
    expect(readDocumentAddress(clientId, opened)?.href).toBe(clientId);
  });

  it.each([
    "http://127.0.0.1:9001/client",
    "https://agents.internal/client",
    "http://2130706433:9000/client",
    "http://127.0.0.1:9000/",
    "http://127.0.0.1:9000/client#",
    "http://x@127.0.0.1:9000/client",
    "ftp://agents.internal:8443/client",
  ])("and nothing else is: %s", (clientId) => {
    expect(readDocumentAddress(clientId, opened)).toBeUndefined();
  });
});

it("an appid is not taken for an address", () => {
  expect(["demo_app", "app_0123456789abcdef0123", "sopi_v1.abc.def", ""].filter(isLikeAddress)).toEqual([]);
  expect(isLikeAddress("https://agent.example/client")).toBe(true);
});
