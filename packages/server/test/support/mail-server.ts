import { type AddressInfo, type Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { pino } from "pino";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import type { OnFinished } from "../../../database/test/support/sample.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { readMailSettings } from "../../src/config/read-mail-settings.ts";
import { MailDeliverer } from "../../src/mail/mail-deliverer.ts";
import type { SettingName } from "../../src/config/settings.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly to: readonly string[];
  /** The address of the envelope that it comes back to. */
  readonly returnTo: string;
}

/** A mail server that takes everything, unless a test says otherwise. */
export interface TestMailServer {
  readonly url: string;
  /** What it took, in order. */
  readonly mails: readonly ReceivedMail[];
  readonly connections: () => number;
  /** What it replies to the text of a mail; nothing takes it, and a promise that never settles is no reply. */
  refuse: ((mail: ReceivedMail) => Error | undefined | Promise<undefined>) | undefined;
  /** Whether it ends the connection instead of replying, once it has a mail. */
  forgetsReply: boolean;
  /** Whether it says twice that it took a mail. */
  repliesTwice: boolean;
  close(): Promise<void>;
}

/** Says that something was done, or what kept it from that. */
async function reply(doing: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const failure = await doing.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error("failed", { cause: error })),
  );
  if (failure === undefined) done();
  else done(failure);
}

/** What makes the server say a status. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts a real SMTP server at 127.0.0.1 and a free port. It is gone when the test is finished. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  onFinished: OnFinished = onTestFinished,
): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onConnect(_, done) {
      connections += 1;
      done();
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const { mailFrom } = session.envelope;
      void reply(keep(stream, { to, returnTo: mailFrom === false ? "" : mailFrom.address }), (error) => {
        done(error);
        if (!started.repliesTwice) return;
        for (const socket of sockets)
          if (socket.remotePort === session.remotePort) socket.write("250 OK\r\n");
      });
    },
    ...options,
  });
  /** @throws what the server says instead of taking the mail */
  async function keep(
    stream: AsyncIterable<Buffer>,
    envelope: Pick<ReceivedMail, "to" | "returnTo">,
  ): Promise<void> {
    const raw = await readMail(stream);
    const mail = { raw, parsed: await simpleParser(raw), ...envelope };
    const refusal = await started.refuse?.(mail);
    if (refusal !== undefined) throw refusal;
    mails.push(mail);
    if (started.forgetsReply) for (const socket of sockets) socket.destroy();
  }
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  // It listens on a port, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const started: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    refuse: undefined,
    forgetsReply: false,
    repliesTwice: false,
    close: () => (closed ??= new Promise((done) => server.close(() => done()))),
  };
  onFinished(() => started.close());
  return started;
}

async function readMail(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The settings of a platform that hands its mails to a server. */
export function mailSettings({ url }: Pick<TestMailServer, "url">) {
  return {
    mail: url,
    mailFrom: "Surveys <surveys@survey.example>",
    authUrl: "http://platform.example",
    mailPerMinute: "1000",
  };
}

/** What hands over the mails of a node of a platform. */
export function mailDelivererOf(
  { stores, store }: TestPlatform,
  settings: Readonly<Partial<Record<SettingName, string>>>,
  { node = 0 } = {},
): MailDeliverer {
  const config = readConfig({ flags: {}, environment: {}, defaults: settings });
  const read = readMailSettings(config);
  if (read === undefined) throw new Error("the settings send no mail");
  return new MailDeliverer({
    store: stores[node] ?? store,
    log: pino({ enabled: false }),
    settings: read,
  });
}

/** Gives a user an address, as if it had been confirmed. */
export async function giveAddress(
  { database }: TestPlatform,
  username: string,
  email: string,
  language = "en",
): Promise<void> {
  await database.write(({ kysely }) =>
    kysely
      .updateTable("users")
      .set({ email, email_language: language })
      .where("username", "=", username)
      .execute(),
  );
}

/** A platform with a mail server, and what hands its mails over. */
export async function startMail(more: Readonly<Partial<Record<SettingName, string>>> = {}) {
  const server = await startMailServer();
  const settings = { ...mailSettings(server), ...more };
  const platform = await startTestPlatform(settings);
  return { server, settings, platform, deliverer: mailDelivererOf(platform, settings) };
}
