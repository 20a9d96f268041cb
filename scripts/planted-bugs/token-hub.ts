import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/token-hub/src";
const sdk = "packages/sdk/src";

/** The tests of who may ask a hub for what: `callers("signed-requests")`. */
function callers(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/token-hub/test/callers/${name}.test.ts`);
}

/** The tests of team tokens and their calls: `team("drop-in")`. */
function team(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/token-hub/test/team/${name}.test.ts`);
}

/** The tests of the SDK's side: `sources("from-hub")`. */
function sources(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/sdk/test/token-source/${name}.test.ts`);
}

/** Bugs in the authentication of callers, and in what the drop-in call reveals. */
export const tokenHubBugs: readonly PlantedBug[] = [
  {
    name: "hub-request-taken-twice",
    breaks: "A signed request works as often as somebody sends it.",
    file: `${src}/callers/caller-directory.ts`,
    find: `if (!this.#used.take(signature, time, now))`,
    replace: `if (!this.#used.take(signature, time, now) && now < 0)`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-request-never-too-old",
    breaks: "A signed request that was seen yesterday works today.",
    file: `${src}/callers/caller-directory.ts`,
    find: `now - time <= windowSeconds && time - now <= aheadSeconds`,
    replace: `now - time <= windowSeconds * 1_440 && time - now <= aheadSeconds`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-request-from-far-ahead",
    breaks: "A signed request from a clock that runs ahead works again after a restart of the hub.",
    file: `${src}/callers/caller-directory.ts`,
    find: `time - now <= aheadSeconds`,
    replace: `time - now <= windowSeconds`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-clock-set-back",
    breaks: "A hub whose clock was set back refuses every signed request until the clock is where it was.",
    file: `${src}/callers/caller-directory.ts`,
    find: `if (now < this.#startedAt) this.#startedAt = now;`,
    replace: "",
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-room-taken-by-a-large-body",
    breaks: "A body that is announced as too large takes room from the bodies of others until it comes.",
    file: `${src}/http/request-body.ts`,
    within: "announcedBytes",
    find: `if (announced > mostBytes) throw tooLarge(mostBytes);`,
    replace: `if (announced > mostBytes) return mostBytes;`,
    caughtBy: ["packages/token-hub/test/security/callers-over-sockets.test.ts"],
  },
  {
    name: "hub-write-taken-by-each-hub",
    breaks: "A signed request that changes something is carried out by each of several hubs.",
    file: `${src}/callers/caller-directory.ts`,
    find: `if (authorization.kind === "signed" && !isRead(request))`,
    replace: `if (authorization.kind === "signed" && isRead(request))`,
    caughtBy: [
      ...callers("signed-requests"),
      "packages/token-hub/test/security/callers-over-sockets.test.ts",
    ],
  },
  {
    name: "hub-signature-taken-twice-at-once",
    breaks: "The store lets a signature be taken by every hub that asks.",
    file: `${src}/store/signature-table.ts`,
    find: `return row !== undefined;`,
    replace: `return row?.signature !== "";`,
    caughtBy: ["packages/token-hub/test/store/signature-table.test.ts"],
  },
  {
    name: "hub-old-key-comes-back",
    breaks:
      "While the key is replaced, a hub with the old one in front seals with it what another sealed with the new one.",
    file: `${src}/callers/caller-directory.ts`,
    find: `if (!this.#hasResealed) for (const one of known) await this.#reseal(one);`,
    replace: `for (const one of known) await this.#reseal(one);`,
    caughtBy: ["packages/token-hub/test/several-hubs/key-exchange.test.ts"],
  },
  {
    name: "hub-restart-forgets-requests",
    breaks: "What was sent before a restart of the hub can be sent again after it.",
    file: `${src}/callers/caller-directory.ts`,
    find: `&& time >= this.#startedAt`,
    replace: "",
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-signature-without-body",
    breaks: "The body of a signed request can be exchanged on the way.",
    file: `${src}/callers/request-signature.ts`,
    find: `body.length === 0 ? digestOfNothing : digestOf(body)`,
    replace: `body.length < 0 ? digestOf(body) : digestOfNothing`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-signature-without-query",
    breaks: "The query of a signed request can be exchanged on the way.",
    file: `${src}/callers/request-signature.ts`,
    find: "{target}",
    replace: '{target.split("?")[0]}',
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-signature-with-the-text-before",
    breaks: "What was signed before is part of the next signature, so that right ones are refused.",
    file: `${src}/callers/hmac-key.ts`,
    find: "this.#inner.subarray(0, bytes)",
    replace: "this.#inner",
    caughtBy: callers("hmac-key"),
  },
  {
    name: "hub-signature-respelt",
    breaks: "A signature that was taken is taken once more in another spelling.",
    file: `${src}/callers/authorization-header.ts`,
    find: `[\\w-]{42}[048AEIMQUYcgkosw]`,
    replace: `[\\w-]{43}`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-signatures-lost-when-there-are-many",
    breaks: "When the memory of taken signatures grows, those that were taken before are lost.",
    file: `${src}/callers/number-set.ts`,
    find: `if (value !== 0) put(slots, value);`,
    replace: `if (value === 0) put(slots, value);`,
    caughtBy: callers("number-set"),
  },
  {
    name: "hub-signatures-forgotten-early",
    breaks: "A signed request from the future works once more when its time has come.",
    file: `${src}/callers/used-signatures.ts`,
    find: `if ((bucket + 1) * bucketSeconds + this.#windowSeconds >= now) continue;`,
    replace: `if ((bucket + 1) * bucketSeconds >= now) continue;`,
    caughtBy: callers("signed-requests"),
  },
  {
    name: "hub-secrets-compared-by-their-start",
    breaks: "A caller's secret is compared by its first characters.",
    file: `${src}/callers/caller-directory.ts`,
    find: `const isRight = isSameSecret(secret, (known ?? this.#unknown).secret);`,
    replace: `const isRight = (known ?? this.#unknown).secret.startsWith(secret.slice(0, 36));`,
    caughtBy: callers("caller-directory"),
  },
  {
    name: "hub-revoked-caller-stays",
    breaks: "A caller who was revoked goes on.",
    file: `${src}/callers/caller-directory.ts`,
    find: `stored.filter(({ revokedAt }) => revokedAt === null)`,
    replace: `stored`,
    caughtBy: callers("caller-directory"),
  },
  {
    name: "hub-proxy-path-by-its-start",
    breaks: "A caller reaches every path that begins like one of its own.",
    file: `${src}/callers/caller-rights.ts`,
    find: `path.startsWith(prefix.endsWith("/") ? prefix : \`\${prefix}/\`)`,
    replace: `path.startsWith(prefix)`,
    caughtBy: callers("caller-rights"),
  },
  {
    name: "hub-report-joined-too-late",
    breaks: "A report is answered by a probe that was made before the token died.",
    file: `${src}/team/team-renewal.ts`,
    find: `(token, startedAfterCall) => startedAfterCall || token.version > version,`,
    replace: `(token, startedAfterCall) => startedAfterCall || token.version >= version,`,
    caughtBy: team("team-renewal"),
  },
  {
    name: "hub-report-of-old-version-costs",
    breaks: "A report of an outdated version causes a probe.",
    file: `${src}/team/team-renewal.ts`,
    find: `if (usable !== undefined && usable.version > version) return serveToken(usable, this.#parts.clock.now());`,
    replace: `if (usable !== undefined && usable.version < version) return serveToken(usable, this.#parts.clock.now());`,
    caughtBy: team("report-endpoint"),
  },
  {
    name: "hub-reports-without-budget",
    breaks: "A caller has the platform asked about a good token as often as it likes.",
    file: `${src}/team/report-endpoint.ts`,
    find: `beforeProbe: () => callers.takeReport(caller)`,
    replace: `beforeProbe: () => void callers.find(caller.id)`,
    caughtBy: team("report-endpoint"),
  },
  {
    name: "hub-report-without-budget-fails-others",
    breaks: "A caller that has spent its budget fails the reports of others.",
    file: `${src}/team/team-renewal.ts`,
    find: `#startProbe(report: DeadTokenReport): Promise<ServedToken> {`,
    replace: `async #startProbe(report: DeadTokenReport): Promise<ServedToken> {`,
    caughtBy: team("report-endpoint"),
  },
  {
    name: "hub-drop-in-never-heals",
    breaks: "Programs that can only ask again are given a dead token for ever.",
    file: `${src}/team/drop-in-endpoint.ts`,
    find: `version === undefined || !caller.may("report", appid)`,
    replace: `version !== -1 || !caller.may("report", appid)`,
    caughtBy: team("drop-in"),
  },
  {
    name: "hub-drop-in-heals-at-one-hub",
    breaks: "A caller that asks another hub again for its dead token is given it once more.",
    file: `${src}/store/handed-out-table.ts`,
    find: `return row?.version;`,
    replace: `return row?.version === version ? version : undefined;`,
    caughtBy: [...team("drop-in"), "packages/token-hub/test/store/handed-out-table.test.ts"],
  },
  {
    name: "hub-guessing-leaves-no-trace",
    breaks: "Refused callers and sign-ins are logged without address and name, below the warnings.",
    file: `${src}/http/request-observer.ts`,
    find: `return error.claimedName === undefined ? "info" : "warn";`,
    replace: `return error.claimedName === undefined ? "info" : "debug";`,
    caughtBy: ["packages/token-hub/test/security/refused-attempts.test.ts"],
  },
  {
    name: "hub-refused-sign-in-counted-as-served",
    breaks: "A wrong password for the status page is counted and logged as a request that was served.",
    file: `${src}/status-page/status-endpoints.tsx`,
    find: `throw refusedSignIn("invalid_caller", showForm(visit, { status: 401, problem: "wrong_password" }));`,
    replace: `return refusedSignIn("invalid_caller", showForm(visit, { status: 401, problem: "wrong_password" })).response ?? showForm(visit, { status: 401 });`,
    caughtBy: ["packages/token-hub/test/security/refused-attempts.test.ts"],
  },
  {
    name: "hub-doctor-skips-secret-files",
    breaks: "The doctor is silent about a key or secret that every user of the machine can read.",
    file: `${src}/commands/doctor.ts`,
    find: `...config.secretFiles.flatMap(({ path, holds }) => checkSecretFile(path, "secret-file", holds)),`,
    replace: ``,
    caughtBy: ["packages/token-hub/test/commands/doctor.test.ts"],
  },
  {
    name: "hub-watch-slot-leaks",
    breaks: "A watch that is refused counts as open for ever, until the caller may watch no more.",
    file: `${src}/team/watch-endpoint.ts`,
    find: `} catch (error) {
        release();`,
    replace: `} catch (error) {`,
    caughtBy: team("watch"),
  },
  {
    name: "sdk-hub-refusal-forgotten",
    breaks: "A token that was refused while it was asked for is taken for good, and never reported.",
    file: `${sdk}/token-source/from-hub.ts`,
    find: `const isRefused = isSame && held.isRefused && !isReportResponse;`,
    replace: `const isRefused = isSame && held.isRefused && isReportResponse;`,
    caughtBy: sources("from-hub"),
  },
  {
    name: "sdk-hub-good-token-dropped",
    breaks: "While the hub is away calls fail although their token is good.",
    file: `${sdk}/token-source/from-hub.ts`,
    find: `signal?.throwIfAborted();
      return (this.#held ?? held).token;`,
    replace: `signal?.throwIfAborted();
      throw new Error("the hub is away");`,
    caughtBy: sources("from-hub"),
  },
  {
    name: "sdk-hub-lifetime-from-answer",
    breaks: "A lifetime is counted from when the answer came, however long that took.",
    file: `${sdk}/token-source/from-hub.ts`,
    find: `const expiresAt = startedAt + lifetime;`,
    replace: `const expiresAt = Math.max(startedAt, monotonicNow(this.#client.platform)) + lifetime;`,
    caughtBy: sources("from-hub"),
  },
  {
    name: "hub-body-with-repeated-names",
    breaks:
      "Of a name that is repeated in a caller's JSON the last one counts, of which a proxy may know nothing.",
    file: `${src}/callers/json-call.ts`,
    find: `return parseStrictJson(Buffer.from(body).toString("utf8"));`,
    replace: `return JSON.parse(Buffer.from(body).toString("utf8"));`,
    caughtBy: team("report-endpoint"),
  },
  {
    name: "sdk-hub-clock-never-set",
    breaks: "A server whose clock is wrong is refused for ever.",
    file: `${sdk}/hub/hub-client.ts`,
    find: `this.#clockAhead = ahead;`,
    replace: "",
    caughtBy: sources("from-hub", "from-hub-proxy"),
  },
  {
    name: "sdk-hub-stays-with-one",
    breaks: "Of several hubs the first one is asked whether it is there or not.",
    file: `${sdk}/hub/hub-client.ts`,
    find: `if (this.#asked === asked) this.#asked += 1;`,
    replace: "",
    caughtBy: sources("from-hub", "from-hub-proxy"),
  },
  {
    name: "sdk-hub-proxy-sends-twice",
    breaks: "A POST through the proxy is sent again when its answer is lost.",
    file: `${sdk}/token-source/from-hub-proxy.ts`,
    find: `isRepeatable ? withReadAttempts(platform, signal, attempt) : attempt()`,
    replace: `withReadAttempts(platform, signal, attempt)`,
    caughtBy: sources("from-hub-proxy"),
  },
];
