import { changedAnswerNote } from "@survey-open-platform/surveys";
import { z } from "zod";
import type { Signer } from "./signer.ts";

/*
 * When someone opens a survey, nothing is stored: mail scanners and previews of links open it as well. What the first
 * page has to remember is in a hidden field of its form, signed, and is stored with the first form that is sent.
 */

/** What is known of an answer since its first page was shown. */
export interface Start {
  readonly surveyId: number;
  readonly version: number;
  /** ms UTC. */
  readonly at: number;
  /** Custom arguments of the address, and {@link notes} under names that no argument can have. */
  readonly customArguments: Readonly<Record<string, string>>;
}

const startSchema = z.object({
  surveyId: z.number(),
  version: z.number(),
  at: z.number(),
  customArguments: z.record(z.string(), z.string()),
});

const purpose = "start";
const longestLifetime = 14 * 24 * 3_600_000;

/** Names under which more than custom arguments is kept with a half-filled form; see `argumentPattern`. */
export const notes = {
  channel: "@channel",
  referrer: "@referrer",
  password: "@password",
  /** The hash of the answer that is changed. */
  change: changedAnswerNote,
} as const;

/** The text of the hidden field. */
export function writeTicket(signer: Signer, start: Start): Promise<string> {
  return signer.sign(purpose, Buffer.from(JSON.stringify(start)).toString("base64url"));
}

/** @returns undefined for a ticket of another survey, one that is older than a half-filled form can be, or none */
export async function readTicket(
  signer: Signer,
  ticket: string,
  { surveyId, now }: { readonly surveyId: number; readonly now: number },
): Promise<Start | undefined> {
  const text = await signer.read(purpose, ticket);
  if (text === undefined) return undefined;
  const start = startSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  const isCurrent = start.surveyId === surveyId && start.at <= now && now - start.at < longestLifetime;
  return isCurrent ? start : undefined;
}
