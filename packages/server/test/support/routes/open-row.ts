import { csrfTokenOf } from "@survey-open-platform/service";
import { declareUser } from "../../../src/store/declaration/declaration-user.ts";
import type { Browser, Page } from "../browser.ts";
import { sessionCookie, signedInBrowser } from "../signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../test-platform.ts";
import type { Actor, RouteRequest, RouteRow } from "./route-row.ts";

async function startPlatformWithRoot({ settings }: RouteRow): Promise<TestPlatform> {
  const platform = await startTestPlatform(settings);
  await addRoot(platform);
  return platform;
}

/** Adds the administrator of the table of routes. */
export async function addRoot(platform: TestPlatform): Promise<void> {
  const root = { username: "root", password_hash: "none", administrator: 1 } as const;
  await platform.database.write((t) => declareUser(t, root, undefined));
}

/** Who the request of a row belongs to. */
export function ownerOf({ owner, access }: RouteRow): Actor {
  return owner ?? (access === "administrator" ? "root" : "ada");
}

/** The other user, who asks for the things of the owner. */
export function otherOf({ otherUser, access }: RouteRow): Actor {
  return otherUser ?? (access === "administrator" ? "ada" : "bob");
}

/** A row on a platform of its own, with the request of its owner. */
export interface OpenedRow {
  readonly row: RouteRow;
  readonly platform: TestPlatform;
  readonly owner: Browser;
  readonly request: RouteRequest;
}

/** Opens a row on a platform of its own. */
export async function openRow(row: RouteRow): Promise<OpenedRow> {
  const platform = await startPlatformWithRoot(row);
  const owner = await signedInBrowser(platform, ownerOf(row));
  return { row, platform, owner, request: (await row.prepare?.(platform, owner)) ?? {} };
}

/** Sends the request of a row from any browser, with the csrf token of that browser's own session. */
export function sendRow({ row: { method, path }, request }: OpenedRow, browser: Browser): Promise<Page> {
  const { address = path, fields } = request;
  if (method === "GET") return browser.get(address);
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}
