import type { ClientAddress } from "@survey-open-platform/service";
import { PageError } from "../../pages/page-error.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import { type Bucket, bucketsOfAddress, rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";

/** Half-filled forms of one address, of all surveys: a class of pupils fits, a flood does not. */
export const begunForms: RateLimit = { perMinute: 120, burst: 120 };
/** Answers of one address to one survey. */
export const sentAnswers: RateLimit = { perMinute: 60, burst: 60 };
/** Files of one address, of all surveys. */
export const sentFiles: RateLimit = { perMinute: 60, burst: 120 };
/** Looks at shared results of one address: each counts answers. */
export const sharedResults: RateLimit = { perMinute: 60, burst: 120 };
/** Reads of sheets of one address. */
export const readSheets: RateLimit = { perMinute: 30, burst: 60 };
/** Reads of one sheet, wherever they come from: each reads all answers. */
export const readsOfSheet: RateLimit = { perMinute: 2, burst: 10 };
/** Passwords of one survey, or of one link to results, that an address may try. */
export const triedPasswords: RateLimit = { perMinute: 5, burst: 10 };

const bytesPerKilobyte = 1024;
const minutesPerHour = 60;

/** @throws `PageError` `too_many_requests` */
export function limitBegun(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, begunForms, "answer-begun"));
}

/** @throws `PageError` `too_many_requests` */
export function limitPasswords(store: Store, address: ClientAddress, surveyId: number): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, triedPasswords, "survey-password", String(surveyId)));
}

/** Counts a guess at the password of a link to results. @throws `PageError` `too_many_requests` */
export function limitLinkPasswords(store: Store, address: ClientAddress, linkId: number): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, triedPasswords, "results-password", String(linkId)));
}

/** @throws `PageError` `too_many_requests` */
export function limitSharedResults(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, sharedResults, "shared-results"));
}

/** Counts a look for a sheet. @throws `PageError` `too_many_requests` */
export function limitSheets(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, readSheets, "answer-sheets"));
}

/** Counts a read of a sheet. @throws `PageError` `too_many_requests` */
export function limitSheet(store: Store, sheetId: number): Promise<void> {
  return refuseTooMany(store, [{ key: rateLimitKey("answer-sheet", String(sheetId)), limit: readsOfSheet }]);
}

/** @throws `PageError` `too_many_requests` */
export function limitFiles(store: Store, address: ClientAddress): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, sentFiles, "answer-file"));
}

/** Counts an answer about to be sent. @throws `PageError` `too_many_requests` for a flood */
export function limitSent(store: Store, address: ClientAddress, surveyId: number): Promise<void> {
  return refuseTooMany(store, bucketsOfAddress(address, sentAnswers, "answer-sent", String(surveyId)));
}

/**
 * What one address may store in an hour, of all surveys: forms and files. Kilobytes, so that the numbers of the bucket stay exact.
 *
 * @param megabytesPerHour half of it at once, the other half evenly spread
 */
export function storedKilobytes(megabytesPerHour: number): RateLimit {
  const kilobytes = (megabytesPerHour * bytesPerKilobyte) / 2;
  return { perMinute: kilobytes / minutesPerHour, burst: kilobytes };
}

/** Counts bytes that are about to be stored, of forms and of files. @throws `PageError` `too_many_requests` */
export function limitStored(
  store: Store,
  { address, limit }: { readonly address: ClientAddress; readonly limit: RateLimit },
  bytes: number,
): Promise<void> {
  const amount = bytes / bytesPerKilobyte;
  const buckets = bucketsOfAddress(address, limit, "answer-bytes");
  return refuseTooMany(
    store,
    buckets.map((bucket) => ({ ...bucket, amount })),
  );
}

async function refuseTooMany(store: Store, buckets: readonly Bucket[]): Promise<void> {
  const refusal = await store.consumeTokens(buckets);
  if (refusal === undefined) return;
  const { retryAfterSeconds } = refusal;
  throw new PageError("too_many_requests", {
    status: 429,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
