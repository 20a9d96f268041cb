/** Longest address that can be registered, in characters. */
export const redirectUriMaximumLength = 2048;

/** Parameters that the platform itself adds to the query of a redirect URI. */
const ownParameters = ["code", "state", "error"] as const;

/** A rule on the text of an address; it says what is wrong, or nothing. */
type TextRule = readonly [isBroken: (text: string) => boolean, says: string];

/** Rules about the characters alone; RFC 3986 section 2 lists those that an address may have. */
const textRules: readonly TextRule[] = [
  [(text) => text.length > redirectUriMaximumLength, `is longer than ${redirectUriMaximumLength} characters`],
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  [(text) => /[\u0000-\u001f\u007f]/.test(text), "must not have control characters"],
  [(text) => text.includes(" "), "must not have spaces: write %20"],
  [
    (text) => /[\u0080-\u{10ffff}]/u.test(text),
    "must be ASCII: write an international host name as punycode (xn--…) and percent-encode the rest",
  ],
  [(text) => text.includes("\\"), "must not have a backslash"],
  // RFC 6749, section 3.1.2.
  [(text) => text.includes("#"), "must not have a fragment, nor a bare #"],
  [(text) => text.includes("*"), "must not have a wildcard: register each address by itself"],
  [(text) => /["<>^`{|}]/.test(text), 'must have the characters " < > ^ ` { | } percent-encoded'],
  [(text) => /%(?![0-9A-Fa-f]{2})/.test(text), "has a percent sign that begins no percent-encoded character"],
];

/**
 * The rule for addresses that an application registers as redirect URIs. Later an address is compared as a
 * string and nothing else, so only one spelling of it may ever be registered: the one that a browser uses.
 *
 * @returns what is wrong, each in words that follow the name of the place; empty when it can be registered
 * @example
 * checkRegistrableRedirectUri("https://Example.com/callback#"); // two problems
 */
export function checkRegistrableRedirectUri(text: string): readonly string[] {
  const problems = textRules.flatMap(([isBroken, says]) => (isBroken(text) ? [says] : []));
  return problems.length > 0 ? problems : partProblems(text);
}

/** Checks the parts of an address whose characters are all in order. */
function partProblems(text: string): readonly string[] {
  const [, scheme, authority] = /^(https?):\/\/([^/?]*)/.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || !URL.canParse(text)) {
    return ["must be an absolute address that begins with https://, or with http:// on a loopback host"];
  }
  const url = new URL(text);
  return [
    ...hostProblems(url, authority),
    ...(scheme === "http" && !isLoopback(url.hostname)
      ? ["must begin with https:// unless the host is loopback"]
      : []),
    ...pathProblems(url, text),
    ...queryProblems(url),
  ];
}

/** The host must be written as the parser writes it: no capitals, default port, or number that is read as an IP address. */
function hostProblems(url: URL, authority: string): readonly string[] {
  if (authority.includes("@")) return ["must not have a user name or password before the host"];
  if (authority !== url.host) {
    return [
      "must have its host as browsers write it: lower case, no default port, IP addresses in their usual form",
    ];
  }
  return url.hostname.endsWith(".") ? ["must not have a dot after the host name"] : [];
}

/** RFC 8252 section 7.3; the parser has already turned every spelling of 127.0.0.0/8 into dotted decimal. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** A browser removes `.` and `..`, so the address that it opens would not be the one registered. */
function pathProblems(url: URL, text: string): readonly string[] {
  const path = /^https?:\/\/[^/?]*([^?]*)/.exec(text)?.[1] ?? "";
  return path === "" || path === url.pathname ? [] : ["must not have . or .. as a part of its path"];
}

function queryProblems(url: URL): readonly string[] {
  return ownParameters
    .filter((name) => url.searchParams.has(name))
    .map((name) => `must not have ${name} in its query: the platform adds it`);
}

declare const verified: unique symbol;

/** An address that was found among those that the application has registered: the only kind redirected to. */
export type VerifiedRedirectUri = string & { readonly [verified]: true };

/**
 * Looks a requested address up among the registered ones, by exact comparison of strings (RFC 9700, sections 2.1
 * and 4.1.3; RFC 6749, section 3.1.2.3): no normalisation, so nothing that two programs could read differently.
 *
 * @returns undefined when it is not registered; then there must be no redirect to it
 */
export function verifiedRedirectUri(
  registered: readonly string[],
  requested: string,
): VerifiedRedirectUri | undefined {
  // The brand says just this: it was found in the list.
  return registered.includes(requested) ? (requested as VerifiedRedirectUri) : undefined;
}

/** The result that is sent to the redirect URI: a code or an error, and the application's state if there was one. */
export type RedirectResult = ({ readonly code: string } | { readonly error: string }) & {
  readonly state?: string | null | undefined;
};

/**
 * Where the browser is sent: the redirect URI with the result in its query (RFC 6749, section 4.1.2). The registered
 * bytes stay as they are.
 *
 * @example
 * redirectLocation(uri, { code: "sopc_…", state: "x7" }); // https://app.example/cb?lang=en&code=sopc_…&state=x7
 */
export function redirectLocation(uri: VerifiedRedirectUri, result: RedirectResult): string {
  const parameters =
    "code" in result
      ? [`code=${encodeURIComponent(result.code)}`]
      : [`error=${encodeURIComponent(result.error)}`];
  if (result.state !== undefined && result.state !== null) {
    parameters.push(`state=${encodeURIComponent(result.state)}`);
  }
  return uri + separatorAfter(uri) + parameters.join("&");
}

function separatorAfter(uri: string): string {
  if (!uri.includes("?")) return "?";
  return uri.endsWith("?") || uri.endsWith("&") ? "" : "&";
}
