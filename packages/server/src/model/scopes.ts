/**
 * What a token of OAuth lets an application do, each scope a bit. Those of the interface itself have the same bits: a consent to
 * `snsapi_user` is one to `surveys:read answers:read`, with writing to all four.
 */
export const scopeBits = {
  openid: 1,
  profile: 2,
  offline_access: 4,
  "surveys:read": 8,
  "answers:read": 16,
  "surveys:write": 32,
  "answers:write": 64,
} as const;

/** A scope by its name on the wire (RFC 6749, section 3.3). */
export type Scope = keyof typeof scopeBits;

/** Scopes as a set of the bits of {@link scopeBits}. */
export type ScopeSet = number;

/** Every scope, in the order in which they are written. */
export const scopes = Object.keys(scopeBits) as readonly Scope[];

export const readingScopes: ScopeSet = scopeBits["surveys:read"] | scopeBits["answers:read"];
export const writingScopes: ScopeSet = scopeBits["surveys:write"] | scopeBits["answers:write"];
export const dataScopes: ScopeSet = readingScopes | writingScopes;

/** All of them. */
export const everyScope: ScopeSet = 127;

/** The scopes of a consent of the interface's own way, which has one scope and a permission to write. */
export function scopesOfConsent(mayWrite: boolean): ScopeSet {
  return mayWrite ? dataScopes : readingScopes;
}

/** Whether a set has a scope that changes data. */
export function hasWriting(set: ScopeSet): boolean {
  return (set & writingScopes) !== 0;
}

/** The set of names that are parted by spaces; names that are none are left out. */
export function scopesOf(text: string): ScopeSet {
  return text.split(" ").reduce((set, name) => set | (isScope(name) ? scopeBits[name] : 0), 0);
}

/** The names of a set, parted by spaces. */
export function scopeText(set: ScopeSet): string {
  return scopesIn(set).join(" ");
}

/** The names of a set. */
export function scopesIn(set: ScopeSet): readonly Scope[] {
  return scopes.filter((name) => (set & scopeBits[name]) !== 0);
}

function isScope(name: string): name is Scope {
  return Object.hasOwn(scopeBits, name);
}

/**
 * For whom a token is meant (RFC 8707), as stored: the interface of the document with `appid` and `access_token`, the same calls
 * with a bearer token, or the Model Context Protocol.
 */
export const audiences = { document: 0, api: 1, mcp: 2 } as const;

/** One of {@link audiences}. */
export type Audience = (typeof audiences)[keyof typeof audiences];
