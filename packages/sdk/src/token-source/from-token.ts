import type { SourcedToken, TokenSource } from "./token-source.ts";

/** A source of one token that somebody else keeps fresh: for scripts, tests and tokens handed in from outside. */
export function fromToken(token: SourcedToken): TokenSource {
  const held = { ...token };
  // The same token again tells a client that trying once more is useless.
  return { get: () => Promise.resolve(held), invalidate: () => Promise.resolve(held) };
}
