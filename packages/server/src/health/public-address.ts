import { isLoopbackHost } from "@survey-open-platform/service";
import type { Config } from "../config/settings.ts";

/** Whether other machines than this one are meant to reach the platform. */
export function isPublic({ host, authUrl, baseUrl }: Pick<Config, "host" | "authUrl" | "baseUrl">): boolean {
  return (
    !isLoopbackHost(host) || [authUrl, baseUrl].some((origin) => origin !== "" && !isLoopbackOrigin(origin))
  );
}

/** Whether an origin names this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(new URL(origin).hostname);
}
