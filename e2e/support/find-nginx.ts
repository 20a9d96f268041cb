import { succeeds } from "../../scripts/processes/run-program.ts";
import { installFromDebian, mayInstallFromDebian } from "./install-from-debian.ts";

const PLACES = ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"];

/**
 * The path of an nginx that starts: the one named by `NGINX_PATH`, one that is installed, or one that this
 * function installs.
 *
 * @throws Error that says what was tried and what to do
 */
export async function findNginx(): Promise<string> {
  const named = process.env["NGINX_PATH"];
  if (named !== undefined && named !== "") {
    if (await starts(named)) return named;
    throw new Error(`NGINX_PATH is ${named}, but no nginx starts there. Correct it or unset it.`);
  }
  const installed = await installedNginx();
  if (installed !== undefined) return installed;
  const problem = await install();
  const found = await installedNginx();
  if (found !== undefined) return found;
  throw new Error(
    [
      "No nginx was found, and none could be installed.",
      `Looked at: ${PLACES.join(", ")}`,
      `Tried: ${problem}`,
      "Install nginx by hand, or set NGINX_PATH to one, and run the tests again.",
    ].join("\n"),
  );
}

async function install(): Promise<string> {
  if (!(await mayInstallFromDebian()))
    return "nothing, for only root can install packages of Debian or Ubuntu";
  process.stderr.write("No nginx found; trying: apt-get install nginx\n");
  const problem = await installFromDebian("nginx");
  return `apt-get install nginx: ${problem ?? "it ended well, but no nginx starts"}`;
}

async function installedNginx(): Promise<string | undefined> {
  for (const path of PLACES) if (await starts(path)) return path;
  return undefined;
}

function starts(path: string): Promise<boolean> {
  return succeeds(path, ["-v"]);
}
