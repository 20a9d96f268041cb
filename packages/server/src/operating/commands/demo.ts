import {
  type Command,
  CommandError,
  createLog,
  isLoopbackHost,
  startUntilSignal,
} from "@survey-open-platform/service";
import { applyDeclaration } from "../../declaration/apply-declaration.ts";
import { InvalidDeclarationError } from "../../declaration/invalid-declaration-error.ts";
import { readConfig, settingsInEffect } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { demoCredentials, demoDeclaration } from "../demo/demo-data.ts";
import { startDemoMailbox } from "../demo/demo-mailbox.ts";
import { findDemoDay } from "../demo/demo-day.ts";
import { demoPages } from "../demo/demo-pages.tsx";
import {
  demoRedirectUri,
  demoWebApplications,
  exampleRedirectUris,
  findDemoPlace,
  type DemoPlace,
} from "../demo/demo-place.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { checkRegistrableRedirectUri } from "../../model/redirect-uri.ts";
import { startPlatform, type PlatformDatabase } from "../../platform.ts";
import { allSettings, settingArguments, settingFlags, type CommandDefaults } from "./arguments.ts";
import { demoWarning, demoWelcome } from "./demo-welcome.ts";
import { applierOf } from "./serve.ts";

const defaults: CommandDefaults = {
  database: "sqlite:./data/demo.db",
  mailFrom: "Survey demo <surveys@demo.example>",
};

/** `sop demo`: runs the platform with sample data, and says what to click and to paste. */
export const demoCommand: Command = {
  meta: { name: "demo", description: "Run the platform with sample data, to try everything out" },
  args: settingArguments(
    // What the demo says and shows belongs to one process.
    allSettings.filter((name) => name !== "workers"),
    defaults,
  ),
  async run({ args }) {
    const mailbox = await startDemoMailbox();
    const sources = {
      flags: settingFlags(args),
      environment: process.env,
      defaults: { ...defaults, mail: mailbox.url },
    };
    const config = readConfig(sources);
    // The text for readers comes after the log's line that says where the platform listens.
    const log = createLog(config.logLevel, { sync: true });
    let place: DemoPlace = findDemoPlace(config, "http://127.0.0.1");
    const platform = await startUntilSignal(log, async (stopping) =>
      startPlatform({
        config,
        settings: settingsInEffect(sources),
        log,
        stopping,
        beforeListening: await applierOf(config, log),
        demoPages: (store) => demoPages({ store, place: () => place, mailbox }),
        mailOrigin: () => place.authUrl,
        async onceAddressed(database, url) {
          place = findDemoPlace(config, url);
          await applyDemo(database, config, place);
        },
      }),
    );
    if (platform === undefined) return;
    console.log(demoWelcome(place));
    if (!isLoopbackHost(config.host)) console.error(demoWarning(config.host));
  },
};

/** The redirect addresses follow the port, so that the demo works after every start. */
async function applyDemo(database: PlatformDatabase, config: Config, place: DemoPlace): Promise<void> {
  const zone = platformZone(config.timeZone);
  const today = await findDemoDay(database.reader, zone);
  if (today === undefined) throw new CommandError(otherData(config));
  const redirectUris = demoWebApplications.map((application) => demoRedirectUri(place, application));
  refuseUnusable(redirectUris, place);
  try {
    const isLocal = isLoopbackHost(config.host) && isLoopbackHost(new URL(place.authUrl).hostname);
    const uris = [...redirectUris, ...exampleRedirectUris];
    const declaration = demoDeclaration({ redirectUris: uris, today, isLocal });
    await applyDeclaration(database, declaration, { zone });
    await giveDemoAddresses(database);
  } catch (error) {
    if (!(error instanceof InvalidDeclarationError)) throw error;
    throw new CommandError(`${olderData(config)}\n${error.message}`);
  }
}

/** The users of the demo have addresses, at a domain that is no one's (RFC 2606, section 3). One that was changed stays. */
async function giveDemoAddresses(database: PlatformDatabase): Promise<void> {
  for (const { username } of [demoCredentials.ada, demoCredentials.lin, demoCredentials.noor])
    await database.write(({ kysely }) =>
      kysely
        .updateTable("users")
        .set({ email: `${username}@demo.example` })
        .where("username", "=", username)
        .where("email", "is", null)
        .execute(),
    );
}

function refuseUnusable(redirectUris: readonly string[], { authUrl }: DemoPlace): void {
  const problems = redirectUris.flatMap(checkRegistrableRedirectUri);
  if (problems.length === 0) return;
  throw new CommandError(
    `The demo cannot redirect a browser to ${authUrl}: a redirect address ${problems[0]}.\n` +
      "Listen on a loopback address, or give the https origin in front of this server with --auth-url.",
  );
}

function otherData({ database }: Config): string {
  return `${database} holds other data than the demo's. The demo does not add its public passwords to it: choose another file with --database.`;
}

function olderData({ database }: Config): string {
  return `The sample data in ${database} differs from that of this release or its time zone. Delete that file, or choose another one with --database.`;
}
