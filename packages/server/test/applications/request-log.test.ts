import { describe, expect, it } from "vitest";
import { usagePeriods } from "../../src/credentials/usage-periods.ts";
import { exchangeParameters } from "../support/flows.ts";
import { allowedCode } from "../support/quick-consent.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { openRequestLog } from "../support/test-request-log.ts";

const log = "/console/applications/demo_app/log";
const usage = "/console/applications/demo_app/usage";
const hour = 3_600_000;

/** A platform on which Bob's application has made a call that was served and one that was refused. */
async function startWithCalls() {
  const platform = await startTestPlatform();
  platform.clock.now += hour;
  const exchange = exchangeParameters(await allowedCode(platform));
  const served = await platform.call("/api/oauth2/access_token", exchange);
  const refused = await platform.call("/api/oauth2/access_token", exchange);
  await platform.writeRequestLog();
  const bob = await signedInBrowser(platform, "bob");
  return { platform, bob, served: served.request_id, refused: refused.request_id };
}

async function addLines(platform: TestPlatform, count: number, route = "/api/surveys"): Promise<void> {
  const { id: application_id = 0 } = (await platform.store.findApplication("demo_app")) ?? {};
  const at = platform.clock.now;
  const line = {
    application_id,
    at,
    hour: Math.floor(at / hour),
    route,
    error_type: "",
    message: "",
  };
  const rows = Array.from({ length: count }, (_, row) => {
    return { ...line, milliseconds: row, address: "203.0.113.7", request_id: `request-${row}` };
  });
  await openRequestLog(platform).write(({ kysely }) =>
    kysely.insertInto("request_log_lines").values(rows).execute(),
  );
}

/** The numbers of calls in the table: served and refused of each row. */
function cells(html: string): readonly (string | undefined)[] {
  return [...html.matchAll(/<td role="cell" data-label="(?:Served|Refused)"><div>(\d+)<\/div>/g)].map(
    ([, n]) => n,
  );
}

function quarter(hours: number, minutes: number): number {
  return Date.UTC(2026, 10, 21, hours, minutes);
}

describe("the page of the request log", () => {
  it("shows each call, and finds one by its request_id or its error type", async () => {
    const { bob, served, refused } = await startWithCalls();
    const all = await bob.get(log);
    expect(all.html).toContain(served);
    expect(all.html).toContain(refused);
    const byId = await bob.get(`${log}?q=%20${served.toUpperCase()}%20`);
    expect(byId.html).toContain(`<code class="request-id">${served}</code>`);
    expect(byId.html).not.toContain(refused);
    const byType = await bob.get(`${log}?error=invalid_grant`);
    expect(byType.html).toContain(refused);
    expect(byType.html).toContain("The code or refresh token is unknown, used, expired, revoked");
    expect(byType.html).not.toContain(served);
    for (const none of ["q=no-request-id", "q=00000000-0000-4000-8000-000000000000", "error=not_found"]) {
      const { html } = await bob.get(`${log}?${none}`);
      expect(html).toContain("No call found");
      // What was typed is still there.
      expect(html).toContain(none.startsWith("q=") ? `value="${none.slice(2)}"` : "selected");
    }
  });

  it("shows the method of each call", async () => {
    const { platform, bob } = await startWithCalls();
    await addLines(platform, 1, "POST /api/surveys");
    const { html } = await bob.get(log);
    expect(html).toContain(">GET /api/oauth2/access_token</code>");
    expect(html).toContain(">POST /api/surveys</code>");
  });

  it("has pages of fifty calls", async () => {
    const { platform, bob } = await startWithCalls();
    await addLines(platform, 60);
    const first = await bob.get(log);
    expect(first.html.match(/class="request-id"/g)).toHaveLength(50);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.html)?.[1] ?? "";
    const second = await bob.get(next.replaceAll("&amp;", "&"));
    expect(second.html.match(/class="request-id"/g)).toHaveLength(12);
    expect(second.html).not.toContain('rel="next"');
  });

  it("says what to do first when there is no call, and shows nothing odd for an odd address", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    for (const query of ["", "?error=made_up", "?after=1%27", "?after=-1", "?q="])
      expect((await bob.get(`${log}${query}`)).html).toContain("No calls yet");
  });

  it("says that the log is switched off, or cannot be read", async () => {
    const off = await startTestPlatform({ requestLogLines: "0" });
    const { html } = await (await signedInBrowser(off, "bob")).get(log);
    expect(html).toContain("has switched the request log off");
    const { platform, bob } = await startWithCalls();
    await openRequestLog(platform).write(({ kysely }) =>
      kysely.schema.dropTable("request_log_lines").execute(),
    );
    await openRequestLog(platform).write(({ kysely }) => kysely.schema.dropTable("request_usage").execute());
    for (const path of [log, usage]) {
      const page = await bob.get(path);
      expect([page.status, page.html]).toEqual([200, expect.stringContaining("cannot be read right now")]);
    }
  });
});

describe("the page of usage", () => {
  it("shows what is left of the token requests, and the calls by hour and by day", async () => {
    const { platform, bob } = await startWithCalls();
    const page = await bob.get(usage);
    expect(cells(page.html).slice(0, 4)).toEqual(["1", "1", "0", "0"]);
    expect(cells(page.html)).toHaveLength(48);
    expect(page.html).toContain("<dt>Used</dt><dd>1</dd>");
    expect(page.html).toMatch(/All available again<\/dt><dd><time/);
    const days = await bob.get(`${usage}?by=day`);
    expect(cells(days.html)).toHaveLength(14);
    platform.clock.now += 2 * hour;
    const later = await bob.get(usage);
    expect(later.html).toContain("<dt>Used</dt><dd>0</dd>");
    expect(cells(later.html).slice(0, 6)).toEqual(["0", "0", "0", "0", "1", "1"]);
  });
});

describe("the hours and days of usage", () => {
  it("are those of the zone, also where they begin with half an hour", () => {
    const now = Date.UTC(2026, 10, 21, 20, 10);
    const one = { served: 1, refused: 2, withoutLine: 0 };
    const quarters = [quarter(18, 15), quarter(18, 30), quarter(20, 0)].map((startedAt) => ({
      startedAt,
      ...one,
    }));
    // 18:30 in UTC is midnight in India.
    const days = usagePeriods({ now, quarters }, "day", "Asia/Kolkata");
    expect(days).toHaveLength(7);
    expect(days.slice(-2).map(({ served, refused }) => [served, refused])).toEqual([
      [1, 2],
      [2, 4],
    ]);
    const hours = usagePeriods({ now, quarters }, "hour", "Asia/Kolkata");
    expect(hours).toHaveLength(24);
    expect(hours.slice(-3).map(({ served }) => served)).toEqual([1, 1, 1]);
    expect(
      usagePeriods({ now, quarters }, "hour", "UTC")
        .slice(-3)
        .map(({ served }) => served),
    ).toEqual([2, 0, 1]);
  });
});
