import type { SurveyToAnswer } from "./obstacle.ts";
import type { ClientAddress } from "@survey-open-platform/service";
import { PageError } from "../pages/page-error.ts";
import type { RateLimit } from "../store/policy.ts";
import { bucketsOfAddress } from "../store/rate-limit-table.ts";
import type { Store } from "../store/store.ts";

/** Half-filled forms of one address, of all surveys: a class of pupils fits, a flood does not. */
const begun: RateLimit = { perMinute: 120, burst: 120 };
/** Answers of one address to one survey. */
const sent: RateLimit = { perMinute: 60, burst: 60 };
/** Files of one address, of all surveys. */
const files: RateLimit = { perMinute: 60, burst: 120 };
/** Passwords of one survey that an address may try. */
const passwords: RateLimit = { perMinute: 5, burst: 10 };

const minutesPerDay = 1440;

/** @throws `PageError` `too_many_requests` */
export function limitBegun(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, begun, "answer-begun"));
}

/** @throws `PageError` `too_many_requests` */
export function limitPasswords(store: Store, address: ClientAddress, surveyId: number): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, passwords, "survey-password", String(surveyId)));
}

/** @throws `PageError` `too_many_requests` */
export function limitFiles(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, files, "answer-file"));
}

/** Counts an answer about to be sent. @throws `PageError` `too_many_requests` for a flood */
export function limitSent(store: Store, address: ClientAddress, surveyId: number): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, sent, "answer-sent", String(surveyId)));
}

/** Counts an answer against what the survey takes from one address in a day. @returns false when that is reached */
export async function isWithinAddressLimit(
  store: Store,
  address: ClientAddress,
  { id, addressLimit }: SurveyToAnswer,
): Promise<boolean> {
  if (addressLimit === null) return true;
  const limit = { perMinute: addressLimit / minutesPerDay, burst: addressLimit };
  const [own] = bucketsOfAddress(address, limit, "answer-address", String(id));
  return (await store.takeFromEach([own])) === undefined;
}

async function refuseTooMany(store: Store, buckets: ReturnType<typeof bucketsOfAddress>): Promise<void> {
  const refusal = await store.takeFromEach(buckets);
  if (refusal === undefined) return;
  const { retryAfterSeconds } = refusal;
  throw new PageError("too_many_requests", {
    status: 429,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
