import { describe, expect, test } from "vitest";
import { startPlatform } from "./support/platform-process.ts";

describe("the built platform as a process", () => {
  test("says where it listens, answers there, and stops when it is asked to", async () => {
    await using platform = await startPlatform();
    expect(platform.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${platform.url}/livez`)).status).toBe(200);
    await platform.stop();
    await expect(fetch(`${platform.url}/livez`)).rejects.toThrow("fetch failed");
  });

  test("writes nothing but JSON to its log, one line per event", async () => {
    await using platform = await startPlatform();
    await fetch(`${platform.url}/livez`);
    await platform.stop();
    const lines = platform.stdout.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(0);
    expect(platform.log).toHaveLength(lines.length);
    expect(platform.stderr).toBe("");
  });

  test("ends with a reason in words when its settings are wrong", async () => {
    const start = startPlatform({ environment: { SOP_TEAM_ACCESS_TOKEN_TTL: "soon" } });
    await expect(start).rejects.toThrow("SOP_TEAM_ACCESS_TOKEN_TTL");
  });
});
