import { beforeAll } from "vitest";
import type { SettingName } from "../../src/config/settings.ts";
import { expectLegitimateFlow } from "./expect-safe.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/**
 * One platform for a table of cases that leave it as they found it, which takes a third of the time of one for each.
 * Called where the cases are described. After the last case people are served as before.
 *
 * @returns gives the platform to a case
 */
export function sharePlatform(
  settings: Readonly<Partial<Record<SettingName, string>>> = {},
): () => TestPlatform {
  let shared: TestPlatform | undefined;
  beforeAll(async () => {
    const tidying: (() => void | Promise<void>)[] = [];
    const platform = await startTestPlatform(settings, (done) => void tidying.push(done));
    shared = platform;
    return async () => {
      try {
        await expectLegitimateFlow(platform);
      } finally {
        for (const done of tidying.toReversed()) await done();
      }
    };
  });
  return () => {
    if (shared === undefined) throw new Error("the platform is there while the cases run");
    return shared;
  };
}
