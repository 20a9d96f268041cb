import { readConfig } from "../../../src/config/read-config.ts";
import { type SettingName } from "../../../src/config/settings.ts";
import { type RateLimit } from "../../../src/store/installation/policy.ts";

/** One bound of the platform. */
export interface Limit {
  readonly what: string;
  readonly amount: string;
  readonly whom: string;
  readonly beyond: string;
  readonly setting?: SettingName;
}

export const config = readConfig({ flags: {}, environment: {} });
const megabyte = 1024 * 1024;
export const tooMany = "status 429, and when to try again";

export function rate({ burst, perMinute }: RateLimit): string {
  return `${count(burst)} at once, then ${count(perMinute)} a minute`;
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

export function megabytes(bytes: number): string {
  return `${count(bytes / megabyte)} MB`;
}

export function kilobytes(bytes: number): string {
  return `${count(bytes / 1024)} KB`;
}
