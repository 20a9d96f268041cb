import { setTimeout as sleep } from "node:timers/promises";
import { succeeds } from "../../scripts/processes/run-program.ts";
import { runInstaller } from "./run-installer.ts";

/** Whether this process may install packages of a Debian or Ubuntu. */
export async function mayInstallFromDebian(): Promise<boolean> {
  return process.getuid?.() === 0 && (await succeeds("apt-get", ["--version"]));
}

/** Installs a package, and starts nothing of it. @returns what went wrong, if anything did */
export async function installFromDebian(name: string): Promise<string | undefined> {
  const options = ["-q", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300"];
  const problem = await patiently(() => runInstaller("apt-get", ["-q", "update"]));
  return problem ?? (await patiently(() => runInstaller("apt-get", [...options, "install", name])));
}

/** Another program may hold apt's locks for a while; its own waiting does not cover the package lists. */
async function patiently(attempt: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 0; ; tries += 1) {
    const problem = await attempt();
    if (problem === undefined || tries >= 30 || !/could not get lock|unable to lock/i.test(problem))
      return problem;
    await sleep(10_000);
  }
}
