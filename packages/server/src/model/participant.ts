import { languageTag } from "@survey-open-platform/surveys";
import { mailAddressKey, parseMailAddress } from "./mail-address.ts";

/** Most participants of one survey. */
export const mostParticipants = 50_000;

/** Most fields of the author's own. */
export const mostParticipantFields = 20;

/** Longest text of a field, in characters. */
const longestText = 200;

/** Somebody to be invited; "" for what is not known. One of address, telephone number and code is there. */
export interface NewParticipant {
  readonly email: string;
  readonly phone: string;
  readonly code: string;
  readonly name: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What is wrong with one of the texts about somebody to be invited. */
export type ParticipantProblem = "unnamed" | "email" | "phone" | "language" | "too_long" | "too_many_fields";

/** Fields as somebody sent them. */
export type GivenParticipant = {
  readonly [Field in keyof NewParticipant]?: NewParticipant[Field] | undefined;
};

/** Checks who is to be invited, and spells what is known in one way. */
export function checkParticipant(given: GivenParticipant): NewParticipant | ParticipantProblem {
  const participant = {
    email: written(given.email),
    phone: written(given.phone),
    code: written(given.code),
    name: written(given.name),
    language: written(given.language),
    fields: Object.fromEntries(
      Object.entries(given.fields ?? {}).map(([name, text]) => [name, written(text)]),
    ),
  };
  const { email, phone, code, language, fields } = participant;
  const address = email === "" ? "" : parseMailAddress(email);
  const tag = language === "" ? "" : languageTag(language);
  const texts = [phone, code, participant.name, ...Object.entries(fields).flat()];
  if (texts.some((text) => text.length > longestText)) return "too_long";
  if (address === undefined) return "email";
  if (phone !== "" && !/^\+?[\d ()/.-]{5,30}$/.test(phone)) return "phone";
  if (tag === undefined) return "language";
  if (Object.keys(fields).length > mostParticipantFields) return "too_many_fields";
  if (address === "" && phone === "" && code === "") return "unnamed";
  return { ...participant, email: address, language: tag };
}

function written(text: string | undefined): string {
  return (text ?? "")
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** What names a participant once in a survey. */
export function knownBy({ email, phone, code }: Pick<NewParticipant, "email" | "phone" | "code">): string {
  if (email !== "") return `email ${mailAddressKey(email)}`;
  return phone === "" ? `code ${code}` : `phone ${phone.replaceAll(/[^\d+]/g, "")}`;
}

/** The key of the one answer of a participant. */
export function participantKey(id: number): string {
  return `participant:${id}`;
}
