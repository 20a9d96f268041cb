import { changedAnswerNote } from "@survey-open-platform/surveys";
import { z } from "zod";
import type { Signer } from "../../session/signer.ts";

/*
 * When someone opens a survey, nothing is stored: mail scanners and previews of links open it as well. What the first
 * page has to remember is in a hidden field of its form, signed, and is stored with the first form that is sent. Later pages
 * have it too, so that a form whose answer is not there any more still says which one it belonged to.
 */

/** What is known of an answer since its first page was shown. */
export interface Start {
  readonly surveyId: number;
  readonly version: number;
  /** Names the half-filled form, and with it the browser and the person that it belongs to. */
  readonly draftHash: string;
  /** Whether the half-filled form was stored when the page was shown. */
  readonly isStored: boolean;
  /** ms UTC. */
  readonly at: number;
  /** Custom arguments of the address, and {@link notes} under names that no argument can have. */
  readonly customArguments: Readonly<Record<string, string>>;
}

const startSchema = z.object({
  surveyId: z.number(),
  version: z.number(),
  draftHash: z.string(),
  isStored: z.boolean(),
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
  /** The version of the text that the respondent agreed to. */
  consent: "@consent",
  /** The hash of the answer that is changed. */
  change: changedAnswerNote,
} as const;

/** The text of the hidden field. */
export function signTicket(signer: Signer, start: Start): Promise<string> {
  return signer.sign(purpose, Buffer.from(JSON.stringify(start)).toString("base64url"));
}

/** @returns undefined for a ticket of another survey or half-filled form, one that is older than those can be, or none */
export async function readTicket(
  signer: Signer,
  ticket: string,
  { surveyId, draftHash, now }: Pick<Start, "surveyId" | "draftHash"> & { readonly now: number },
): Promise<Start | undefined> {
  const text = await signer.read(purpose, ticket);
  if (text === undefined) return undefined;
  const { data: start } = startSchema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString()));
  if (start?.surveyId !== surveyId || start.draftHash !== draftHash) return undefined;
  return start.at <= now && now - start.at < longestLifetime ? start : undefined;
}
