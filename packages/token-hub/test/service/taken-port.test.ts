import { expect, test } from "vitest";
import { createMockPlatform } from "@survey-open-platform/sdk/testing";
import { startTestService } from "../support/test-service.ts";

test("a hub that cannot listen asks for no token: the one in use goes on", async () => {
  const first = await startTestService();
  const { port } = new URL(first.url);
  const platform = createMockPlatform();
  const beside = startTestService({
    settings: { listen: `127.0.0.1:${port}` },
    wrapFetch: () => (url, init) => platform.fetch(url, init),
  });
  await expect(beside).rejects.toMatchObject({ code: "EADDRINUSE" });
  expect(platform.mints).toEqual([]);
});
