import { onTestFinished } from "vitest";
import type { SettingName } from "../../src/config/settings.ts";
import { refusal } from "../../src/http/refusal.ts";
import { listen, type ListenerOptions } from "@survey-open-platform/service";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/** A test platform behind a real socket. */
export interface ListeningPlatform extends TestPlatform {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Stops as `sop serve` does when it is asked to. */
  readonly stop: () => Promise<void>;
}

const OUTLASTS_A_TEST_MS = 3_600_000;

/** Starts a platform with the sample data that listens on a free port until the test is finished. */
export async function startListeningPlatform(
  settings: Readonly<Partial<Record<SettingName, string>>> = {},
  options: Partial<ListenerOptions> = {},
): Promise<ListeningPlatform> {
  const platform = await startTestPlatform(settings);
  const listener = await listen({
    host: "127.0.0.1",
    port: 0,
    native: (...call) => platform.app.api(...call),
    fetch: (...call) => platform.app.pages.fetch(...call),
    refusal,
    ...options,
  });
  platform.place.url = listener.url;
  onTestFinished(() => listener.stop(0));
  return Object.assign(platform, { url: listener.url, stop: () => listener.stop(OUTLASTS_A_TEST_MS) });
}
