import type { Config } from "../../config/settings.ts";
import { settingArguments } from "./arguments.ts";

/** What a command takes that makes a link to a page. */
export const pagesAddressArguments = settingArguments(["authUrl", "host", "port"]);

/** Says which platform a link belongs to when the settings name no address for users; "" when they do. */
export function guessedAddressText(config: Parameters<typeof pagesAddress>[0]): string {
  if (config.authUrl !== "") return "";
  return `\nIt leads to ${pagesAddress(config)}: give --auth-url when users open the platform at another address.`;
}

/** Where users open the pages. */
export function pagesAddress({ authUrl, host, port }: Pick<Config, "authUrl" | "host" | "port">): string {
  return authUrl === "" ? `http://${host.includes(":") ? `[${host}]` : host}:${port}` : authUrl;
}
