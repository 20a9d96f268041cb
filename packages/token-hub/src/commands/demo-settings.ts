import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";

/** The variable that the secret comes from when it is not the demo platform's team. */
export const demoSecretVariable = "TOKEN_HUB_DEMO_SECRET";

/** The team of the demo platform. Its secret is public: it opens nothing but demos. */
export const demoTeam = { appid: "demo_northstar_team", secret: "demo-secret-northstar-team-0000000003" };

/** What a demo is about. */
export interface DemoSettings {
  /** Where settings, key and database are kept. */
  readonly folder: string;
  readonly listen: string;
  /** Address of the platform's API. */
  readonly platformUrl: string;
  readonly appid: string;
}

/**
 * Writes the configuration file of a demo, and makes a key unless there is one: the same files that a hub in earnest
 * is run with, to be looked at.
 *
 * @returns the path of the configuration file
 */
export function writeDemoSettings({ folder, listen, platformUrl, appid }: DemoSettings): string {
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, "key");
  if (!existsSync(keyFile))
    writeFileSync(keyFile, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  const secret = appid === demoTeam.appid ? { secret: demoTeam.secret } : { secret_env: demoSecretVariable };
  const settings = {
    listen,
    database: "sqlite:./token-hub.db",
    key_file: "./key",
    // Any free port: the demo prints it.
    status_port: 0,
    applications: [{ appid, ...secret, base_url: platformUrl }],
  };
  const path = join(folder, "token-hub.yaml");
  writeFileSync(path, `# Overwritten by every token-hub demo.\n${stringify(settings)}`, { mode: 0o600 });
  return path;
}
