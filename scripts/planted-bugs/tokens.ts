import { security, type PlantedBug } from "./planted-bug.ts";

/** Mistakes about codes, tokens, secrets and their limits, and about what they reach. */
export const tokenBugs: readonly PlantedBug[] = [
  {
    name: "code-of-any-application",
    breaks: "A code is exchanged for whichever application brings it.",
    file: "packages/server/src/store/tokens/authorization-code-table.ts",
    within: "markUsed",
    find: `.where("g.application_id", "=", param("applicationId"))`,
    replace: '.where("g.application_id", "<>", sql<number>`-${param("applicationId")}`)',
    caughtBy: security("code-exchange"),
  },
  {
    name: "code-found-then-written",
    breaks: "Whether a code was used is looked up before the write that uses it.",
    file: "packages/server/src/store/store.ts",
    find: "accepted(await database.writeSteps(() => steps(policy), applicationLock(appid))),",
    replace: `{
      const codes = reader.kysely.selectFrom("authorization_codes").select("hash");
      const unused = await codes.where("used_at", "is", null).execute();
      return accepted(await database.write(async (t) => {
        const again = t.kysely.updateTable("authorization_codes").set({ used_at: null });
        for (const { hash } of unused) await again.where("hash", "=", hash).execute();
        return runSteps(t, steps(policy));
      }));
    },`,
    caughtBy: security("races"),
  },
  {
    name: "code-used-up-by-a-wrong-secret",
    breaks: "A client that knows a code can use it up without the secret.",
    file: "packages/server/src/grants/token/authorization-code-grant.ts",
    find: "if (isRefusal(application)) return application;",
    replace:
      "if (isRefusal(application)) {\n    for (const applicationId of Array.from({ length: 100 }, (_, id) => id))\n      yield* claimCode({ ...exchange, codeHash: String(exchange.codeHash), redirectUriHash: null, applicationId, keptForMilliseconds: 1e9 });\n    return application;\n  }",
    caughtBy: security("code-exchange"),
  },
  {
    name: "code-never-expires",
    breaks: "A code can be exchanged until somebody sweeps it away.",
    file: "packages/server/src/store/tokens/authorization-code-table.ts",
    find: `.where("expires_at", ">", nowMs)`,
    replace: "",
    caughtBy: security("code-exchange"),
  },
  {
    name: "late-replay-forgiven",
    breaks: "What a stolen code gave stays alive when the theft shows.",
    file: "packages/server/src/store/tokens/authorization-code-table.ts",
    find: "if (late !== undefined) yield* revokeTokensOfCode(",
    replace: "if (late === null) yield* revokeTokensOfCode(",
    caughtBy: ["packages/server/test/grants/token/code-exchange.test.ts"],
  },
  {
    name: "secret-not-compared",
    breaks: "Any secret will do.",
    file: "packages/server/src/store/applications/application-table.ts",
    find: `.where("s.hash", "=", param("secretHash"))`,
    replace: `.where("s.hash", "<>", param("secretHash"))`,
    caughtBy: security("code-exchange", "team-token"),
  },
  {
    name: "refresh-slides",
    breaks: "Each refresh moves the end of the refresh token.",
    file: "packages/server/src/store/tokens/refresh-token-table.ts",
    find: "const [token] = yield* rowsOf(findUsable, search);",
    replace: `const slide = prepare<{ hash: string }>()((db, param) =>
    db.updateTable("refresh_tokens").set({ expires_at: Date.UTC(2100, 0) }).where("hash", "=", param("hash")));
  const [token] = yield* rowsOf(findUsable, search);
  yield* rowsOf(slide, search);`,
    caughtBy: ["packages/server/test/grants/token/refresh-token.test.ts"],
  },
  {
    name: "refresh-token-of-any-application",
    breaks: "A refresh token serves whichever application brings it.",
    file: "packages/server/src/store/tokens/refresh-token-table.ts",
    find: `.where("g.application_id", "=", param("applicationId"))`,
    replace: `.where("g.application_id", "<>", param("applicationId"))`,
    caughtBy: security("refresh-token"),
  },
  {
    name: "eleven-live-tokens",
    breaks: "A grant has more access tokens alive than it may.",
    file: "packages/server/src/store/installation/policy.ts",
    find: "export const liveAccessTokensPerGrant = 10;",
    replace: "export const liveAccessTokensPerGrant = 11;",
    caughtBy: [
      "packages/server/test/grants/token/refresh-token.test.ts",
      "packages/server/test/security/races.test.ts",
    ],
  },
  {
    name: "limited-request-replaces",
    breaks: "A team that asks too often loses the token that it has.",
    file: "packages/server/src/grants/token/client-credential-grant.ts",
    find: "if (isRefusal(quota)) return quota;",
    replace: `if (isRefusal(quota)) {
    const hash = hashToken(makeToken("teamAccessToken"));
    const issued = { address: credentials.address.text, secretNumber: 0 };
    yield* replaceTeamToken({ applicationId: application.id, hash, lifetimeMilliseconds: 60_000, ...issued });
    return quota;
  }`,
    caughtBy: security("team-token"),
  },
  {
    name: "plan-checked-once",
    breaks: "A team whose plan is withdrawn goes on with the token that it has.",
    file: "packages/server/src/api/calls/token-authentication.ts",
    find: `if (principal.mode === "team" && principal.plan !== "premium")`,
    replace: `if (principal.mode === "team" && principal.plan === undefined)`,
    caughtBy: [
      "packages/server/test/security/team-token.test.ts",
      "packages/server/test/grants/token/team-token.test.ts",
    ],
  },
  {
    name: "replaced-secret-keeps-its-token",
    breaks: "A team token issued with a stolen secret stays valid after the secret was rotated.",
    file: "packages/server/src/declaration/write-draft.ts",
    find: "revokesWithSecret: true",
    replace: "revokesWithSecret: false",
    caughtBy: security("team-token"),
  },
  {
    name: "disabled-application-keeps-tokens",
    breaks: "Tokens that an application had before it was disabled are valid again when it is enabled.",
    file: "packages/server/src/store/declaration/declaration-application.ts",
    find: `if (changed.disabled === 1) await revokeIssued(transaction, { of: "application", id });`,
    replace: "",
    caughtBy: security("revocation", "team-token"),
  },
  {
    name: "token-with-any-appid",
    breaks: "A user access token is accepted with another application's appid.",
    file: "packages/server/src/store/tokens/user-token-table.ts",
    find: `.where("a.appid", "=", param("appid"))`,
    replace: '.where("a.appid", ">=", sql<string>`substr(${param("appid")}, 1, 0)`)',
    caughtBy: security("token-kinds"),
  },
  {
    name: "openid-not-compared",
    breaks: "Information about the token's own person is answered for any openid.",
    file: "packages/server/src/api/calls/accounts/user-info-endpoint.ts",
    find: `if (principal.openid !== parameters.openid)`,
    replace: `if (parameters.openid === "")`,
    caughtBy: ["packages/server/test/api/calls/user-info.test.ts"],
  },
  {
    name: "survey-of-any-owner",
    breaks: "Any token reads any survey.",
    file: "packages/server/src/store/surveys/survey-table.ts",
    within: "findReached",
    find: `.where("owner_id", "=", param("ownerId"))`,
    replace: `.where((where) => where("owner_id", ">", where.neg(param("ownerId"))))`,
    caughtBy: security("survey-reach"),
  },
  {
    name: "choice-not-asked",
    breaks: "An application reads surveys that its user did not choose.",
    file: "packages/server/src/store/surveys/survey-reach.ts",
    find: "as integer) = 0 or exists",
    replace: "as integer) >= 0 or exists",
    caughtBy: security("survey-choice"),
  },
  {
    name: "kept-response-outside-choice",
    breaks: "A repeated call gets what was kept about a survey that its token does not reach any more.",
    file: "packages/server/src/api/calls/idempotency.ts",
    find: "  await checkReach(JSON.parse(earlier.response));",
    replace: `  if (earlier.response === "") await checkReach(JSON.parse(earlier.response));`,
    caughtBy: security("survey-choice"),
  },
  {
    name: "foreign-survey-told-apart",
    breaks: "The response reveals whether another owner's survey exists.",
    file: "packages/server/src/api/calls/surveys/survey-reach.ts",
    find: `if (survey === undefined) throw new PlatformError("not_found");`,
    replace: `if (survey === undefined) {
    const owners = [];
    for (let ownerId = 0; ownerId < 50; ownerId += 1) owners.push(yield* store.findSurvey({ ...reachOf(principal), surveyId: surveyIdIn(path), ownerId }));
    throw new PlatformError(owners.some((one) => one !== undefined) ? "claim_error" : "not_found");
  }`,
    caughtBy: security("survey-reach"),
  },
  {
    name: "token-kept-as-it-is",
    breaks: "The database has tokens and not their hashes.",
    file: "packages/server/src/model/token.ts",
    find: `return time + hash("sha256", value, "base64url");`,
    replace: `return value || time + hash("sha256", value, "base64url");`,
    caughtBy: security("token-kinds", "session"),
  },
  {
    name: "token-guessable",
    breaks: "Tokens come from a generator that can be predicted.",
    file: "packages/server/src/model/token.ts",
    find: `const text = pool.toString("base64url", start, poolUsed);`,
    replace: `const text = String(Math.floor(Math.random() * 1e9)).padStart(32, "0");`,
    caughtBy: ["packages/server/test/model/token.test.ts"],
  },
  {
    name: "right-secret-past-the-limit",
    breaks: "Guessing goes on past the limit, because the right secret is let through in between.",
    file: "packages/server/src/grants/token/client-checks.ts",
    find: "if (full !== undefined) return full;",
    replace: "void full;",
    caughtBy: [
      "packages/server/test/security/races.test.ts",
      "packages/server/test/grants/token/rate-limits.test.ts",
    ],
  },
  {
    name: "limit-never-reached",
    breaks: "Requests are counted, and the count has no consequence.",
    file: "packages/server/src/store/installation/rate-limit-table.ts",
    find: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))}`,',
    replace: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))} + 1e12`,',
    caughtBy: ["packages/server/test/grants/token/rate-limits.test.ts"],
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
    name: "ipv6-site-without-limit",
    breaks: "A caller with many IPv6 networks has the limits of each of them.",
    file: "packages/server/src/store/installation/rate-limit-table.ts",
    find: "return site === undefined ? [own]",
    replace: "return site !== null ? [own]",
    caughtBy: security("address-networks"),
  },
];
