import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { assignToPostgres } from "../../../packages/database/test/support/postgres/postgres-cluster.ts";
import { unprivilegedUser } from "../../../packages/database/test/support/postgres/unprivileged-user.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";

/** The configuration that operators use. */
export const deployFolder = join(import.meta.dirname, "../../../deploy/postgres-ha");

const withinMilliseconds = 2000;

/** Starts a program of the system in a folder, as the user of PostgreSQL. */
export function startDaemon(
  program: string,
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): RunningProgram {
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", ...environment };
  return new RunningProgram(program, words, { ...unprivilegedUser(), cwd: folder, env });
}

/** Makes `ca.crt`, `server.crt` and `server.key` in a folder, for all that runs on this machine, as operators make them. */
export async function makeCertificate(folder: string): Promise<void> {
  const words = [join(deployFolder, "make-certificate.sh"), "server", "DNS:localhost,IP:127.0.0.1"];
  await outputOf("sh", words, { cwd: folder });
  for (const name of ["ca.crt", "server.crt", "server.key"]) assignToPostgres(join(folder, name));
}

/**
 * Sends a GET request with the client certificate of a folder.
 *
 * @returns the body of a response with the status 200; undefined without one
 */
export async function getWithCertificate(url: string, folder: string): Promise<string | undefined> {
  const [ca, cert, key] = ["ca.crt", "server.crt", "server.key"].map((name) =>
    readFileSync(join(folder, name)),
  );
  const signal = AbortSignal.timeout(withinMilliseconds);
  const body = new Promise<string | undefined>((resolve, reject) => {
    const sent = request(url, { ca, cert, key, agent: false, signal }, (response) => {
      text(response).then((got) => resolve(response.statusCode === 200 ? got : undefined), reject);
    });
    sent.on("error", reject).end();
  });
  return await body.catch(() => undefined);
}
