import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ClientDocuments, type ClientDocumentsOptions } from "../../src/grants/clients/client-documents.ts";
import { parseOpenedReceivers } from "../../src/model/opened-receivers.ts";
import type { ResolveAll } from "../../src/outgoing/guarded-agents.ts";
import { documentOf, sendDocument, startDocumentHost, type DocumentHost } from "../support/document-host.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const browser = { text: "203.0.113.7", network: "203.0.113.7", site: undefined };
const minute = 60_000;
const hour = 60 * minute;

async function startDocuments(options: Partial<ClientDocumentsOptions> = {}) {
  const platform = await startTestPlatform();
  const host = await startDocumentHost();
  const documents = new ClientDocuments({
    store: platform.store,
    opened: parseOpenedReceivers(host.host),
    ...options,
  });
  const find = (address = host.address(), caller = browser) => documents.find(new URL(address), caller);
  return { platform, host, documents, find };
}

const found = { name: "Sample Agent", redirectUris: documentOf("").redirect_uris };

describe("a metadata document is fetched once", () => {
  it("without cookies, as a plain GET, and kept", async () => {
    const { host, find } = await startDocuments();
    expect(await find()).toEqual(found);
    expect(await find()).toEqual(found);
    expect(host.requests).toHaveLength(1);
    const [request] = host.requests;
    expect(request).toMatchObject({ method: "GET", url: "/client.json" });
    expect(request?.headers).toMatchObject({ accept: "application/json", "accept-encoding": "identity" });
    expect(request?.headers).not.toHaveProperty("cookie");
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  it("also when many ask at once", async () => {
    const { host, find } = await startDocuments();
    const all = await Promise.all(Array.from({ length: 10 }, () => find()));
    expect(all).toEqual(Array.from({ length: 10 }, () => found));
    expect(host.requests).toHaveLength(1);
  });

  it("and again when it is no longer fresh", async () => {
    const { host, find, platform } = await startDocuments();
    await find();
    platform.clock.now += hour - 1;
    await find();
    expect(host.requests).toHaveLength(1);
    platform.clock.now += 1;
    await find();
    expect(host.requests).toHaveLength(2);
  });
});

describe("what is no metadata document is refused", () => {
  it.each<[string, DocumentHost["respond"], string]>([
    ["is redirected", (response) => response.writeHead(302, { Location: "/other" }).end(), "status"],
    ["is not there", (response) => response.writeHead(404).end(), "status"],
    ["is no content", (response) => response.writeHead(204).end(), "status"],
    [
      "is of another type",
      (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("{}"),
      "media_type",
    ],
    ["has no type", (response) => response.writeHead(200).end("{}"), "media_type"],
    ["is compressed", (response) => sendCoded(response, "gzip"), "encoding"],
    ["is in an unknown coding", (response) => sendCoded(response, "br"), "encoding"],
    [
      "says that it is too long",
      (response) =>
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 65_537 }).write(" "),
      "length",
    ],
    [
      "is no UTF-8",
      (response) =>
        response.writeHead(200, { "Content-Type": "application/json" }).end(Buffer.from([0xff, 0xfe])),
      "not_utf8",
    ],
  ])("when it %s", async (_, respond, detail) => {
    const { host, find } = await startDocuments();
    host.respond = respond;
    expect(await find()).toEqual({ problem: "client_document_refused", detail });
    expect(host.requests).toHaveLength(1);
  });

  it("when it is endless: no more is read than a document may have, and the connection is closed", async () => {
    const { host, find } = await startDocuments();
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      host.respond = (response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        const write = () => {
          while (!response.destroyed && response.write(" ".repeat(8192))) sent += 8192;
        };
        response.on("drain", write).on("close", resolve);
        write();
      };
    });
    expect(await find()).toEqual({ problem: "client_document_refused", detail: "length" });
    await closed;
    // What the kernel takes in on the way is not read.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each<[string, DocumentHost["respond"]]>([
    ["silent", () => undefined],
    [
      "slow, a byte at a time",
      (response) => response.writeHead(200, { "Content-Type": "application/json" }).write("{"),
    ],
  ])("when it is %s and the time is up", async (_, begin) => {
    const timer = new AbortController();
    const { host, find } = await startDocuments({ deadline: () => timer.signal });
    host.respond = (response, request) => {
      begin(response, request);
      // No time is waited for.
      timer.abort(new DOMException("time is up", "TimeoutError"));
    };
    expect(await find()).toEqual({ problem: "client_document_unreachable", detail: "timeout" });
  });

  it("when it names another address", async () => {
    const { host, find } = await startDocuments();
    host.respond = (response) => sendDocument(response, documentOf("https://agent.example/client.json"));
    expect(await find()).toMatchObject({ problem: "client_document_content", detail: /^client_id: / });
  });
});

function sendCoded(response: Parameters<DocumentHost["respond"]>[0], coding: string) {
  return response
    .writeHead(200, { "Content-Type": "application/json", "Content-Encoding": coding })
    .end(gzipSync(JSON.stringify(documentOf("x"))));
}

/** A name server that gives these addresses, one list after the other. */
function resolving(...lists: readonly (readonly string[])[]): ResolveAll {
  let asked = 0;
  return (_host, done) => {
    const addresses = lists[Math.min(asked, lists.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}

describe("nothing inside a network is asked", () => {
  it.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"])(
    "when the name resolves to %s",
    async (address) => {
      const { find } = await startDocuments({ resolve: resolving([address]) });
      expect(await find("https://agent.example/client.json")).toEqual({
        problem: "client_document_unreachable",
        detail: "address",
      });
    },
  );

  it("when one of its addresses is inside, or the name resolves elsewhere the second time", async () => {
    const { find, platform } = await startDocuments({
      resolve: resolving(["8.8.8.8", "127.0.0.1"], ["127.0.0.1"]),
    });
    const refused = { problem: "client_document_unreachable", detail: "address" };
    expect(await find("https://agent.example/client.json")).toEqual(refused);
    platform.clock.now += minute;
    expect(await find("https://agent.example/client.json")).toEqual(refused);
  });

  it("when a host that was opened has another port", async () => {
    const { find, host } = await startDocuments({ opened: parseOpenedReceivers("127.0.0.1:9") });
    expect(await find()).toEqual({ problem: "client_document_unreachable", detail: "address" });
    expect(host.requests).toHaveLength(0);
  });
});

describe("a refusal", () => {
  it("is kept for a minute", async () => {
    const { host, find, platform } = await startDocuments();
    host.respond = (response) => response.writeHead(500).end();
    const refused = { problem: "client_document_refused", detail: "status" };
    expect(await find()).toEqual(refused);
    platform.clock.now += minute - 1;
    expect(await find()).toEqual(refused);
    expect(host.requests).toHaveLength(1);
    platform.clock.now += 1;
    host.respond = (response) => sendDocument(response, documentOf(host.address()));
    expect(await find()).toEqual(found);
  });

  it("never replaces a copy that is younger than a day; that copy is asked for again after a minute", async () => {
    const { host, find, platform } = await startDocuments();
    const fetchedAt = platform.clock.now;
    await find();
    host.respond = (response) => response.writeHead(500).end();
    platform.clock.now = fetchedAt + hour;
    expect(await find()).toEqual(found);
    expect(await find()).toEqual(found);
    expect(host.requests).toHaveLength(2);
    platform.clock.now = fetchedAt + 24 * hour - 1;
    expect(await find()).toEqual(found);
    platform.clock.now = fetchedAt + 24 * hour;
    expect(await find()).toMatchObject({ problem: "client_document_refused" });
  });
});

describe("fetches are limited", () => {
  it("to ten a minute for the browsers of an address; what is kept needs none", async () => {
    const { host, find } = await startDocuments();
    for (let number = 0; number < 10; number += 1)
      expect(await find(host.address(`/${number}`))).toEqual(found);
    expect(await find(host.address("/eleventh"))).toMatchObject({ problem: "too_many_requests" });
    expect(await find(host.address("/3"))).toEqual(found);
    expect(host.requests).toHaveLength(10);
    const other = { ...browser, text: "198.51.100.1", network: "198.51.100.1" };
    expect(await find(host.address("/eleventh"), other)).toEqual(found);
  });

  it("to four hosts at a time", async () => {
    const hosts = await Promise.all(Array.from({ length: 5 }, startDocumentHost));
    const { find } = await startDocuments({
      opened: parseOpenedReceivers(hosts.map(({ host }) => host).join(" ")),
    });
    const waiting: (() => void)[] = [];
    const allAsked = new Promise<void>((resolve) => {
      for (const host of hosts)
        host.respond = (response, { url = "" }) => {
          waiting.push(() => sendDocument(response, documentOf(host.address(url))));
          if (waiting.length === 4) resolve();
        };
    });
    const first = hosts.slice(0, 4).map((host) => find(host.address()));
    await allAsked;
    expect(await find(hosts[4]?.address())).toMatchObject({ problem: "client_document_busy" });
    for (const respond of waiting) respond();
    expect(await Promise.all(first)).toEqual([found, found, found, found]);
    expect(hosts[4]?.requests).toHaveLength(0);
  });
});
