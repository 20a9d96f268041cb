import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The cost of new passwords, as in packages/server/src/session/password.ts. Keys of any other cost are really derived. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 } as const;
const LEAST_COST = { memory: 8, passes: 1 } as const;

/** Every test file loads this file for itself; the function is replaced once in a worker. */
const REPLACED = Symbol.for("survey-open-platform.cheap-password-hashes");

const place: typeof globalThis & { [REPLACED]?: true } = globalThis;

/**
 * A key of a password takes 35 milliseconds of a processor, more than all the rest of most tests. In process, what is
 * stored names the usual cost, and the key is derived at the least one. Programs that tests start derive real keys.
 */
if (place[REPLACED] === undefined) {
  place[REPLACED] = true;
  const derive = crypto.argon2;
  crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes, parallelism } = parameters;
    const isUsual = memory === COST.memory && passes === COST.passes && parallelism === COST.parallelism;
    derive(algorithm, isUsual ? { ...parameters, ...LEAST_COST } : parameters, callback);
  };
  syncBuiltinESMExports();
}
