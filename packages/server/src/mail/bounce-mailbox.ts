import { ImapFlow } from "imapflow";
import type { ImapMailbox } from "../config/mail-readers.ts";

/** Longest silence of the server at any step. */
const silenceMilliseconds = 20_000;

/** The most that is read of a message; a report names the failure near its beginning. */
const longestMessage = 256 * 1024;

/** A message that was not read before. */
export interface UnreadMessage {
  readonly uid: number;
  /** Its beginning. */
  readonly source: Buffer;
}

/** An open mailbox. */
export interface OpenMailbox {
  /** The numbers of what was not read before, the oldest first. */
  unread(): Promise<readonly number[]>;
  /** @returns undefined when the message is gone */
  fetch(uid: number): Promise<UnreadMessage | undefined>;
  markRead(uid: number): Promise<void>;
}

/**
 * Opens a mailbox, does something with it, and closes it, whatever happens.
 *
 * @throws what kept it from that, in the words of the server
 * @throws the signal's reason when it is aborted
 */
export async function withMailbox<Result>(
  mailbox: ImapMailbox,
  signal: AbortSignal,
  use: (opened: OpenMailbox) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(mailbox);
  const close = () => client.close();
  signal.addEventListener("abort", close);
  try {
    await client.connect();
    const lock = await client.getMailboxLock(mailbox.folder);
    try {
      return await use(opened(client));
    } finally {
      lock.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(problemOf(error), { cause: error });
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Signs in and counts what was not read before. @returns in words what kept it from that, or the count */
export async function tryMailbox(
  mailbox: ImapMailbox,
): Promise<{ readonly unread: number } | { readonly problem: string }> {
  try {
    const signal = new AbortController().signal;
    return { unread: await withMailbox(mailbox, signal, async (open) => (await open.unread()).length) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function clientOf({ host, port, isSecure, isLocal, user, password }: ImapMailbox): ImapFlow {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    ...(!isSecure && { doSTARTTLS: !isLocal }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: silenceMilliseconds,
    greetingTimeout: silenceMilliseconds,
    socketTimeout: silenceMilliseconds,
  });
  // The call that is waiting fails as well.
  client.on("error", () => undefined);
  return client;
}

function opened(client: ImapFlow): OpenMailbox {
  const byUid = { uid: true };
  return {
    async unread() {
      const found = await client.search({ seen: false }, byUid);
      return !found ? [] : found.toSorted((one, other) => one - other);
    },
    async fetch(uid) {
      const query = { source: { maxLength: longestMessage } };
      const message = await client.fetchOne(String(uid), query, byUid);
      return message === false || message.source === undefined ? undefined : { uid, source: message.source };
    },
    async markRead(uid) {
      await client.messageFlagsAdd(String(uid), ["\\Seen"], byUid);
    },
  };
}

/** What the server replied, without what does harm in a terminal or a log. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const reply = "responseText" in error && typeof error.responseText === "string" ? error.responseText : "";
  return (reply || error.message).replaceAll(/\p{C}+/gu, " ").trim();
}
