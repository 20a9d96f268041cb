import { describe, expect, it } from "vitest";
import { parseOpenedReceivers } from "../../src/model/opened-receivers.ts";
import { isPublicAddress } from "../../src/model/public-address.ts";
import { checkWebhookAddress } from "../../src/model/webhook-address.ts";
import type { ResolveAll } from "../../src/outgoing/guarded-agents.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { addWebhook, delivererOf, startWebhooks } from "../support/webhooks.ts";
import { deleteWebhook } from "../../src/store/webhooks/change-webhook.ts";
import { findDelivery, listDeliveries } from "../../src/store/webhooks/webhook-log.ts";
import { unlimited } from "../../src/store/surveys/survey-reach.ts";
import { runSteps } from "@survey-open-platform/database";

const nothing = parseOpenedReceivers("");

describe("an address inside a network is not public", () => {
  it.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::808:808",
    "2002:7f00:1::",
    "2001::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "ff02::1",
    "2001:db8::1",
    "100::1",
    "3fff::1",
    "2001:2::1",
    "2001:20::1",
    "",
    "localhost",
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ["Azure, whose platform has a public one", "168.63.129.16"],
    ["Azure, within IPv6", "::ffff:168.63.129.16"],
    ["Azure, through NAT64", "64:ff9b::a83f:8110"],
    ["AWS, Azure, Google, Oracle, OpenStack and others", "169.254.169.254"],
    ["AWS, for containers", "169.254.170.2"],
    ["AWS, over IPv6", "fd00:ec2::254"],
    ["Google, over IPv6", "fd20:ce::254"],
    ["Google, for machines without a public address", "199.36.153.10"],
    ["Google, restricted", "199.36.153.4"],
    ["Oracle", "192.0.0.192"],
    ["Alibaba", "100.100.100.200"],
    ["Tencent", "169.254.0.23"],
    ["Scaleway", "169.254.42.42"],
    ["Scaleway, over IPv6", "fd00:42::42"],
    ["Linode, over IPv6", "fd00:a9fe:a9fe::1"],
    ["IBM, services of the infrastructure", "161.26.0.10"],
    ["IBM, services of the cloud", "166.9.12.1"],
  ])("of a cloud: %s (%s)", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ["6to4 of 10.0.0.1", "2002:a00:1::1"],
    ["6to4 of 169.254.169.254", "2002:a9fe:a9fe::"],
    ["Teredo with a server", "2001:0:a9fe:a9fe::1"],
    ["Teredo of 10.0.0.1", "2001:0:4136:e378:8000:63bf:f5ff:fffe"],
    ["NAT64 of 169.254.169.254", "64:ff9b::a9fe:a9fe"],
    ["NAT64 of 192.168.0.1", "64:ff9b::192.168.0.1"],
    ["NAT64 of a network (RFC 8215)", "64:ff9b:1::a9fe:a9fe"],
    ["IPv4-mapped", "::ffff:169.254.169.254"],
    ["IPv4-compatible", "::169.254.169.254"],
    ["IPv4-translated", "::ffff:0:169.254.169.254"],
    ["ISATAP of 10.0.0.1", "2606:4700::5efe:10.0.0.1"],
    ["ISATAP of 10.0.0.1, marked as unique", "2606:4700::200:5efe:10.0.0.1"],
  ])("that an IPv6 address has room for: %s (%s)", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "2606:4700:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "168.63.129.17",
    "199.36.153.12",
    "2001:4860:4860::8888",
  ])("while %s is", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("a webhook is refused with the address", () => {
  it.each([
    ["ftp://hooks.example/", "form"],
    ["javascript:alert(1)", "form"],
    ["//hooks.example/", "form"],
    ["https:/hooks.example", "form"],
    ["https://", "form"],
    ["https://hooks.example/\n", "form"],
    ["https://hooks.example\\@evil.example/", "form"],
    ["https://hooks.example/\u0000", "form"],
    [`https://hooks.example/${"x".repeat(1000)}`, "form"],
    ["https://user:password@hooks.example/", "credentials"],
    ["https://user@hooks.example/", "credentials"],
    ["https://hooks.example/@here", "credentials"],
    ["https://hooks.example:8443/", "port"],
    ["https://hooks.example:443/", "port"],
    ["http://hooks.example:/", "port"],
    ["http://[2606:4700:4700::1111]:8080/", "port"],
    ["http://127.0.0.1/", "internal"],
    ["http://2130706433/", "internal"],
    ["http://0x7f.1/", "internal"],
    ["http://0177.0.0.1/", "internal"],
    ["http://127.1/", "internal"],
    ["http://[::1]/", "internal"],
    ["http://[::ffff:127.0.0.1]/", "internal"],
    ["http://[::ffff:7f00:1]/", "internal"],
    ["http://[64:ff9b::7f00:1]/", "internal"],
    ["http://169.254.169.254/latest/meta-data/", "internal"],
    ["http://localhost/", "internal"],
    ["http://localhost./", "internal"],
    ["http://LOCALHOST/", "internal"],
    ["http://database/", "internal"],
    ["http://hooks.localhost/", "internal"],
    ["http://printer.local/", "internal"],
    ["http://metadata.google.internal/", "internal"],
    ["http://①②⑦.⓪.⓪.①/", "internal"],
  ])("%s", (address, problem) => {
    expect(checkWebhookAddress(address, nothing)).toEqual({ problem });
  });

  it("unless the operator opened it", () => {
    const opened = parseOpenedReceivers("10.1.0.0/16, hooks.internal:8443 [::1]:8080,fd00::/8");
    const accepted = (address: string) => "url" in checkWebhookAddress(address, opened);
    const addresses = [
      "http://10.1.2.3:9999/",
      "https://10.1.2.3/",
      "https://hooks.internal:8443/a?b=c",
      "http://[::1]:8080/",
      "http://[fd00::1]/",
      "http://[::ffff:10.1.2.3]/",
      "https://hooks.example/",
    ];
    expect(addresses.filter((address) => !accepted(address))).toEqual([]);
    const refused = [
      "http://10.2.0.1/",
      "https://hooks.internal/",
      "https://hooks.internal:8444/",
      "http://[::1]:8081/",
      "http://[::1]/",
    ];
    expect(refused.filter(accepted)).toEqual([]);
  });
});

/** A name server that says one thing first and another one then. */
function hostileResolver(...responses: readonly (readonly string[])[]): ResolveAll & { asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveAll = (host, done) => {
    const addresses = responses[Math.min(asked.length, responses.length - 1)] ?? [];
    asked.push(host);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

const noActor = { userId: null, username: "", address: "" };

/** An answer whose event goes to an address, through a name server. */
async function deliverTo(url: string, resolve: ResolveAll, allow = "") {
  const { platform, owner, submit, webhook: usual } = await startWebhooks();
  await platform.store.write(deleteWebhook, { owner, webhookId: usual.id }, noActor);
  const { webhook } = await addWebhook(platform, owner, { url, host: new URL(url).host });
  await submit();
  const deliverer = delivererOf(platform, { allow, resolve });
  const owned = { owner, webhookId: webhook.id };
  const deliver = async () => {
    await deliverer.deliverDue();
    platform.clock.now += 6 * 60_000;
  };
  const failures = async () => {
    const search = { webhookId: webhook.id, state: undefined, before: undefined, limit: 1 };
    const [delivery] = await runSteps(
      platform.store.reader,
      listDeliveries({ ...search, within: unlimited }),
    );
    const found = await runSteps(
      platform.store.reader,
      findDelivery({ ...owned, deliveryId: delivery?.id ?? 0, within: unlimited }),
    );
    return found?.tries.map(({ failure }) => failure);
  };
  return { deliver, failures };
}

describe("nothing inside is connected to", () => {
  it.each([
    ["127.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["10.0.0.1"],
    ["0.0.0.0"],
    ["::"],
    ["169.254.169.254"],
    ["::ffff:169.254.169.254"],
    ["fd00:ec2::254"],
    ["100.100.100.200"],
    ["2002:7f00:1::"],
  ])("when a name resolves to %s, at any attempt", async (address) => {
    const { deliver, failures } = await deliverTo("http://hooks.example/", hostileResolver([address]));
    await deliver();
    await deliver();
    // A connection that was tried would have failed as such, or gone through.
    expect(await failures()).toEqual(["address", "address"]);
  });

  it("when a name resolves to a public address and to one inside", async () => {
    const resolve = hostileResolver(["8.8.8.8", "127.0.0.1"]);
    const { deliver, failures } = await deliverTo("http://hooks.example/", resolve);
    await deliver();
    expect(await failures()).toEqual(["address"]);
  });

  it("when the address of the webhook is one inside, however it came to be there", async () => {
    const inside = await startReceiver();
    const { deliver, failures } = await deliverTo(inside.url, hostileResolver([]));
    await deliver();
    expect(inside.connections()).toBe(0);
    expect(await failures()).toEqual(["address"]);
  });

  it("when a name resolves elsewhere after its first event was delivered (DNS rebinding)", async () => {
    const inside = await startReceiver();
    const port = inside.host.split(":")[1] ?? "";
    const outside = await startReceiver({ host: "127.0.0.2", port: Number(port) });
    outside.respond = (response) => response.writeHead(500, { Connection: "close" }).end();
    const resolve = hostileResolver(["127.0.0.2"], ["127.0.0.1"]);
    const url = `http://hooks.example:${port}/`;
    const { deliver, failures } = await deliverTo(url, resolve, "127.0.0.2/32");
    await deliver();
    expect(outside.events).toHaveLength(1);
    await deliver();
    expect(await failures()).toEqual(["status", "address"]);
    expect(inside.connections()).toBe(0);
    expect(resolve.asked).toEqual(["hooks.example", "hooks.example"]);
  });
});

describe("a name that the operator opened", () => {
  it("is connected to wherever it is", async () => {
    const inside = await startReceiver();
    const host = `hooks.internal:${inside.host.split(":")[1]}`;
    const { deliver } = await deliverTo(`http://${host}/`, hostileResolver(["127.0.0.1"]), host);
    await deliver();
    expect(inside.events).toHaveLength(1);
  });
});
