import type { Browser } from "./browser.ts";
import { decisionPath } from "./opened-consent.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Opens an authorization address as a library made it, and allows what is asked. @returns the address that the browser is sent back to */
export async function approve(
  platform: TestPlatform,
  address: URL | string,
  browser?: Browser,
): Promise<URL> {
  const visitor = browser ?? (await signedInBrowser(platform));
  const { pathname, search } = new URL(address);
  const page = await visitor.get(pathname + search);
  const answer =
    page.status === 200
      ? await visitor.submit(page, decisionPath, { decision: "allow", surveys: "all" })
      : page;
  return new URL(answer.location ?? "about:blank");
}

/** Types the code that a device shows, and allows it. */
export async function approveDevice(
  platform: TestPlatform,
  userCode: string,
  username = "ada",
): Promise<void> {
  const visitor = await signedInBrowser(platform, username);
  const page = await visitor.get(`/device/consent?user_code=${userCode}`);
  const done = await visitor.submit(page, decisionPath, { decision: "allow", surveys: "all" });
  if (done.location !== "/device/done?decision=allow") throw new Error(`not allowed: ${done.status}`);
}
