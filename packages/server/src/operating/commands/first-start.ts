import type { Logger } from "@survey-open-platform/service";
import type { Config } from "../../config/settings.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import type { Platform, PlatformDatabase } from "../../platform.ts";
import { inviteFirstAdministrator } from "../../store/people/join-platform.ts";
import { openCredentialsOutput, type CredentialsOutput } from "./credentials-output.ts";

const firstAdministratorFile = {
  name: "first-administrator",
  lost: "The link that creates the first administrator would be lost",
  advice: "Start once in a terminal, or from a folder that this user may write to.",
};

/** The link by which the first administrator of a platform without users is created. */
export class FirstStart {
  readonly #config: Config;
  readonly #log: Logger;
  #link: { readonly token: string; readonly output: CredentialsOutput } | undefined;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** Makes the link if there are no users; that of an earlier start no longer works then. */
  async prepare(database: PlatformDatabase): Promise<void> {
    const token = makeRandomId();
    if (!(await inviteFirstAdministrator(database, hashToken(token)))) return;
    this.#link = { token, output: openCredentialsOutput(this.#config, firstAdministratorFile) };
  }

  /** Shows the link once the platform listens, and removes the file when the start fails. */
  async showWhenStarted(starting: Promise<Platform>): Promise<Platform> {
    try {
      const platform = await starting;
      this.#show(platform.url);
      return platform;
    } catch (error) {
      this.#link?.output.discard();
      throw error;
    }
  }

  #show(url: string): void {
    if (this.#link === undefined) return;
    const { token, output } = this.#link;
    const address = `${this.#config.authUrl === "" ? url : this.#config.authUrl}/welcome/${token}`;
    const file = output.show(
      `There are no users yet. This link creates the first administrator, once:\n\n${address}\n`,
    );
    if (file === undefined) return;
    this.#log.warn(
      { file },
      "the link that creates the first administrator is in a file; delete it after use",
    );
  }
}
