import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { team } from "../support/test-hub.ts";
import { startTestService } from "../support/test-service.ts";

const password = "correct horse battery";

/** Asks for the status page as a proxy on the same machine does that adds no header and keeps the browser's host. */
async function askWithHost(url: string, host: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const asking = request(`${url}/status`, { headers: { host, connection: "close" } }, (answer) => {
    let text = "";
    answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
    answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
  });
  asking.on("error", reject);
  asking.end();
  return await promise;
}

describe("the status page", () => {
  test("is refused without a password on the address of the calls, where a plain proxy looks like this machine", async () => {
    const service = await startTestService();
    const { host } = new URL(service.url);
    const answer = await askWithHost(service.url, host);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("status_port");
    expect(answer.text).not.toContain(team.appid);
    expect(service.statusUrl).toBeUndefined();
  });

  test("is served without a password on a port of its own on loopback, and only there", async () => {
    const service = await startTestService({ settings: { status_port: 0 } });
    const { origin, hostname } = new URL(service.statusUrl ?? "");
    expect(hostname).toBe("127.0.0.1");
    const page = await fetch(`${origin}/status`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(team.appid);
    expect((await fetch(`${service.url}/status`)).status).toBe(404);
    expect((await fetch(`${origin}/v1/apps/${team.appid}/token`)).status).toBe(404);
  });

  test("on its own port is refused to a name that somebody pointed at this machine", async () => {
    const service = await startTestService({ settings: { status_port: 0 } });
    const { origin } = new URL(service.statusUrl ?? "");
    expect((await askWithHost(origin, "rebound.example:8791")).status).toBe(403);
  });

  test("on its own port asks for the password when there is one", async () => {
    const settings = { status_port: 0, status_password_file: "password" };
    const service = await startTestService({ settings, files: { password } });
    const answer = await fetch(service.statusUrl ?? "", { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/status/login");
  });
});
