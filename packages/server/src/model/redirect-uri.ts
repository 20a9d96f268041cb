/** Longest address that can be registered, in characters. */
export const redirectUriMaximumLength = 2048;

/** Parameters that the platform itself adds to the query of a redirect URI: none may be there twice (RFC 6749, section 3.1). */
const ownParameters = ["code", "error", "error_description", "state", "iss"] as const;

/** What keeps an address from being registered, in words that follow the name of the place. */
export const redirectUriProblems = {
  too_long: `is longer than ${redirectUriMaximumLength} characters`,
  control_character: "must not have control characters",
  space: "must not have spaces: write %20",
  not_ascii:
    "must be ASCII: write an international host name as punycode (xn--…) and percent-encode the rest",
  backslash: "must not have a backslash",
  fragment: "must not have a fragment, nor a bare #",
  wildcard: "must not have a wildcard: register each address by itself",
  not_encoded: 'must have the characters " < > ^ ` { | } percent-encoded',
  percent_sign: "has a percent sign that begins no percent-encoded character",
  not_absolute: "must be an absolute address that begins with https://, or with http:// on a loopback host",
  user_info: "must not have a user name or password before the host",
  host_spelling:
    "must have its host as browsers write it: lower case, no default port, IP addresses in their usual form",
  trailing_dot: "must not have a dot after the host name",
  not_https: "must begin with https:// unless the host is loopback",
  dot_segment: "must not have . or .. as a part of its path",
  code_in_query: "must not have code in its query: the platform adds it",
  state_in_query: "must not have state in its query: the platform adds it",
  error_in_query: "must not have error in its query: the platform adds it",
  error_description_in_query: "must not have error_description in its query: the platform adds it",
  iss_in_query: "must not have iss in its query: the platform adds it",
} as const satisfies Readonly<Record<string, string>>;

/** One of {@link redirectUriProblems}. */
export type RedirectUriProblem = keyof typeof redirectUriProblems;

/** A rule on the text of an address. */
type TextRule = readonly [isBroken: (text: string) => boolean, problem: RedirectUriProblem];

/** Rules about the characters alone; RFC 3986 section 2 lists those that an address may have. */
const textRules: readonly TextRule[] = [
  [(text) => text.length > redirectUriMaximumLength, "too_long"],
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  [(text) => /[\u0000-\u001f\u007f]/.test(text), "control_character"],
  [(text) => text.includes(" "), "space"],
  [(text) => /[\u0080-\u{10ffff}]/u.test(text), "not_ascii"],
  [(text) => text.includes("\\"), "backslash"],
  // RFC 6749, section 3.1.2.
  [(text) => text.includes("#"), "fragment"],
  [(text) => text.includes("*"), "wildcard"],
  [(text) => /["<>^`{|}]/.test(text), "not_encoded"],
  [(text) => /%(?![0-9A-Fa-f]{2})/.test(text), "percent_sign"],
];

/**
 * The rule for addresses that an application registers as redirect URIs. Later an address is compared as a
 * string and nothing else, so only one spelling of it may ever be registered: the one that a browser uses.
 *
 * @returns what is wrong; empty when it can be registered
 * @example
 * findRedirectUriProblems("https://Example.com/callback#"); // ["fragment"]
 */
export function findRedirectUriProblems(text: string): readonly RedirectUriProblem[] {
  const problems = textRules.flatMap(([isBroken, problem]) => (isBroken(text) ? [problem] : []));
  return problems.length > 0 ? problems : partProblems(text);
}

/**
 * {@link findRedirectUriProblems} for a client without a secret. Its address may also have a scheme of its own: a host name that
 * it owns, written backwards (RFC 8252, section 7.1), as in `com.example.app:/callback`.
 */
export function findPublicRedirectUriProblems(text: string): readonly RedirectUriProblem[] {
  const isOfOwnScheme = privateUseAddress.test(text) && text.length <= redirectUriMaximumLength;
  if (!isOfOwnScheme) return findRedirectUriProblems(text);
  const problems = textRules.flatMap(([isBroken, problem]) => (isBroken(text) ? [problem] : []));
  const query = new URLSearchParams(text.split("?")[1] ?? "");
  return [...problems, ...ownParameters.filter((name) => query.has(name)).map(inQuery)];
}

const privateUseAddress = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:\/[!-~]*$/;

function inQuery<Name extends (typeof ownParameters)[number]>(name: Name) {
  return `${name}_in_query` as const;
}

/** {@link findRedirectUriProblems} in words. */
export function checkRegistrableRedirectUri(text: string): readonly string[] {
  return findRedirectUriProblems(text).map((problem) => redirectUriProblems[problem]);
}

/** Checks the parts of an address whose characters are all in order. */
function partProblems(text: string): readonly RedirectUriProblem[] {
  const [, scheme, authority] = /^(https?):\/\/([^/?]*)/.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(text)) return ["not_absolute"];
  const url = new URL(text);
  return [
    ...hostProblems(url, authority),
    ...(scheme === "http" && !isLoopback(url.hostname) ? (["not_https"] as const) : []),
    ...pathProblems(url, text),
    ...ownParameters.filter((name) => url.searchParams.has(name)).map(inQuery),
  ];
}

/** The host must be written as the parser writes it: no capitals, default port, or number that is read as an IP address. */
function hostProblems(url: URL, authority: string): readonly RedirectUriProblem[] {
  if (authority.includes("@")) return ["user_info"];
  if (authority !== url.host) return ["host_spelling"];
  return url.hostname.endsWith(".") ? ["trailing_dot"] : [];
}

/** RFC 8252 section 7.3; the parser has already turned every spelling of 127.0.0.0/8 into dotted decimal. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** A browser removes `.` and `..`, so the address that it opens would not be the one registered. */
function pathProblems(url: URL, text: string): readonly RedirectUriProblem[] {
  const path = /^https?:\/\/[^/?]*([^?]*)/.exec(text)?.[1] ?? "";
  return path === "" || path === url.pathname ? [] : ["dot_segment"];
}

declare const verified: unique symbol;

/** An address that was found among those that the application has registered: the only kind redirected to. */
export type VerifiedRedirectUri = string & { readonly [verified]: true };

/**
 * Looks a requested address up among the registered ones, by exact comparison of strings (RFC 9700, sections 2.1
 * and 4.1.3; RFC 6749, section 3.1.2.3): no normalisation, so nothing that two programs could read differently.
 *
 * @param options.anyLoopbackPort for clients without a secret: they listen on this machine on a port that they learn when they
 *   start, so that the port of a loopback address does not count (RFC 8252, section 7.3). Host, path and query do
 * @returns undefined when it is not registered; then there must be no redirect to it
 */
export function verifiedRedirectUri(
  registered: readonly string[],
  requested: string,
  { anyLoopbackPort = false }: { readonly anyLoopbackPort?: boolean } = {},
): VerifiedRedirectUri | undefined {
  const isRegistered =
    registered.includes(requested) || (anyLoopbackPort && isOnLoopbackOf(registered, requested));
  // The brand says just this: it was found in the list.
  return isRegistered ? (requested as VerifiedRedirectUri) : undefined;
}

/** The loopback address as programs register it, in three parts: up to the host, the port, and what follows. */
const loopbackAddress = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(:[1-9]\d{0,4})?((?:[/?][!-~]*)?)$/;

function isOnLoopbackOf(registered: readonly string[], requested: string): boolean {
  if (!loopbackAddress.test(requested) || findRedirectUriProblems(requested).length > 0) return false;
  const asked = withoutLoopbackPort(requested);
  return registered.some((address) => withoutLoopbackPort(address) === asked);
}

/** An address without its port when it is on this machine, else as it is. */
export function withoutLoopbackPort(address: string): string {
  return address.replace(loopbackAddress, "$1$3");
}

/** Whether a browser that goes there stays on the user's own machine, where any program may be listening. */
export function isOnOwnMachine(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (!/^https?:$/.test(url.protocol) || isLoopback(url.hostname));
}

/** The result that is sent to the redirect URI: a code or an error, and the application's state if there was one. */
export type RedirectResult = ({ readonly code: string } | { readonly error: string }) & {
  readonly state?: string | null | undefined;
  /** What went wrong, in plain words (RFC 6749, section 4.1.2.1). */
  readonly error_description?: string | undefined;
  /** Who sends the result (RFC 9207). */
  readonly iss?: string | undefined;
};

/**
 * Where the browser is sent: the redirect URI with the result in its query (RFC 6749, section 4.1.2). The registered
 * bytes stay as they are.
 *
 * @example
 * redirectLocation(uri, { code: "sopc_…", state: "x7" }); // https://app.example/cb?lang=en&code=sopc_…&state=x7
 */
export function redirectLocation(uri: VerifiedRedirectUri, result: RedirectResult): string {
  const parameters = resultParameters(result).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return uri + separatorAfter(uri) + parameters.join("&");
}

/** The parameters of a result, those that are there. */
export function resultParameters(
  result: RedirectResult,
): readonly (readonly [name: string, value: string])[] {
  const given: Readonly<Partial<Record<string, string | null>>> = result;
  return ownParameters.flatMap((name) => {
    const value = given[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
}

function separatorAfter(uri: string): string {
  if (!uri.includes("?")) return "?";
  return uri.endsWith("?") || uri.endsWith("&") ? "" : "&";
}
