import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** Mistakes about what developers manage themselves. */
export const applicationBugs: readonly PlantedBug[] = [
  {
    name: "token-calls-from-anywhere",
    breaks: "An application's list of networks is not enforced.",
    file: `${src}/token/client-checks.ts`,
    find: "isInNetworks(client.allowedNetworks, address.text)",
    replace: `isInNetworks("", address.text)`,
    caughtBy: security("application-rules"),
  },
  {
    name: "pkce-not-required",
    breaks: "An application that requires PKCE gets a consent page without a code challenge.",
    file: `${src}/authorize/authorization-checks.ts`,
    find: "method === undefined && !requiresPkce",
    replace: "method === undefined && (requiresPkce || !requiresPkce)",
    caughtBy: security("application-rules"),
  },
  {
    name: "code-without-verifier",
    breaks: "A code from before an application required PKCE is exchanged without a verifier.",
    file: `${src}/token/authorization-code-grant.ts`,
    find: "application.requiresPkce === 1 && codeChallenge === null",
    replace: "application.requiresPkce > 1 && codeChallenge === null",
    caughtBy: security("application-rules"),
  },
  {
    name: "secret-without-end",
    breaks: "A secret that has ended is still accepted.",
    file: `${src}/store/application-table.ts`,
    within: "findBySecret",
    find: `eb("s.expires_at", ">", nowMs)`,
    replace: `eb("s.expires_at", ">", 0)`,
    caughtBy: security("console-secrets"),
  },
  {
    name: "secret-form-sent-twice",
    breaks: "A form that makes a secret makes another one each time it is sent.",
    file: `${src}/console/own-application.ts`,
    find: "hashToken(`${session.user.id} ${request}`)",
    replace: "hashToken(`${session.user.id} ${request} ${Math.random()}`)",
    caughtBy: security("console-secrets"),
  },
  {
    name: "secret-end-prolonged",
    breaks: "A secret that was to end soon lives longer when it is replaced once more.",
    file: `${src}/store/application-secret-table.ts`,
    find: `eb("expires_at", ">", end)`,
    replace: `eb("expires_at", ">", 0)`,
    caughtBy: security("console-secrets"),
  },
  {
    name: "another-developers-application",
    breaks: "A developer reaches every application by its appid.",
    file: `${src}/store/own-application-table.ts`,
    within: "findRow",
    find: `.where("owner_id", "=", ownerId)`,
    replace: `.where("owner_id", ">", ownerId - 1_000_000)`,
    caughtBy: security("route-roles"),
  },
  {
    name: "unfreezing-what-the-operator-disabled",
    breaks: "A developer enables an application that the operator has disabled.",
    file: `${src}/store/application-state.ts`,
    find: "row.disabled === 0 || row.frozen_by_owner === 0",
    replace: "row.disabled === 0",
    caughtBy: security("console-applications"),
  },
  {
    name: "frozen-tokens-return",
    breaks: "Unfreezing an application makes its old tokens valid again.",
    file: `${src}/store/application-state.ts`,
    within: "freezeApplication",
    find: `await revokeIssued(transaction, { of: "application", id: row.id })`,
    replace: `await revokeIssued(transaction, { of: "application", id: -row.id })`,
    caughtBy: security("console-applications"),
  },
];
