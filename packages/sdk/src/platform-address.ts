import type { Platform } from "./platform.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a path of the platform.
 *
 * @param base the platform's `baseUrl` or `authUrl`
 * @param path percent-encoded, from `/` on, without query
 * @throws SurveyPlatformError `invalid_configuration` for a base that secrets must not be sent to,
 *   `invalid_argument` for a path that would lead elsewhere
 */
export function platformAddress(platform: Platform, base: string, path: string): URL {
  const address = readBase(base);
  const isSafe = address.protocol === "https:" || loopback.test(address.hostname);
  if (!isSafe && platform.allowInsecureHttp !== true) {
    throw new SurveyPlatformError("invalid_configuration", {
      detail: "secrets are sent over https: only, or to this machine; allowInsecureHttp lifts that",
    });
  }
  const whole = address.pathname.replace(/\/$/, "") + path;
  address.pathname = whole;
  // What the parser changed was `..`, a backslash or something unencoded: it would have led somewhere else.
  if (!/^\/(?!\/)/.test(path) || address.pathname !== whole)
    throw new SurveyPlatformError("invalid_argument", { parameter: "path" });
  return address;
}

function readBase(base: string): URL {
  const address = URL.canParse(base) ? new URL(base) : undefined;
  const isPlain = address && `${address.username}${address.password}${address.search}${address.hash}` === "";
  if (address && isPlain && /^https?:$/.test(address.protocol)) return address;
  throw new SurveyPlatformError("invalid_configuration", {
    detail: "baseUrl and authUrl are http(s) addresses without credentials, query and fragment",
  });
}
