import { readFileSync } from "node:fs";

/** As whom to start a program. */
export interface UserAndGroup {
  readonly uid?: number;
  readonly gid?: number;
}

/** Users that own nothing of value, the better known first. */
const CANDIDATES = ["postgres", "nobody"];

/**
 * PostgreSQL refuses to run as root, so root starts it as somebody else.
 *
 * @returns nothing to change for everybody but root
 */
export function unprivilegedUser(): UserAndGroup {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const candidate of CANDIDATES) {
    const [, , uid, gid] = users.find(([name]) => name === candidate) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${CANDIDATES.join(" or ")}`);
}
