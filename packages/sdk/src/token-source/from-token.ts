import type { SourcedToken, TokenSource } from "./token-source.ts";

/** A source of one token that another program renews: for scripts, tests and tokens handed in from outside. */
export function fromToken(token: SourcedToken): TokenSource {
  const held = { ...token };
  // Returning the same token again means that a second try is useless.
  return { get: () => Promise.resolve(held), invalidate: () => Promise.resolve(held) };
}
