import { statSync } from "node:fs";
import type { Finding } from "./finding.ts";

const othersMayRead = 0o044;

/**
 * Whether other users of the machine can read a file that opens something. Windows keeps no such bits.
 *
 * @param holds what is in it, as a beginning of a sentence
 */
export function checkSecretFile(
  path: string,
  check: string,
  holds: string,
): readonly Omit<Finding, "deviation">[] {
  if (process.platform === "win32" || (statSync(path).mode & othersMayRead) === 0) return [];
  return [
    {
      level: "warning",
      check,
      says: `${holds}, and other users of this machine can read ${path}.`,
      todo: `chmod 600 ${path}`,
    },
  ];
}
