import { createHmac } from "node:crypto";
import { languageTag } from "@survey-open-platform/surveys";
import type { SurveyInvitation } from "./mail.ts";
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
  /** When their link ends, ms UTC; null for no end of its own. Left out: the one that it has stays. */
  readonly endAt?: number | null | undefined;
}

/** A contact of a team about to be invited. The address stays with the account; authors see the nickname. */
export interface ContactToInvite extends NewParticipant {
  readonly userId: number;
  /** Of the address, see `hashOfAddress`; "" for none. */
  readonly addressHash: string;
}

/** How far a participant can be, in the order in which pages list them. */
export const participantStates = [
  "added",
  "invited",
  "opened",
  "started",
  "answered",
  "refused",
  "bounced",
] as const;

/** One of {@link participantStates}. */
export type ParticipantState = (typeof participantStates)[number];

/** What is wrong with one of the texts about somebody to be invited. */
export type ParticipantProblem = "unnamed" | "email" | "phone" | "language" | "too_long" | "too_many_fields";

/** Fields as somebody sent them. */
export type GivenParticipant = {
  readonly [Field in keyof NewParticipant]?: NewParticipant[Field] | undefined;
};

/** Checks who is to be invited, and spells what is known in one way. */
export function checkParticipant(given: GivenParticipant): NewParticipant | ParticipantProblem {
  const own = Object.entries(given.fields ?? {}).map(([name, text]) => [name, written(text)] as const);
  const texts = {
    email: written(given.email),
    phone: written(given.phone),
    code: written(given.code),
    name: written(given.name),
    language: written(given.language),
  };
  const problem = checks.find(([, isWrong]) => isWrong(texts, own));
  if (problem !== undefined) return problem[0];
  return {
    ...texts,
    email: parseMailAddress(texts.email) ?? "",
    language: languageTag(texts.language) ?? "",
    fields: Object.fromEntries(own),
    ...(given.endAt !== undefined && { endAt: given.endAt }),
  };
}

type Texts = Omit<NewParticipant, "fields" | "endAt">;
type OwnFields = readonly (readonly [name: string, text: string])[];

const checks: readonly (readonly [ParticipantProblem, (texts: Texts, own: OwnFields) => boolean])[] = [
  ["too_long", ({ phone, code, name }, own) => [phone, code, name, ...own.flat()].some(isTooLong)],
  ["email", ({ email }) => email !== "" && parseMailAddress(email) === undefined],
  ["phone", ({ phone }) => phone !== "" && !isTelephoneNumber(phone)],
  ["language", ({ language }) => language !== "" && languageTag(language) === undefined],
  ["too_many_fields", (_texts, own) => own.length > mostParticipantFields],
  ["unnamed", ({ email, phone, code }) => email === "" && phone === "" && code === ""],
];

function isTooLong(text: string): boolean {
  return text.length > longestText;
}

/** Whether a text can be a telephone number. */
export function isTelephoneNumber(text: string): boolean {
  return /^\+?[\d ()/.-]{5,30}$/.test(text);
}

function written(text: string | undefined): string {
  return oneLine((text ?? "").toWellFormed());
}

/** What names a participant once in a survey. */
export function knownBy({
  email,
  phone,
  code,
  ...more
}: Pick<NewParticipant, "email" | "phone" | "code"> & Partial<Pick<ContactToInvite, "userId">>): string {
  if (more.userId !== undefined) return `user ${more.userId}`;
  if (email !== "") return `email ${mailAddressKey(email)}`;
  return phone === "" ? `code ${code}` : `phone ${phone.replaceAll(/[^\d+]/g, "")}`;
}

/** The key of the one answer of a participant. */
export function participantKey(id: number): string {
  return `participant:${id}`;
}

/** The name of the key of the installation of which links are made. */
export const participantLinkKey = "participant-links";

/** Makes the link of a participant out of what its row has. */
export type LinkOf = (nonce: string) => string;

/**
 * Makes links of a random nonce in each row and a key of the installation: mails and pages can show them again, while the table of participants
 * alone opens nothing.
 */
export function linksOfKey(key: string): LinkOf {
  return (nonce) => createHmac("sha256", key).update(nonce).digest().subarray(0, 16).toString("base64url");
}

/** What is known of a participant, by the names that texts and conditions have for it. The author's own fields come first. */
export function valuesOfParticipant({
  email,
  phone,
  code,
  name,
  language,
  fields,
}: NewParticipant): Readonly<Record<string, string>> {
  return { email, phone, code, language, ...fields, name };
}

/** Puts what is known of a participant into the texts of a mail. */
export function filledIn(
  { subject, body }: Pick<SurveyInvitation, "subject" | "body">,
  { name, fields }: Pick<NewParticipant, "name" | "fields">,
): Pick<SurveyInvitation, "subject" | "body"> {
  const known = new Map(Object.entries({ ...fields, name }));
  const fill = (text: string) =>
    text
      .replaceAll(/\{([^{}\n]{1,200})\}/g, (braces, key: string) => known.get(key) ?? braces)
      .replaceAll(/ +(?=[,.!?，。！？：:])/g, "");
  return { subject: oneLine(fill(subject)), body: fill(body) };
}

/** A text without line breaks and other control characters, as the subject of a mail is. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
