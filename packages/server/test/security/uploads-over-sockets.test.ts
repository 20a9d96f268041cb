import { request as requestHttp, type ClientRequest } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ListenerOptions } from "@survey-open-platform/service";
import { Browser, formsOf } from "../support/browser.ts";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { contents, filesIn, sendFiles, temporaryUploads } from "../support/upload-form.ts";

const twoGigabytes = 2 * 1024 ** 3;
const chunk = Buffer.alloc(64 * 1024);
const slowest = { headersTimeout: 500, requestTimeout: 500, uploadTimeout: 500 };
/** For a machine that is busy with other things. */
const patience = { timeout: 20_000, interval: 20 };

/** A survey that takes a file, behind a socket. */
async function open(limits: ListenerOptions["limits"] = {}) {
  const folder = await temporaryUploads();
  const platform = await startListeningPlatform({ uploads: folder }, { limits });
  const survey = await publishSurvey(platform, {
    text: "Receipts\n\n\n\nYour receipt[File Upload][Optional]",
  });
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  const field = `${survey.questionId(1)}.files`;
  const send = () => sendFiles(browser, page, [[field, { name: "x.png", content: contents.png }]]);
  const hidden = Object.entries(formsOf(page.html)[0]?.hidden ?? {});
  const fields = hidden.map(([name, value]) => part(`name="${name}"`, `${value}\r\n`)).join("");
  const start = Buffer.concat([
    Buffer.from(fields + part(`name="${field}"; filename="x.png"`, "")),
    contents.png,
  ]);
  /** Begins to send a form with a file that is said to make it `length` bytes long. */
  const begin = (length: number): ClientRequest => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = requestHttp(platform.url + survey.path, {
      method: "POST",
      agent: false,
      headers: { cookie, "content-type": "multipart/form-data; boundary=x", "content-length": length },
    });
    onTestFinished(() => void request.destroy());
    request.on("error", () => undefined).write(start);
    return request;
  };
  return { folder, begin, send };
}

function part(disposition: string, content: string): string {
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
}

/** The status of the response. */
function statusOf(request: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once("error", reject);
  });
}

/** Writes as fast as the other side reads, until there is a response or the connection is closed. @returns how many bytes that took */
async function flood(request: ClientRequest): Promise<number> {
  const over = new AbortController();
  request.once("response", () => over.abort()).once("close", () => over.abort());
  let sent = 0;
  for (; sent < twoGigabytes && !over.signal.aborted; sent += chunk.length)
    await new Promise<void>((resolve) => {
      over.signal.addEventListener("abort", () => resolve(), { once: true });
      if (request.write(chunk)) setImmediate(resolve);
      else request.once("drain", resolve);
    });
  return sent;
}

describe("a form with files, over a real connection", () => {
  it("of two gigabytes is refused when more has arrived than its questions take", async () => {
    const { folder, begin, send } = await open();
    const request = begin(twoGigabytes).setMaxListeners(0);
    const status = statusOf(request);
    const sent = await flood(request);
    expect(await status).toBe(413);
    // Five files of 5 MB, what is tolerated, and what the sockets of both sides hold.
    expect(sent).toBeLessThan(128 * 1024 * 1024);
    await expect.poll(() => filesIn(folder), patience).toEqual([]);
    expect((await send()).location).toContain("/done");
  });

  it("that breaks off in the middle of a file leaves none", async () => {
    const { folder, begin, send } = await open();
    const request = begin(1024 * 1024);
    request.write(chunk);
    // It has begun to arrive.
    await expect.poll(() => filesIn(folder), patience).toHaveLength(1);
    request.destroy();
    await expect.poll(() => filesIn(folder), patience).toEqual([]);
    expect((await send()).location).toContain("/done");
  });

  it("that arrives too slowly is ended, and leaves no file", async () => {
    const { folder, begin, send } = await open({ ...slowest, connectionsCheckingInterval: 50 });
    const request = begin(1024 * 1024);
    const ended = statusOf(request).catch(() => "closed");
    expect([408, "closed"]).toContain(await ended);
    await expect.poll(() => filesIn(folder), patience).toEqual([]);
    expect((await send()).location).toContain("/done");
  });
});
