import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** The tests of what tokens do, by their names: `token("refresh-token")`. */
function token(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/token/${name}.test.ts`);
}

/** Mistakes about codes, tokens and secrets, and about what they reach. */
export const tokenBugs: readonly PlantedBug[] = [
  {
    name: "code-of-any-application",
    breaks: "A code is exchanged for whichever application brings it.",
    file: `${src}/store/authorization-code-table.ts`,
    within: "markUsed",
    find: `.where("g.application_id", "=", param("applicationId"))`,
    replace: `.where("g.application_id", "<>", sql<number>\`-\${param("applicationId")}\`)`,
    caughtBy: security("code-exchange"),
  },
  {
    name: "code-found-then-written",
    breaks: "Whether a code was used is looked up before the write that uses it.",
    file: `${src}/store/store.ts`,
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
    file: `${src}/token/authorization-code-grant.ts`,
    find: `if (isRefusal(application)) return application;`,
    replace: `if (isRefusal(application)) {
    for (const applicationId of Array.from({ length: 100 }, (_, id) => id))
      yield* claimCode({ ...exchange, codeHash: String(exchange.codeHash), applicationId, keptForMilliseconds: 1e9 });
    return application;
  }`,
    caughtBy: security("code-exchange"),
  },
  {
    name: "code-never-expires",
    breaks: "A code can be exchanged until somebody sweeps it away.",
    file: `${src}/store/authorization-code-table.ts`,
    find: `.where("expires_at", ">", nowMs)`,
    replace: "",
    caughtBy: security("code-exchange"),
  },
  {
    name: "late-replay-forgiven",
    breaks: "What a stolen code gave stays alive when the theft shows.",
    file: `${src}/store/authorization-code-table.ts`,
    find: "if (late !== undefined) yield* revokeTokensOfCode(",
    replace: "if (late === null) yield* revokeTokensOfCode(",
    caughtBy: token("code-exchange"),
  },
  {
    name: "late-replay-by-anybody",
    breaks: "Another application can cause the revocation of a user's tokens by sending the code again.",
    file: `${src}/store/authorization-code-table.ts`,
    within: "findLateReplay",
    find: `.where("g.application_id", "=", param("applicationId"))`,
    replace: "",
    caughtBy: security("code-exchange"),
  },
  {
    name: "code-challenge-ignored",
    breaks: "A code that was asked for with a code challenge is exchanged without its verifier.",
    file: `${src}/store/authorization-code-table.ts`,
    find: "coalesce(code_challenge, '') = coalesce(${param(\"codeChallenge\")}, '')",
    replace: "coalesce(${param(\"codeChallenge\")}, '') = coalesce(${param(\"codeChallenge\")}, '')",
    caughtBy: token("code-exchange"),
  },
  {
    name: "secret-not-compared",
    breaks: "Any secret will do.",
    file: `${src}/store/application-table.ts`,
    find: `.where("s.hash", "=", param("secretHash"))`,
    replace: `.where("s.hash", "<>", param("secretHash"))`,
    caughtBy: security("code-exchange", "team-token"),
  },
  {
    name: "application-disabled-in-name-only",
    breaks: "A disabled application still gets tokens.",
    file: `${src}/store/application-table.ts`,
    find: `.where("a.disabled", "=", 0);`,
    replace: ";",
    caughtBy: security("code-exchange", "team-token"),
  },
  {
    name: "refresh-slides",
    breaks: "Each refresh moves the end of the refresh token.",
    file: `${src}/store/refresh-token-table.ts`,
    find: `const [token] = yield* rowsOf(findUsable, search);`,
    replace: `const slide = prepare<{ hash: string }>()((db, param) =>
    db.updateTable("refresh_tokens").set({ expires_at: Date.UTC(2100, 0) }).where("hash", "=", param("hash")));
  const [token] = yield* rowsOf(findUsable, search);
  yield* rowsOf(slide, search);`,
    caughtBy: token("refresh-token"),
  },
  {
    name: "refresh-token-of-any-application",
    breaks: "A refresh token serves whichever application brings it.",
    file: `${src}/store/refresh-token-table.ts`,
    find: `.where("g.application_id", "=", param("applicationId"))`,
    replace: `.where("g.application_id", "<>", param("applicationId"))`,
    caughtBy: security("refresh-token"),
  },
  {
    name: "refresh-with-a-wrong-secret",
    breaks: "A secret that is sent with a refresh is not looked at.",
    file: `${src}/token/refresh-token-grant.ts`,
    find: "yield* authenticateClient(refresh, policy);",
    replace: "yield* authenticateClient({ ...refresh, secretHash: undefined }, policy);",
    caughtBy: token("refresh-token"),
  },
  {
    name: "eleven-live-tokens",
    breaks: "A grant has more access tokens alive than it may.",
    file: `${src}/store/policy.ts`,
    find: "export const liveAccessTokensPerGrant = 10;",
    replace: "export const liveAccessTokensPerGrant = 11;",
    caughtBy: [...token("refresh-token"), ...security("races")],
  },
  {
    name: "replaced-team-token-remembered",
    breaks: "A team token that was replaced still works for a while, because its check was remembered.",
    file: `${src}/store/team-token-table.ts`,
    find: `const [principal] = yield* rowsOf(findPrincipal, token);
  return principal;`,
    replace: `remembered.set(token.hash + token.appid, (yield* rowsOf(findPrincipal, token))[0] ?? remembered.get(token.hash + token.appid));
  return remembered.get(token.hash + token.appid);
}
const remembered = new Map<string, TeamPrincipal | undefined>();
export function forgetEverything(): void {
  remembered.clear();`,
    caughtBy: token("team-token"),
  },
  {
    name: "limited-request-replaces",
    breaks: "A team that asks too often loses the token that it has.",
    file: `${src}/token/client-credential-grant.ts`,
    find: `if (isRefusal(quota)) return quota;`,
    replace: `if (isRefusal(quota)) {
    const hash = hashToken(makeToken("teamAccessToken"));
    const issued = { address: credentials.address.text, secretNumber: 0 };
    yield* replaceTeamToken({ applicationId: application.id, hash, lifetimeMilliseconds: 60_000, ...issued });
    return quota;
  }`,
    caughtBy: security("team-token"),
  },
  {
    name: "refresh-without-the-required-secret",
    breaks: "An application that is declared to need its secret refreshes without it.",
    file: `${src}/token/refresh-token-grant.ts`,
    find: `if (lacksSecret) return yield* countFailedSecret(refresh, policy);`,
    replace: "",
    caughtBy: token("refresh-token"),
  },
  {
    name: "plan-checked-once",
    breaks: "A team whose plan is withdrawn goes on with the token that it has.",
    file: `${src}/api/token-authentication.ts`,
    find: `if (principal.mode === "team" && principal.plan !== "premium")`,
    replace: `if (principal.mode === "team" && principal.plan === undefined)`,
    caughtBy: [...security("team-token"), ...token("team-token")],
  },
  {
    name: "team-token-for-a-web-application",
    breaks: "An application that acts for users gets a team token.",
    file: `${src}/token/client-credential-grant.ts`,
    find: `if (application.kind !== "team") return { refused: "unauthorized_client" };`,
    replace: "",
    caughtBy: token("team-token"),
  },
  {
    name: "plan-checked-at-use-only",
    breaks: "A team without a plan gets a token.",
    file: `${src}/token/client-credential-grant.ts`,
    find: `if (application.teamPlan !== "premium") return`,
    replace: `if (application.teamPlan === null) return`,
    caughtBy: token("team-token"),
  },
  {
    name: "replaced-secret-keeps-its-token",
    breaks: "A team token issued with a stolen secret stays valid after the secret was rotated.",
    file: `${src}/apply/write-draft.ts`,
    find: "revokesWithSecret: true",
    replace: "revokesWithSecret: false",
    caughtBy: security("team-token"),
  },
  {
    name: "deleted-secret-leaves-its-token",
    breaks: "A token stays valid when an operator deletes the secret in the database and sets another.",
    file: `${src}/store/declaration-application.ts`,
    find: `secret !== "kept" && application.revokesWithSecret`,
    replace: `secret === "replaced" && application.revokesWithSecret`,
    caughtBy: security("team-token"),
  },
  {
    name: "disabled-application-keeps-tokens",
    breaks: "Tokens that an application had before it was disabled are valid again when it is enabled.",
    file: `${src}/store/declaration-application.ts`,
    find: `if (changed.disabled === 1) await revokeIssued(transaction, { of: "application", id });`,
    replace: "",
    caughtBy: security("revocation", "team-token"),
  },
  {
    name: "secret-replaced-tokens-kept",
    breaks: "Tokens stay valid although the file says that they end when the secret is replaced.",
    file: `${src}/store/declaration-application.ts`,
    find: `if (secret !== "kept" && application.revokesWithSecret) await revokeIssued(transaction, { of: "application", id });`,
    replace: "",
    caughtBy: security("revocation", "team-token"),
  },
  {
    name: "revocation-leaves-refresh-tokens",
    breaks: "Revoking an application leaves its refresh tokens, which the next consent makes valid again.",
    file: `${src}/store/revoke-issued.ts`,
    within: "revokeIssued",
    find: "deletedLast",
    replace: "deletedLast.slice(0, 2)",
    caughtBy: ["packages/server/test/commands/revoke.test.ts"],
  },
  {
    name: "revocation-leaves-open-pages",
    breaks: "A consent page that was open when its application was revoked can still be answered.",
    file: `${src}/store/revoke-issued.ts`,
    within: "revokeIssued",
    find: "deletedFirst",
    replace: `deletedFirst.filter((table) => table !== "authorization_requests")`,
    caughtBy: security("revocation"),
  },
  {
    name: "token-with-any-appid",
    breaks: "A user access token is accepted with another application's appid.",
    file: `${src}/store/user-token-table.ts`,
    find: `.where("a.appid", "=", param("appid"))`,
    replace: `.where("a.appid", ">=", sql<string>\`substr(\${param("appid")}, 1, 0)\`)`,
    caughtBy: security("token-kinds"),
  },
  {
    name: "token-of-a-disabled-person",
    breaks: "Tokens of a disabled person are accepted.",
    file: `${src}/store/user-token-table.ts`,
    find: `.where("u.disabled", "=", 0)`,
    replace: "",
    caughtBy: security("refresh-token"),
  },
  {
    name: "token-of-a-disabled-application",
    breaks: "Tokens of a disabled application are accepted.",
    file: `${src}/store/user-token-table.ts`,
    find: `.where("a.disabled", "=", 0)`,
    replace: "",
    caughtBy: security("refresh-token"),
  },
  {
    name: "token-of-a-disabled-team-application",
    breaks: "The token of a disabled team application is accepted.",
    file: `${src}/store/team-token-table.ts`,
    find: `.where("a.disabled", "=", 0)`,
    replace: "",
    caughtBy: security("team-token"),
  },
  {
    name: "openid-not-compared",
    breaks: "Information about the token's own person is answered for any openid.",
    file: `${src}/api/accounts/user-info-endpoint.ts`,
    find: `principal.mode !== "user" || principal.openid !== parameters.openid`,
    replace: `principal.mode !== "user"`,
    caughtBy: ["packages/server/test/api/user-info.test.ts"],
  },
  {
    name: "survey-of-any-owner",
    breaks: "Any token reads any survey.",
    file: `${src}/store/survey-table.ts`,
    within: "findByIdAndOwner",
    find: `.where("owner_id", "=", param("ownerId")),`,
    replace: `.where((where) => where("owner_id", ">", where.neg(param("ownerId")))),`,
    caughtBy: security("survey-reach"),
  },
  {
    name: "foreign-survey-told-apart",
    breaks: "The response reveals whether another owner's survey exists.",
    file: `${src}/api/surveys/survey-reach.ts`,
    find: `if (survey === undefined) throw new PlatformError("not_found");`,
    replace: `if (survey === undefined) {
    const owners = [];
    for (let ownerId = 0; ownerId < 50; ownerId += 1) owners.push(yield* store.findSurvey({ surveyId: surveyIdIn(path), ownerId }));
    throw new PlatformError(owners.some((one) => one !== undefined) ? "claim_error" : "not_found");
  }`,
    caughtBy: security("survey-reach"),
  },
  {
    name: "token-kept-as-it-is",
    breaks: "The database has tokens and not their hashes.",
    file: `${src}/model/token.ts`,
    find: `return time + hash("sha256", value, "base64url");`,
    replace: `return value || time + hash("sha256", value, "base64url");`,
    caughtBy: security("token-kinds", "session"),
  },
  {
    name: "time-of-token-kept-in-its-hash-only",
    breaks:
      "The time that a token begins with is not part of what is hashed, so that it is looked up by it alone.",
    file: `${src}/model/token.ts`,
    find: `return time + hash("sha256", value, "base64url");`,
    replace: `return time + hash("sha256", time === "" ? value : value.slice(13), "base64url");`,
    caughtBy: ["packages/server/test/model/token.test.ts"],
  },
  {
    name: "anything-is-the-time-of-a-token",
    breaks:
      "Any characters count as the time of a token, and get into a query: PostgreSQL has no text with a NUL.",
    file: `${src}/model/token.ts`,
    find: "([\\\\da-z]{${timeLength}})",
    replace: "([^]{${timeLength}})",
    caughtBy: ["packages/server/test/model/token.test.ts"],
  },
  {
    name: "tokens-without-time-are-refused",
    breaks: "Tokens of a release whose tokens did not begin with a time are refused after an upgrade.",
    file: `${src}/model/token.ts`,
    find: "value.length === tokenPrefixes[kind].length + 32 ?",
    replace: "value.length === tokenPrefixes[kind].length + 32 && kind !== 'userAccessToken' ?",
    caughtBy: security("token-kinds"),
  },
  {
    name: "randomness-used-twice",
    breaks: "The same random bytes are handed out again once all of them are used.",
    file: `${src}/model/token.ts`,
    find: "pool.fill(0, start, poolUsed);",
    replace: "if (poolUsed === pool.length) poolUsed = 0;",
    caughtBy: ["packages/server/test/model/token.test.ts"],
  },
  {
    name: "token-guessable",
    breaks: "Tokens come from a generator that can be predicted.",
    file: `${src}/model/token.ts`,
    find: `const text = pool.toString("base64url", start, poolUsed);`,
    replace: `const text = String(Math.floor(Math.random() * 1e9)).padStart(32, "0");`,
    caughtBy: ["packages/server/test/model/token.test.ts"],
  },
];
