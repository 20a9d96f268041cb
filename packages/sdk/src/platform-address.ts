import type { Platform } from "./platform.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Segments of what a path may hold unencoded (RFC 3986, section 3.3). */
const pathShape = /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/;
const dotSegment = /\/(\.|%2e){1,2}(\/|$)/i;

/** Bases that were looked at before, without the slash at their end: the same few come with every call. */
const checkedBases = new WeakMap<Platform, Map<string, string>>();

/**
 * The address of a path of the platform, without a query.
 *
 * @param base the platform's `baseUrl` or `authUrl`
 * @param path percent-encoded, from `/` on, without query
 * @throws SurveyPlatformError `invalid_configuration` for a base that secrets must not be sent to,
 *   `invalid_argument` for a path that would lead elsewhere
 */
export function platformAddress(platform: Platform, base: string, path: string): string {
  if (!pathShape.test(path) || dotSegment.test(path))
    throw new SurveyPlatformError("invalid_argument", { parameter: "path" });
  const checked = checkedBases.get(platform) ?? new Map<string, string>();
  const known = checked.get(base);
  if (known !== undefined) return known + path;
  const address = checkBase(platform, base);
  checkedBases.set(platform, checked.set(base, address));
  return address + path;
}

function checkBase(platform: Platform, base: string): string {
  const { protocol, hostname, origin, pathname } = readBase(base);
  const isSafe = protocol === "https:" || loopback.test(hostname) || platform.allowInsecureHttp === true;
  if (isSafe) return origin + pathname.replace(/\/$/, "");
  throw new SurveyPlatformError("invalid_configuration", {
    detail: "secrets are sent over https: only, or to this machine; allowInsecureHttp lifts that",
  });
}

function readBase(base: string): URL {
  const address = URL.canParse(base) ? new URL(base) : undefined;
  const isPlain = address && `${address.username}${address.password}${address.search}${address.hash}` === "";
  if (address && isPlain && /^https?:$/.test(address.protocol)) return address;
  throw new SurveyPlatformError("invalid_configuration", {
    detail: "baseUrl and authUrl are http(s) addresses without credentials, query and fragment",
  });
}
