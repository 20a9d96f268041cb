/** What tests use of a library that has no types of its own. */
declare module "hoodiecrow-imap" {
  import type { Server } from "node:net";

  interface Message {
    readonly raw: string;
    readonly flags: readonly string[];
  }

  interface ImapServer {
    readonly server: Server;
    listen(port: number, host: string, listening: () => void): void;
    appendMessage(folder: string, flags: readonly string[], date: Date, raw: string): void;
    getMailbox(folder: string): { readonly messages: readonly Message[] };
  }

  export default function hoodiecrow(options: {
    readonly storage: object;
    readonly users: Readonly<Record<string, { readonly password: string }>>;
  }): ImapServer;
}
