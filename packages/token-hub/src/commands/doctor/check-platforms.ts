import type { Finding } from "@survey-open-platform/service";
import type { HubConfig } from "../../config.ts";

const reachableWithinMilliseconds = 3_000;

/** Whether each platform responds at its address. No token is asked for: that would override the one in use. */
export async function checkPlatforms({ applications }: HubConfig): Promise<readonly Finding[]> {
  const addresses = [...new Set(applications.map(({ baseUrl }) => baseUrl))];
  return await Promise.all(addresses.map(checkPlatform));
}

async function checkPlatform(baseUrl: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(reachableWithinMilliseconds);
    await fetch(baseUrl, { redirect: "manual", signal });
    return { level: "ok", check: "platform", says: `There is a response from ${baseUrl}.` };
  } catch {
    return {
      level: "error",
      check: "platform",
      says: `There is no response from ${baseUrl}.`,
      todo: "Check base_url, and whether this machine may reach it.",
    };
  }
}
