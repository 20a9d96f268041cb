import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/token-hub/src";
const tests = "packages/token-hub/test";
const model = [`${tests}/team/protocol/renewal-model.test.ts`];
const renewal = [`${tests}/team/team-renewal.test.ts`];
const table = [`${tests}/store/team-token-table.test.ts`];

/** Mistakes in the hub's protocol, its store and the renewal that runs it. */
export const tokenHubRenewalBugs: readonly PlantedBug[] = [
  {
    name: "hub-last-second-not-drained",
    breaks: "A token that is replaced in its last second kills the calls that carry it.",
    file: `${src}/team/team-renewal.ts`,
    find: `const drain = this.#tokens.isAlive;`,
    replace: `const drain = this.#tokens.usable() !== undefined;`,
    caughtBy: ["packages/token-hub/test/team/team-renewal.test.ts"],
  },
  {
    name: "hub-no-send-window",
    breaks: "A token request is sent although it can take effect after the lease has ended.",
    file: `${src}/team/renewal-protocol.ts`,
    find: "event.leaseLeft <= requestDeadline",
    replace: "event.leaseLeft <= requestDeadline * 0",
    caughtBy: model,
  },
  {
    name: "hub-doubt-ends-with-a-lost-answer",
    breaks: "The in-doubt marker is cleared although the outcome of the request is unknown.",
    file: `${src}/team/renewal-protocol.ts`,
    find: 'giveBack(state.epoch, true, "lost")',
    replace: 'giveBack(state.epoch, false, "lost")',
    caughtBy: model,
  },
  {
    name: "hub-refusal-clears-older-doubt",
    breaks: "A refusal clears a marker that an earlier epoch had left.",
    file: `${src}/team/renewal-protocol.ts`,
    find: 'giveBack(epoch, wasInDoubt, "declined")',
    replace: 'giveBack(epoch, wasInDoubt && false, "declined")',
    caughtBy: model,
  },
  {
    name: "hub-content-with-doubt",
    breaks: "A hub takes a stored token for good although a marker casts doubt on it.",
    file: `${src}/team/renewal-protocol.ts`,
    find: "version > newerThan && inDoubt === null && version > 0",
    replace: "version > newerThan && inDoubt !== 0 && version > 0",
    caughtBy: model,
  },
  {
    name: "hub-store-not-fenced",
    breaks: "An epoch that is over still stores its token.",
    file: `${src}/store/team-token-table.ts`,
    find: `    .where("epoch", "=", epoch)
    .where("in_doubt", "=", epoch)`,
    replace: `    .where("epoch", ">=", epoch)
    .where("in_doubt", "is not", null)`,
    caughtBy: table,
  },
  {
    name: "hub-lease-taken-twice",
    breaks: "A lease that is still running is given to another hub.",
    file: `${src}/store/team-token-table.ts`,
    find: `    .where("lease_until", "<=", nowMs)
    .where(sql<boolean>`,
    replace: `    .where("lease_until", ">=", 0)
    .where(sql<boolean>`,
    caughtBy: table,
  },
  {
    name: "hub-report-believed",
    breaks: "A report costs a mint without a look at the token.",
    file: `${src}/team/team-renewal.ts`,
    find: `const result = await this.#parts.platform.probe(held.accessToken);`,
    replace: `const result: string = "dead" + held.accessToken.slice(0, 0);`,
    caughtBy: renewal,
  },
  {
    name: "hub-ended-token-handed-out",
    breaks: "A token that ends while it is renewed is handed out after its end.",
    file: `${src}/team/team-renewal.ts`,
    find: ".catch(() => this.#tokens.usable())",
    replace: ".catch(() => this.#tokens.held)",
    caughtBy: renewal,
  },
  {
    name: "hub-seal-moves",
    breaks: "What was sealed for one application opens for another.",
    file: `${src}/encryption/sealer.ts`,
    find: "  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });\n  cipher.setAAD(Buffer.from(context));",
    replace:
      "  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });\n  cipher.setAAD(Buffer.from(context.slice(0, 0)));",
    caughtBy: [`${tests}/encryption/sealer.test.ts`],
  },
];
