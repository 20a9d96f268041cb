import { alone } from "@survey-open-platform/database";
import { bucketsOfAddress, consumeTokens } from "../../../store/installation/rate-limit-table.ts";
import { hashIfLooksLike } from "../../../model/token.ts";
import type { FoundClient } from "../../../store/applications/application-table.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import { deviceRedirectHash } from "../../../store/tokens/decide-authorization-request.ts";
import {
  isEarlyQuestion,
  noteQuestion,
  findDevice,
  forgetDevice,
  type AskingDevice,
} from "../../../store/tokens/device-code-table.ts";
import { countUnusable, type ClientCredentials } from "../../token/client-checks.ts";
import type { OauthErrorCode } from "../oauth-error.ts";
import { readResourceAgain } from "../resource.ts";
import { authenticateProof } from "./authenticate-proof.ts";
import { exchangeClaim } from "./exchange-code.ts";
import type { Issued } from "./issued-tokens.ts";
import { defineOauthGrant, type NotIssued } from "./oauth-grant.ts";

/** A device asks whether its user has decided, and gets its tokens then (RFC 8628, section 3.4). */
export const deviceGrant = defineOauthGrant({
  kinds: ["user_access", "refresh"],
  read: (parameters, addresses) => ({
    hash: hashIfLooksLike("deviceCode", parameters.need("device_code")),
    clientId: parameters.get("client_id"),
    audience: readResourceAgain(parameters.all("resource"), addresses),
  }),
  issue: pollDevice,
});

interface Question {
  /** Null when what was sent does not have the form of a device code. */
  readonly hash: string | null;
  /** As it stands in the form. */
  readonly clientId: string | undefined;
  readonly audience: 1 | 2 | undefined;
}

type Outcome = Issued | NotIssued | Refusal;

function* pollDevice(
  question: Question,
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<Outcome> {
  const { hash } = question;
  if (hash === null) return yield* unknownCode(credentials, policy);
  const device = yield* findDevice(hash);
  // A client that describes itself has no row before somebody consents to it: there is nothing to compare it with.
  if (device !== undefined && isOfNewClient(device, question, credentials))
    return yield* notYet({ hash, device, credentials }, policy);
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  if (device?.applicationId !== client.id) return yield* countUnusable("unknown-code", credentials, policy);
  if (device.codeHash === null || device.isExpired === 1)
    return yield* notYet({ hash, device, credentials }, policy);
  return yield* tokensFor({ hash, codeHash: device.codeHash, client, question, credentials }, policy);
}

/** What has not the form of a code. */
function* unknownCode(credentials: ClientCredentials, policy: StorePolicy): StoreSteps<Refusal> {
  const client = yield* authenticateProof(credentials, policy);
  return isRefusal(client) ? client : yield* countUnusable("unknown-code", credentials, policy);
}

function isOfNewClient(
  { applicationId, clientId }: AskingDevice,
  given: Question,
  { secretHash }: ClientCredentials,
): boolean {
  return applicationId === null && secretHash === undefined && clientId === given.clientId;
}

interface AskedTooSoon {
  readonly hash: string;
  readonly device: AskingDevice;
  readonly credentials: ClientCredentials;
}

/** RFC 8628, section 3.5. */
function* notYet(
  { hash, device: { decision, isExpired }, credentials: { address } }: AskedTooSoon,
  { tokenRequests }: StorePolicy,
): StoreSteps<NotIssued | Refusal> {
  if (isExpired === 1) return { notIssued: "expired_token", says: says.expired_token };
  if (decision === "deny") {
    yield* forgetDevice(hash);
    return { notIssued: "access_denied", says: says.access_denied };
  }
  const isEarly = yield* isEarlyQuestion(hash);
  // What is counted for an address may be counted by other clients at the same time.
  if (isEarly) yield* alone();
  yield* noteQuestion(hash);
  if (!isEarly) return { notIssued: "authorization_pending", says: says.authorization_pending };
  const crowded = yield* consumeTokens(bucketsOfAddress(address, tokenRequests, "early-question"));
  return crowded ?? { notIssued: "slow_down", says: says.slow_down };
}

const says = {
  expired_token: "The code has expired. Ask for another one.",
  access_denied: "The user did not allow it.",
  slow_down: "Ask less often: wait five seconds longer from now on.",
  authorization_pending: "The user has not decided yet. Ask again after the interval.",
} as const satisfies Partial<Record<OauthErrorCode, string>>;

interface Allowed {
  readonly hash: string;
  readonly codeHash: string;
  readonly client: FoundClient;
  readonly question: Question;
  readonly credentials: ClientCredentials;
}

function* tokensFor(
  { hash, codeHash, client, question, credentials }: Allowed,
  policy: StorePolicy,
): StoreSteps<Outcome> {
  const { audience } = question;
  const exchange = { codeHash, codeChallenge: null, redirectUriHash: deviceRedirectHash, audience };
  const outcome = yield* exchangeClaim({ client, exchange, credentials }, policy);
  if (!isRefusal(outcome)) yield* forgetDevice(hash);
  return outcome;
}
