import { createHash, randomBytes } from "node:crypto";

/** `web` applications act for users who consent; a `team` application acts for the team that owns it. */
export type ApplicationKind = "web" | "team";

/** Who made an application: its owner or a declaration, its own metadata document, or its registration by request. */
export type ApplicationOrigin = "console" | "document" | "registered";

/** A program that was given an appid and a secret. */
export interface Application {
  readonly id: number;
  readonly appid: string;
  readonly kind: ApplicationKind;
  readonly name: string;
  readonly description: string;
  readonly homePage: string;
  /** A `data:` image that the platform serves itself, or an address that is kept but never loaded. */
  readonly logo: string;
  /** The nickname of the user, or the name of the team, that answers for it. */
  readonly developer: string;
  /** The id of that user or team. */
  readonly ownerId: number;
  readonly verified: boolean;
  readonly disabled: boolean;
  readonly terms: string;
  readonly privacy: string;
}

/** Shape of an appid. */
export const appidPattern = /^[A-Za-z0-9_-]{6,64}$/;

/** Makes an appid for an application that is registered on a page. */
export function makeAppid(): string {
  return `app_${randomBytes(10).toString("hex")}`;
}

/** The appid of an application without a secret: the same for a form that is sent twice. */
export function appidOfRequest(requestHash: string): string {
  return `app_${createHash("sha256").update(requestHash).digest("hex").slice(0, 20)}`;
}

/** Limits on what an application may say of itself, in characters, and on its redirect URIs. */
export const applicationLimits = {
  name: 100,
  text: 5000,
  contact: 200,
  address: 2048,
  redirectUris: 100,
} as const;
