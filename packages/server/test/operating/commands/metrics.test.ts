import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { startSop } from "./support/sop-process.ts";

const serve = ["serve", "--port", "0", "--database", "sqlite:platform.db"];
const withMetrics = [...serve, "--metrics-port", "0"];

/** Values that only a caller can have brought in. */
const callers = {
  appid: "canary_appid",
  secret: "canary-secret",
  openid: "canary-openid",
  path: "canary-path",
};

async function startWithMetrics() {
  const platform = await startSop(withMetrics);
  const metricsUrl = String(platform.log.find(({ msg }) => msg === "metrics")?.["url"]);
  return { platform, metricsUrl, read: async () => (await fetch(metricsUrl)).text() };
}

describe("the metrics", () => {
  test("are not there unless a port is set for them, and never on the platform's own port", async () => {
    const platform = await startSop(serve);
    expect(platform.log.map(({ msg }) => msg)).not.toContain("metrics");
    const { platform: measured } = await startWithMetrics();
    for (const { url } of [platform, measured]) expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });

  test("can be reached through loopback alone", async () => {
    const { metricsUrl } = await startWithMetrics();
    expect(new URL(metricsUrl).hostname).toBe("127.0.0.1");
    const { port } = new URL(metricsUrl);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside) {
      const reached = fetch(`http://${address}:${port}/metrics`).then(
        () => true,
        () => false,
      );
      expect(await reached, address).toBe(false);
    }
  });

  test("serve nothing but themselves", async () => {
    const { metricsUrl } = await startWithMetrics();
    const statuses = ["/", "/livez", "/api/surveys", "/metrics?x"].map(
      async (path) => (await fetch(new URL(path, metricsUrl))).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
    expect((await fetch(metricsUrl, { method: "POST" })).status).toBe(404);
  });

  test("count requests by route and error type, with nothing in a label that a caller sent", async () => {
    const { platform, read } = await startWithMetrics();
    const refused = new URLSearchParams({ ...callers, grant_type: "client_credential" });
    const addresses = [
      `/api/oauth2/access_token?${refused.toString()}`,
      `/api/oauth2/access_token?${refused.toString()}`,
      `/api/surveys?${refused.toString()}`,
      `/api/surveys/${callers.path}?appid=a&access_token=b`,
      `/${callers.path}`,
      "/docs/api",
    ];
    for (const address of addresses) await (await fetch(platform.url + address)).text();
    const text = await read();
    const count = (route: string, type: string) =>
      new RegExp(`^sop_requests_total\\{route="${route}",error_type="${type}"\\} (\\d+)$`, "m").exec(
        text,
      )?.[1];
    expect(count("/api/oauth2/access_token", "invalid_client")).toBe("2");
    expect(count("/api/surveys", "invalid_argument")).toBe("1");
    expect(count("/api/surveys/\\{survey_id\\}", "invalid_token")).toBe("1");
    expect(count("\\(none\\)", "no_route")).toBe("1");
    expect(count("/docs/api", "ok")).toBe("1");
    expect(text).toMatch(/^sop_request_duration_seconds_count\{route="\/api\/surveys"\} 1$/m);
    expect(text).not.toContain("canary");
  });

  test("count the tokens that were issued, by kind and nothing else", async () => {
    const platform = await startSop(["demo", "--port", "0", "--metrics-port", "0"]);
    await platform.prints("grant_type=client_credential");
    const call = /http\S+grant_type=client_credential/.exec(platform.stdout.replaceAll(/['"]/g, " "))?.[0];
    const answer = await (await fetch(call ?? "")).text();
    expect(answer).toContain('"code":"OK"');
    const metricsUrl = String(platform.log.find(({ msg }) => msg === "metrics")?.["url"]);
    const text = await (await fetch(metricsUrl)).text();
    expect(text.match(/^sop_tokens_issued_total.*$/gm)).toEqual([
      'sop_tokens_issued_total{kind="team_access"} 1',
    ]);
  });
});
