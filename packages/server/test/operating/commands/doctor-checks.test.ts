import { randomBytes } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkBlockSize } from "../../../src/operating/commands/doctor/check-files.ts";
import { checkMail } from "../../../src/operating/commands/doctor/check-mail.ts";
import { checkProviders } from "../../../src/operating/commands/doctor/check-providers.ts";
import { checkRequestLog } from "../../../src/operating/commands/doctor/check-request-log.ts";
import { checkStore } from "../../../src/operating/commands/doctor/check-store.ts";
import { readConfig } from "../../../src/config/read-config.ts";
import { RequestLogFile } from "../../../src/http/request-log/request-log-database.ts";
import { ProviderClient, ProviderError } from "../../../src/session/providers/provider-client.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { makeFolder } from "./support/sop-process.ts";

/** A database address in a new folder that only this user may enter, and the file of the request log beside it. */
function place() {
  const folder = makeFolder();
  chmodSync(folder, 0o700);
  const address = `sqlite:${join(folder, "platform.db")}`;
  return { folder, address, file: join(folder, "platform.db.requests") };
}

async function makeLog(file: string): Promise<void> {
  const log = new RequestLogFile(file, { log: pino({ enabled: false }), clock: undefined });
  await log.get();
  await log.close();
}

const levels = async (address: string) =>
  (await checkRequestLog(address)).map(({ level, check }) => [check, level]);

describe("the doctor's check of the database's file system", () => {
  test("warns of blocks in which SQLite's mapped file has holes", () => {
    const [finding] = checkBlockSize(makeFolder(), 1024);
    expect(finding).toMatchObject({ level: "warning", check: "disk" });
    expect(finding?.says).toContain("blocks of 1024 bytes");
    expect(finding?.todo).toContain("mkfs.ext4 -b 4096");
  });

  test("says nothing of others", () => {
    expect([4096, 131_072].flatMap((bytes) => checkBlockSize(makeFolder(), bytes))).toEqual([]);
  });
});

describe("the doctor's check of a database with several servers", () => {
  test("warns of a Patroni on one of them that responds without a certificate", async () => {
    // An address of its own on this machine, because the port cannot be chosen.
    const host = ["127", ...[...randomBytes(3)].map((byte) => (byte % 250) + 2)].join(".");
    const server = createHttpServer((_, response) => response.end('{"patroni":{}}'));
    await new Promise<void>((resolve) => {
      server.listen(8008, host, resolve);
    });
    onTestFinished(() => void server.close());
    const { findings } = await checkStore(`postgres://sop@127.0.0.1:1,${host}:1/sop`);
    const found = findings.filter(({ check }) => check === "cluster-ports");
    expect(found).toMatchObject([{ level: "warning" }]);
    expect(found[0]?.says).toContain(`Patroni on ${host} responds on port 8008`);
  });
});

describe("the doctor's check of the request log", () => {
  test("finds nothing to say of a log that is in the database, or in memory", async () => {
    expect(await checkRequestLog("postgres://sop@localhost/sop")).toEqual([]);
    expect(await checkRequestLog("sqlite::memory:")).toEqual([]);
  });

  test("is content with a log that is missing or whole", async () => {
    const { address, file } = place();
    expect(await levels(address)).toEqual([["request-log", "ok"]]);
    await makeLog(file);
    chmodSync(file, 0o600);
    expect(await levels(address)).toEqual([["request-log", "ok"]]);
  });

  test("warns of a file that is no database, and says that calls are served without it", async () => {
    const { address, file } = place();
    writeFileSync(file, "this is no database, and long enough to look like a header of one".repeat(50));
    const [finding] = await checkRequestLog(address);
    expect(finding).toMatchObject({ level: "warning", check: "request-log" });
    expect(finding?.says).toContain("Calls are served without it.");
  });

  test.skipIf(process.platform === "win32")("warns of a log that other users can read", async () => {
    const { folder, address, file } = place();
    await makeLog(file);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
    expect(await levels(address)).toEqual([
      ["request-log", "ok"],
      ["permissions", "warning"],
    ]);
  });
});

/** A server that accepts connections and never responds. @returns its address, and how many connections it got */
async function startSilentServer() {
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return { issuer: `http://127.0.0.1:${port}`, sockets };
}

describe("an OpenID provider that hangs", () => {
  test("is unavailable when its time is over, and many sign-ins wait for one request", async () => {
    const { issuer, sockets } = await startSilentServer();
    const provider = { id: "company", name: "Company", issuer, clientId: "sop", clientSecret: "secret" };
    const client = new ProviderClient(provider, { requestSeconds: 1 });
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => client.discover()));
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: "rejected", reason: { failure: "provider_unavailable" } });
    expect(attempts[0]?.status === "rejected" && attempts[0].reason).toBeInstanceOf(ProviderError);
    expect(sockets).toHaveLength(1);
  });
});

/** What the doctor says of a provider at an address. */
async function saysOf(issuer: string): Promise<string> {
  const { folder } = place();
  const file = join(folder, "providers.yaml");
  const entry = {
    id: "company",
    name: "Company",
    issuer,
    client_id: "sop",
    client_secret: "canary-secret",
  };
  writeFileSync(file, JSON.stringify({ providers: [entry] }), { mode: 0o600 });
  const defaults = { signInWith: file, authUrl: "https://survey.example" };
  const findings = await checkProviders(readConfig({ flags: {}, environment: {}, defaults }));
  expect(JSON.stringify(findings)).not.toContain("canary-secret");
  return findings.find(({ level }) => level === "warning")?.says ?? "";
}

/** A server that responds to everything with one body. @returns its address */
async function startServer(body: string, status: number): Promise<string> {
  const server = createHttpServer((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // It listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the doctor's check of OpenID providers", () => {
  test("says that one cannot be reached, is none, or is another issuer", async () => {
    expect(await saysOf("http://127.0.0.1:1")).toContain("cannot be reached (bad port)");
    expect(await saysOf(await startServer("{}", 404))).toContain("has no description of an OpenID provider");
    const other = JSON.stringify({ issuer: "https://other.example" });
    expect(await saysOf(await startServer(other, 200))).toContain("describes itself as another issuer");
  });
});

const findingsOf = (
  defaults: Readonly<Record<string, string>>,
  records: Readonly<Record<string, string>> = {},
) =>
  checkMail(readConfig({ flags: {}, environment: {}, defaults }), (name) => {
    const record = records[name];
    return record === undefined ? Promise.reject(new Error("ENOTFOUND")) : Promise.resolve([[record]]);
  });
const levelsOf = async (...given: Parameters<typeof findingsOf>) =>
  (await findingsOf(...given)).map(({ check, level }) => `${check} ${level}`);

describe("the doctor's check of mail", () => {
  const from = { mailFrom: "a@survey.example", authUrl: "https://survey.example" };

  test("says that none is sent, that a setting is missing, and that the server takes mails", async () => {
    const server = await startMailServer();
    expect(await levelsOf({})).toEqual(["mail note"]);
    expect(await levelsOf({ mail: server.url })).toEqual(["mail error", "mail error"]);
    expect(await levelsOf({ ...from, mail: server.url })).toEqual(["mail ok"]);
    await server.close();
    expect(await levelsOf({ ...from, mail: server.url })).toEqual(["mail error"]);
  });

  test("says what a receiver would object to, and shows no password", async () => {
    const mail = "smtp://who@other.example:geheim@127.0.0.9:1";
    const encoded = mail.replace("who@other", "who%40other");
    const findings = await findingsOf({ ...from, mail: encoded });
    expect(findings.map(({ check, level }) => `${check} ${level}`)).toEqual([
      "mail error",
      "mail-sender warning",
    ]);
    expect(JSON.stringify(findings)).not.toContain("geheim");
    const elsewhere = { ...from, mail: "smtps://mail.invalid:1" };
    expect(await levelsOf(elsewhere)).toEqual(["mail error", "mail-sender warning"]);
    const records = { "survey.example": "v=spf1 -all", "_dmarc.survey.example": "v=DMARC1; p=none" };
    expect(await levelsOf(elsewhere, records)).toEqual(["mail error", "mail-sender ok"]);
  });
});
