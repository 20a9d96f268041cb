import type { Config } from "../config/settings.ts";
import { settingArguments } from "./arguments.ts";

/** What a command takes that makes a link to a page. */
export const pagesAddressArguments = settingArguments(["authUrl", "host", "port"]);

/** Where users open the pages. */
export function pagesAddress({ authUrl, host, port }: Pick<Config, "authUrl" | "host" | "port">): string {
  return authUrl === "" ? `http://${host.includes(":") ? `[${host}]` : host}:${port}` : authUrl;
}
