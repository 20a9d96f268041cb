import type { Flood } from "./flood.ts";
import { idleConnections, slowHeaders, slowReaders } from "./held-connections.ts";
import { invalidTokens, signIns } from "./request-floods.ts";

/** Every flood by the name that the table shows. */
export const floods = {
  "5,000 idle connections": idleConnections,
  "500 slow headers": slowHeaders,
  "200 slow readers": slowReaders,
  "32 invalid tokens": invalidTokens,
  "32 sign-ins": signIns,
} as const satisfies Readonly<Record<string, Flood>>;

/** A name of a flood. */
export type FloodName = keyof typeof floods;

/** The names of all floods. */
export function floodNames(): readonly FloodName[] {
  // The keys of the table are its names.
  return Object.keys(floods) as FloodName[];
}
