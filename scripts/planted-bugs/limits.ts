import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** The tests of what tokens do, by their names. */
function token(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/token/${name}.test.ts`);
}

/** Mistakes about limits, and about the addresses that they count. */
export const limitBugs: readonly PlantedBug[] = [
  {
    name: "username-guessed-from-everywhere",
    breaks: "Guessing one username's password from ever other addresses is never slowed down.",
    file: `${src}/store/session-table.ts`,
    find: "return takeDelayedAttempt(transaction, nameKey);",
    replace: "await takeDelayedAttempt(transaction, nameKey); return undefined;",
    caughtBy: security("password-guessing"),
  },
  {
    name: "delay-that-does-not-grow",
    breaks: "Guessing one username's password goes on once a second for ever.",
    file: `${src}/store/sign-in-delay-table.ts`,
    find: "const longestWaitMilliseconds = 900_000;",
    replace: "const longestWaitMilliseconds = 1000;",
    caughtBy: security("password-guessing"),
  },
  {
    name: "delay-held-by-a-clock-that-was-ahead",
    breaks:
      "Users cannot sign in after the clock was set back, for as long as a username may have to wait at most.",
    file: `${src}/store/sign-in-delay-table.ts`,
    find: "sql<boolean>`sign_in_delays.attempts < ${sql.lit(freeAttempts)}`, sql<boolean>`sign_in_delays.next_at > ${nowMs} + ${nextWait} + ${sql.lit(toleranceMilliseconds)}`",
    replace:
      "sql<boolean>`sign_in_delays.next_at > ${nowMs} + ${sql.lit(longestWaitMilliseconds + toleranceMilliseconds)}`",
    caughtBy: security("moved-clock"),
  },
  {
    name: "user-locked-out-by-strangers",
    breaks: "Strangers who guess a user's password keep the user out of every browser.",
    file: `${src}/session/sign-in-attempt.ts`,
    find: "await store.isDeviceOf({ hash, username })",
    replace: "(await store.isDeviceOf({ hash, username })) === undefined",
    caughtBy: security("password-guessing"),
  },
  {
    name: "device-of-any-user",
    breaks:
      "A browser in which one user signed in is not kept waiting when it guesses another one's password.",
    file: `${src}/store/device-table.ts`,
    find: `.where("u.username", "=", username)`,
    replace: `.where("u.username", ">=", username.slice(0, 0))`,
    caughtBy: security("password-guessing"),
  },
  {
    name: "device-without-a-limit",
    breaks: "A recognised browser guesses without a limit.",
    file: `${src}/session/sign-in-attempt.ts`,
    find: `{ key: rateLimitKey("sign-in-device", hash), limit: attemptsOnName }`,
    replace: `{ key: rateLimitKey("sign-in-device", hash, String(performance.now())), limit: attemptsOnName }`,
    caughtBy: security("password-guessing"),
  },
  {
    name: "device-outlives-the-password",
    breaks: "A browser of someone who knew the old password is recognised after the password was changed.",
    file: `${src}/store/declaration-user.ts`,
    find: `["sessions", "devices"] as const`,
    replace: `["sessions"] as const`,
    caughtBy: security("password-guessing"),
  },
  {
    name: "guessing-without-a-trace",
    breaks: "Refused attempts to sign in are neither logged at the usual level nor counted as refused.",
    file: `${src}/session/serve-page.tsx`,
    find: "observe({ route: route.path, requestId, milliseconds, error, refusedSignIn });",
    replace: "observe({ route: route.path, requestId, milliseconds, error });",
    caughtBy: security("password-guessing"),
  },
  {
    name: "username-in-the-log",
    breaks: "What people type as their username is in the log, and people type passwords there.",
    file: `${src}/session/sign-in-attempt.ts`,
    find: `return createHmac("sha256", await key).update(username).digest("base64url").slice(0, 16);`,
    replace: `return createHmac("sha256", await key).digest("base64url").slice(0, 16) + username;`,
    caughtBy: security("password-guessing"),
  },
  {
    name: "made-up-codes-spend-the-budget",
    breaks: "Made-up codes use up the token requests of the application.",
    file: `${src}/token/authorization-code-grant.ts`,
    find: "yield* revokeAfterLateReplay(claim);",
    replace: `const spent = yield* takeTokenRequest(application, exchange, policy);
    if (isRefusal(spent)) return spent;
    yield* revokeAfterLateReplay(claim);`,
    caughtBy: security("made-up-codes"),
  },
  {
    name: "made-up-codes-without-a-limit",
    breaks: "Made-up codes are counted nowhere.",
    file: `${src}/token/authorization-code-grant.ts`,
    find: `return yield* countUnusable("unknown-code", exchange, policy);`,
    replace: `return { refused: "invalid_grant" };`,
    caughtBy: security("made-up-codes"),
  },
  {
    name: "limited-exchange-uses-the-code-up",
    breaks: "An exchange that is refused because of too many requests uses the code up.",
    file: `${src}/token/authorization-code-grant.ts`,
    find: "yield* releaseCode(codeHash);",
    replace: "",
    caughtBy: security("made-up-codes"),
  },
  {
    name: "malformed-codes-are-counted",
    breaks: "Values without the form of a code are looked up and counted.",
    file: `${src}/model/token.ts`,
    find: "return time === undefined ? null : hashBehind(time, value);",
    replace: "return hashBehind(time ?? '', value);",
    caughtBy: security("made-up-codes"),
  },
  {
    name: "right-secret-past-the-limit",
    breaks: "Guessing goes on past the limit, because the right secret is let through in between.",
    file: `${src}/token/client-checks.ts`,
    find: "if (full !== undefined) return full;",
    replace: "void full;",
    caughtBy: [...security("races"), ...token("rate-limits")],
  },
  {
    name: "refused-requests-are-not-counted",
    breaks: "A refusal rolls the transaction back, and with it what the request counted.",
    file: `${src}/store/store.ts`,
    find: "accepted(await database.writeSteps(() => steps(policy), applicationLock(appid))),",
    replace: `database.writeSteps(function* () {
      return accepted(yield* steps(policy));
    }, applicationLock(appid)),`,
    caughtBy: [...token("rate-limits"), ...security("made-up-codes")],
  },
  {
    name: "limit-never-reached",
    breaks: "Requests are counted, and the count has no consequence.",
    file: `${src}/store/rate-limit-table.ts`,
    find: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))}`,',
    replace: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))} + 1e12`,',
    caughtBy: token("rate-limits"),
  },
  {
    name: "limit-held-by-a-clock-that-was-ahead",
    breaks: "After the clock was set back, callers that asked before are refused until it has caught up.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "latest: burst * interval + toleranceMilliseconds",
    replace: "latest: burst * interval + 1000 * 365 * 86_400_000",
    caughtBy: security("moved-clock"),
  },
  {
    name: "limit-begins-again-too-soon",
    breaks: "A clock that is set back by a second gives each caller another burst.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "latest: burst * interval + toleranceMilliseconds",
    replace: "latest: burst * interval",
    caughtBy: security("moved-clock"),
  },
  {
    name: "burst-rounded-down",
    breaks: "The last request of a burst is refused at rates that divide no minute evenly.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "Math.ceil((millisecondsPerMinute * 1024) / perMinute) / 1024",
    replace: "millisecondsPerMinute / perMinute",
    caughtBy: ["packages/server/test/store/rate-limit.test.ts"],
  },
  {
    name: "forwarded-address-believed",
    breaks: "A client that guesses secrets chooses the address under which it is counted.",
    file: "packages/service/src/http/client-address.ts",
    find: "if (trustedProxies === 0) return connectionAddress(remoteAddress);",
    replace: "",
    caughtBy: security("caller-address"),
  },
  {
    name: "ipv6-address-counts-alone",
    breaks: "Each of the addresses that one IPv6 caller chooses from has limits of its own.",
    file: "packages/service/src/http/client-address.ts",
    find: 'network: `${groups.slice(0, 4).join(":")}::/64`,',
    replace: "network: text,",
    caughtBy: security("address-networks"),
  },
  {
    name: "port-of-an-address-counts",
    breaks: "A caller whose proxy writes ports has new limits with each connection.",
    file: "packages/service/src/http/client-address.ts",
    find: 'return parseAddress(hops.at(-trustedProxies) ?? "") ?? connectionAddress(remoteAddress);',
    replace:
      'return parseAddress(hops.at(-trustedProxies) ?? "") ?? singleAddress(hops.at(-trustedProxies) || remoteAddress);',
    caughtBy: security("address-networks"),
  },
  {
    name: "ipv6-site-without-limit",
    breaks: "A caller with many IPv6 networks has the limits of each of them.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "return site === undefined ? [own]",
    replace: "return site !== null ? [own]",
    caughtBy: security("address-networks"),
  },
  {
    name: "right-secret-past-the-limit-of-a-site",
    breaks:
      "A caller with many IPv6 networks guesses on past the limit: the right secret is still let through.",
    file: `${src}/token/client-checks.ts`,
    find: "fullBucket(client.siteMilliseconds, site.limit)",
    replace: "undefined",
    caughtBy: security("address-networks"),
  },
  {
    name: "first-forwarded-address-believed",
    breaks: "Behind a proxy the entry that the caller wrote counts, not the proxy's own.",
    file: "packages/service/src/http/client-address.ts",
    find: "hops.at(-trustedProxies)",
    replace: "hops.at(0)",
    caughtBy: security("caller-address"),
  },
];
