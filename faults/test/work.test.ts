import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebClient } from "../../e2e/support/web-client.ts";
import { Ledger } from "../src/ledger/ledger.ts";
import { Work, type Crew } from "../src/ledger/work.ts";

/** Users of a node whose calls end as `respond` says. */
async function startCrew(respond: (request: number) => "unavailable" | "refused" | "done"): Promise<Crew> {
  let requests = 0;
  const server = createServer((request, response) => {
    const outcome = request.url?.startsWith("/api/") === true ? respond((requests += 1)) : "done";
    const type = { unavailable: "storage_unavailable", refused: "invalid_client", done: "" }[outcome];
    response.writeHead(outcome === "done" ? 303 : 503, { location: "/account?notice=revoked" });
    response.end(JSON.stringify({ code: "", error: { type }, data: { access_token: "token" } }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // It listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const person = { browser: new WebClient(url), allow: async () => "code" };
  return { urls: [url], keepers: [person], revokers: [person] };
}

function makeWork(leastAnswered: number): Work {
  const folder = mkdtempSync(join(tmpdir(), "sop-work-"));
  const ledger = new Ledger<never>(join(folder, "ledger.jsonl"));
  onTestFinished(() => {
    ledger[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });
  return new Work(ledger, 1, { leastAnswered });
}

test("a call that a slow database does not serve before the fault ends no work", async () => {
  const crew = await startCrew((request) => (request <= 3 ? "unavailable" : "done"));
  const work = makeWork(2);
  const ended = work.untilCutOff(crew);
  await work.untilAnswered();
  work.stop();
  expect(await ended).toEqual([]);
});

test("work ends when it is cut off after every kind of call was answered often enough", async () => {
  let isCut = false;
  const crew = await startCrew(() => (isCut ? "unavailable" : "done"));
  const work = makeWork(2);
  const ended = work.untilCutOff(crew);
  await work.untilAnswered();
  isCut = true;
  expect(await ended).toEqual([]);
});

test("a refusal is a problem, and ends the wait for what it keeps from being answered", async () => {
  const crew = await startCrew(() => "refused");
  const work = makeWork(2);
  const ended = work.untilCutOff(crew);
  await work.untilAnswered();
  work.stop();
  expect((await ended)[0]).toContain("invalid_client");
});
