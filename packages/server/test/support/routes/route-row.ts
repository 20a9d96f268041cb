import type { SettingName } from "../../../src/config/settings.ts";
import type { Browser } from "../browser.ts";
import type { TestPlatform } from "../test-platform.ts";

/** A user of the sample: Ada and Bob have no special role, Root is an administrator. */
export type Actor = "ada" | "bob" | "root";

/** What is sent to a route: an address with ids filled in, and for a POST its fields without the csrf token. */
export interface RouteRequest {
  readonly address?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** What one route does, for whom. Every route of the pages has one row; a test fails when one is missing. */
export interface RouteRow {
  readonly method: "GET" | "POST";
  /** The path as it is registered, such as `/teams/:id`. */
  readonly path: string;
  /** Who may use it: anyone, a signed-in user, or an administrator. */
  readonly access: "anyone" | "user" | "administrator";
  /** Whether the password must have been given within ten minutes. */
  readonly stepUp?: true;
  /** Settings of the platform that the route needs. */
  readonly settings?: Readonly<Partial<Record<SettingName, string>>>;
  /** Who the request belongs to. Default Ada; Root for pages of administrators. */
  readonly owner?: Actor;
  /** Prepares the request in the owner's browser, on a platform of its own. Default: the path itself, no fields. */
  readonly prepare?: (platform: TestPlatform, owner: Browser) => Promise<RouteRequest>;
  /** The status that the owner receives; for a POST it also changes something. */
  readonly status: number;
  /** The status that visitors without a session receive, where anyone may use it. Default: the owner's. */
  readonly strangerStatus?: number;
  /**
   * What another user receives for the owner's ids: a status, with which nothing may change. `own` when the route has no
   * ids and every user gets the own things.
   */
  readonly other: number | "own";
  /** Which other user asks for the owner's things. Default Bob; Ada for pages of administrators. */
  readonly otherUser?: Actor;
  /** Whether a POST of the owner may leave the database as it is. */
  readonly changesNothing?: true;
}
