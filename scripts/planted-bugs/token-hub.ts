import type { PlantedBug } from "./planted-bug.ts";

/** Mistakes in the token hub. */
export const tokenHubBugs: readonly PlantedBug[] = [
  {
    name: "hub-request-taken-twice",
    breaks: "A signed request works as often as somebody sends it.",
    file: "packages/token-hub/src/callers/caller-directory.ts",
    find: "if (!this.#used.take(signature, time, now))",
    replace: "if (!this.#used.take(signature, time, now) && now < 0)",
    caughtBy: ["packages/token-hub/test/callers/signed-requests.test.ts"],
  },
  {
    name: "hub-signature-without-body",
    breaks: "The body of a signed request can be exchanged on the way.",
    file: "packages/token-hub/src/callers/request-signature.ts",
    find: "body.length === 0 ? digestOfNothing : digestOf(body)",
    replace: "body.length < 0 ? digestOf(body) : digestOfNothing",
    caughtBy: ["packages/token-hub/test/callers/signed-requests.test.ts"],
  },
  {
    name: "hub-revoked-caller-stays",
    breaks: "A caller who was revoked goes on.",
    file: "packages/token-hub/src/callers/caller-directory.ts",
    find: "stored.filter(({ revokedAt }) => revokedAt === null)",
    replace: "stored",
    caughtBy: ["packages/token-hub/test/callers/caller-directory.test.ts"],
  },
  {
    name: "hub-proxy-takes-callers-token",
    breaks: "A caller sends an access_token of its own beside the hub's.",
    file: "packages/token-hub/src/proxy/proxy-target.ts",
    find: "if (reserved.test(nameOf(pair)))",
    replace: "if (reserved.test(pair))",
    caughtBy: ["packages/token-hub/test/proxy/proxy-attacks.test.ts"],
  },
  {
    name: "hub-doubt-ends-with-a-lost-answer",
    breaks: "The in-doubt marker is cleared although the outcome of the request is unknown.",
    file: "packages/token-hub/src/team/renewal-protocol.ts",
    find: `releaseLease(state.epoch, true, "lost")`,
    replace: `releaseLease(state.epoch, false, "lost")`,
    caughtBy: ["packages/token-hub/test/team/protocol/renewal-model.test.ts"],
  },
  {
    name: "hub-store-not-fenced",
    breaks: "An epoch that is over still stores its token.",
    file: "packages/token-hub/src/store/team-token-table.ts",
    find: `    .where("epoch", "=", epoch)
    .where("in_doubt", "=", epoch)`,
    replace: `    .where("epoch", ">=", epoch)
    .where("in_doubt", "is not", null)`,
    caughtBy: ["packages/token-hub/test/store/team-token-table.test.ts"],
  },
  {
    name: "hub-lease-taken-twice",
    breaks: "A lease that is still running is given to another hub.",
    file: "packages/token-hub/src/store/team-token-table.ts",
    find: `    .where("lease_until", "<=", nowMs)
    .where(sql<boolean>`,
    replace: `    .where("lease_until", ">=", 0)
    .where(sql<boolean>`,
    caughtBy: ["packages/token-hub/test/store/team-token-table.test.ts"],
  },
];
