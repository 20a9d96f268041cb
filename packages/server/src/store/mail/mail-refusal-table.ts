import { mailAddressKey } from "../../model/mail-address.ts";
import { hashToken } from "../../model/token.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Who wants no mails, and about what. */
export interface MailRefusal {
  readonly addressHash: string;
  readonly topic: string;
}

/** How refusals name an address. */
export function hashOfAddress(address: string): string {
  return hashToken(mailAddressKey(address));
}

/** Sends an address no more mails about a topic. What of them waits is not sent either. */
export async function refuseMails(
  { kysely }: StoreQueries,
  { addressHash, topic }: MailRefusal,
): Promise<void> {
  const [, surveyId] = /^participant-(\d+)$/.exec(topic) ?? [];
  if (surveyId !== undefined) await refuseInvitations(kysely, Number(surveyId), addressHash);
  await kysely
    .insertInto("mail_refusals")
    .values({ address_hash: addressHash, topic, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(["address_hash", "topic"]).doNothing())
    .execute();
}

/** Who wants no invitations to a survey does not want to take part. */
async function refuseInvitations(
  kysely: StoreQueries["kysely"],
  surveyId: number,
  addressHash: string,
): Promise<void> {
  await kysely
    .updateTable("participants")
    .set({ refused_at: nowMs })
    .where("survey_id", "=", surveyId)
    .where("address_hash", "=", addressHash)
    .where("refused_at", "is", null)
    .execute();
}

/** Whether an address wants no mails about a topic. Asked again when a mail is due: it may have waited. */
export async function isRefused({ kysely }: StoreQueries, refusal: MailRefusal): Promise<boolean> {
  const row = await kysely
    .selectFrom("mail_refusals")
    .select("topic")
    .where("address_hash", "=", refusal.addressHash)
    .where("topic", "=", refusal.topic)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sends mails about a topic again: the receiver asked for them. */
export async function withdrawRefusal({ kysely }: StoreQueries, refusal: MailRefusal): Promise<void> {
  await kysely
    .deleteFrom("mail_refusals")
    .where("address_hash", "=", refusal.addressHash)
    .where("topic", "=", refusal.topic)
    .execute();
}

/** Those of some addresses that want no mails about a topic. @param addressHashes see {@link hashOfAddress} */
export async function refusalsAmong(
  { kysely }: StoreQueries,
  { topic, addressHashes }: { readonly topic: string; readonly addressHashes: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (addressHashes.length === 0) return new Set();
  const rows = await kysely
    .selectFrom("mail_refusals")
    .select("address_hash")
    .where("topic", "=", topic)
    .where("address_hash", "in", addressHashes)
    .execute();
  return new Set(rows.map((row) => row.address_hash));
}
