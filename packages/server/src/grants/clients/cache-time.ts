import type { IncomingHttpHeaders } from "node:http";

const hour = 3_600_000;
const day = 24 * hour;

/**
 * For how many milliseconds a response need not be asked for again, by its headers (RFC 9111, sections 4.2.1 and 5.2.2): at least
 * an hour, at most a day.
 */
export function cacheMilliseconds(headers: IncomingHttpHeaders): number {
  return Math.min(Math.max(1000 * (maxAge(headers) ?? secondsToExpiry(headers)), hour), day);
}

function maxAge({ "cache-control": control = "" }: IncomingHttpHeaders): number | undefined {
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(control)) return 0;
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function secondsToExpiry({ expires = "", date = "" }: IncomingHttpHeaders): number {
  const seconds = (Date.parse(expires) - Date.parse(date)) / 1000;
  return Number.isFinite(seconds) ? seconds : 0;
}
