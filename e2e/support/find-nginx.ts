import { findDebianProgram } from "./find-debian-program.ts";

/** The path of an nginx that starts, see {@link findDebianProgram}. */
export function findNginx(): Promise<string> {
  return findDebianProgram({
    name: "nginx",
    variable: "NGINX_PATH",
    places: ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"],
    probe: ["-v"],
  });
}
