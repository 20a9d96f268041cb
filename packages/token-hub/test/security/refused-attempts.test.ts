import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { HubError, type HubErrorType } from "../../src/errors.ts";
import { logRequests } from "../../src/http/request-observer.ts";
import { team } from "../support/test-hub.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const tokenPath = `/v1/apps/${team.appid}/token`;
const password = "correct horse battery";

interface Line {
  readonly level: number;
  readonly route?: string;
  readonly error_type?: string;
  readonly address?: string;
  readonly name_hash?: string;
}

const warning = 40;

/** The warnings that were logged about a route. */
function warningsOf({ logged }: TestService, route: string): readonly Line[] {
  // Every line of the log is an object of this shape.
  return logged
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.level === warning && line.route === route);
}

async function metricsOf({ metricsUrl = "" }: TestService): Promise<string> {
  return await (await fetch(metricsUrl)).text();
}

/** How many callers were refused a token. */
function refusedIn(metrics: string): number {
  return Number(
    /route="\/v1\/apps\/{appid}\/token",error_type="invalid_caller"} (\d+)/.exec(metrics)?.[1] ?? 0,
  );
}

test("a refused caller is a warning with address and hashed name, and is counted as refused", async () => {
  const service = await startTestService();
  const { id, secret } = await service.addCaller();
  service.logged.splice(0);
  const before = refusedIn(await metricsOf(service));
  const wrong = `hubs_${"A".repeat(32)}`;
  expect((await service.ask(tokenPath, `Bearer ${id}.${wrong}`)).status).toBe(401);
  const query = `appid=${id}&secret=${wrong}&grant_type=client_credential`;
  await service.ask(`/api/oauth2/access_token?${query}`, "");
  const warnings = ["/v1/apps/{appid}/token", "/api/oauth2/access_token"].flatMap((route) =>
    warningsOf(service, route),
  );
  expect(warnings).toHaveLength(2);
  for (const line of warnings)
    expect(line).toMatchObject({
      error_type: "invalid_caller",
      address: "127.0.0.1",
      name_hash: expect.stringMatching(/^[\w-]{12}$/),
    });
  expect(new Set(warnings.map((line) => line.name_hash)).size).toBe(1);
  const log = service.logged.join("");
  for (const value of [id, wrong, secret]) expect(log).not.toContain(value);
  expect(refusedIn(await metricsOf(service)) - before).toBe(1);
});

test("a refused sign-in to the status page is a warning with the address, and is counted as refused", async () => {
  const settings = { status_password_file: "password" };
  const service = await startTestService({ settings, files: { password } });
  const form = await fetch(`${service.url}/status/login`);
  const [cookie = ""] = form.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(await form.text()) ?? [];
  const signIn = async (given: string) =>
    await fetch(`${service.url}/status/login`, {
      method: "POST",
      headers: { cookie, connection: "close" },
      body: new URLSearchParams({ csrf, password: given }),
      redirect: "manual",
    });
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await signIn("wrong-password-xyz")).status).toBe(401);
  expect((await signIn(password)).status).toBe(429);
  const warnings = warningsOf(service, "/status/login");
  expect(warnings).toHaveLength(11);
  for (const line of warnings) expect(line).toMatchObject({ address: "127.0.0.1" });
  const metrics = await metricsOf(service);
  expect(metrics).toContain('route="/status/login",error_type="invalid_caller"} 10');
  expect(metrics).toContain('route="/status/login",error_type="request_rate_limited"} 1');
  expect(service.logged.join("")).not.toContain("wrong-password-xyz");
});

test("of a flood of refused callers the first have a warning each, and every fault has its line", () => {
  // All within one second, also on a busy machine.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let lines = 0;
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      lines += 1;
      done();
    },
  });
  const observe = logRequests(pino({ level: "info" }, stream));
  const linesOf = (type: HubErrorType) => {
    lines = 0;
    const error = new HubError(type, { claimedName: "guessed" });
    const request = { route: tokenPath, method: "GET", requestId: undefined, milliseconds: 1, error };
    for (let call = 0; call < 200; call += 1) observe(request);
    return lines;
  };
  expect([linesOf("invalid_caller"), linesOf("internal_error")]).toEqual([50, 200]);
});
