import { hashToken } from "../../../model/token.ts";
import { pendingIdIn } from "../../authorize/choice-form.ts";
import { hasWriting } from "../../../model/scopes.ts";
import { notFound, PageError } from "../../../pages/page-error.ts";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { renderPage } from "../../../pages/render-page.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import { readOwnForm } from "../../../session/read-form.ts";
import { refusePrefetch } from "../../../session/prefetch.ts";
import type { RateLimit } from "../../../store/installation/policy.ts";
import { bucketsOfAddress, rateLimitKey } from "../../../store/installation/rate-limit-table.ts";
import {
  findDeviceOfOpenPage,
  findWaitingDevice,
  type WaitingDevice,
} from "../../../store/tokens/device-code-table.ts";
import type { ConsentToAsk } from "../../authorize/ask-for-consent.tsx";
import { findOAuthClient, type OAuthClient } from "../../clients/oauth-client.ts";
import { isIdentityAsked } from "../../openid/identity.ts";
import type { OauthAuthorization } from "../authorize/oauth-authorization-page.ts";
import { DeviceDonePage, DevicePage } from "./device-page.tsx";
import { shownUserCode, userCodeHash } from "./user-code.ts";

/** Codes that one user may try, over all sessions: then one more each two minutes (RFC 8628, section 5.1). */
export const userCodesOfUser: RateLimit = { burst: 5, perMinute: 0.5 };

/** The same of an address, over all users. */
export const userCodesOfAddress: RateLimit = { burst: 100, perMinute: 20 };

const path = "/device";
const consentPath = `${path}/consent`;

/** Where a person types the code that a device shows, and is asked for consent (RFC 8628, section 3.3). */
export function devicePages(authorization: OauthAuthorization): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showForm(authorization, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => toConsent(authorization, pageRequest) },
    {
      method: "GET",
      path: consentPath,
      access: "user",
      handle: (pageRequest) => ask(authorization, pageRequest),
    },
    { method: "GET", path: `${path}/done`, access: "user", handle: showDone },
  ];
}

function showForm({ addresses }: OauthAuthorization, pageRequest: UserRequest): Promise<Response> {
  if (addresses() === undefined) throw notFound();
  const { language, path: address, signedIn, context } = pageRequest;
  const userCode = shownUserCode(context.req.query("user_code") ?? "");
  const isUnknown = context.req.query("problem") === "unknown";
  return renderPage(
    <DevicePage {...{ language, path: address, signedIn, userCode, isUnknown }} action={path} />,
    { status: isUnknown ? 404 : 200 },
  );
}

async function toConsent({ addresses }: OauthAuthorization, pageRequest: UserRequest): Promise<Response> {
  if (addresses() === undefined) throw notFound();
  const { user_code: typed } = await readOwnForm(pageRequest, ["user_code"]);
  return redirectTo(`${consentPath}?${new URLSearchParams({ user_code: shownUserCode(typed) }).toString()}`);
}

async function ask(authorization: OauthAuthorization, pageRequest: UserRequest): Promise<Response> {
  // The consent page creates a pending request.
  refusePrefetch(pageRequest);
  const { clients, addresses, askForConsent, keys } = authorization;
  if (addresses() === undefined) throw notFound();
  const userCode = shownUserCode(pageRequest.context.req.query("user_code") ?? "");
  const device = await deviceThatShows(authorization, pageRequest, userCode);
  if (device === undefined)
    return redirectTo(
      `${path}?${new URLSearchParams({ user_code: userCode, problem: "unknown" }).toString()}`,
    );
  const client = await findOAuthClient(clients, device.clientId, pageRequest.address);
  if (client === undefined) throw notFound();
  if (client.disabled) throw new PageError("application_disabled", { status: 400 });
  if (isIdentityAsked(device.scopes)) await keys.keepFresh();
  return askForConsent(pageRequest, consentOf(pageRequest, { device, client, userCode }));
}

/** Each try counts, as a code is so short that it can be typed; a page that is shown again is none. */
async function deviceThatShows(
  { clients: { store } }: OauthAuthorization,
  pageRequest: UserRequest,
  userCode: string,
): Promise<WaitingDevice | undefined> {
  const { session, address } = pageRequest;
  const pending = pendingIdIn(pageRequest);
  const shown =
    pending === undefined
      ? undefined
      : await findDeviceOfOpenPage(store.reader, {
          requestHash: hashToken(pending),
          sessionHash: session.hash,
          userCodeHash: userCodeHash(userCode),
        });
  if (shown !== undefined) return shown;
  const refusal = await store.consumeTokens([
    { key: rateLimitKey("user-code", String(session.user.id)), limit: userCodesOfUser },
    ...bucketsOfAddress(address, userCodesOfAddress, "user-code"),
  ]);
  if (refusal !== undefined)
    throw new PageError("too_many_requests", {
      status: 429,
      ...(refusal.retryAfterSeconds !== undefined && { retryAfterSeconds: refusal.retryAfterSeconds }),
    });
  return userCode === "" ? undefined : findWaitingDevice(store.reader, userCodeHash(userCode));
}

interface DeviceToAsk {
  readonly device: WaitingDevice;
  readonly client: OAuthClient;
  readonly userCode: string;
}

function consentOf({ session }: UserRequest, { device, client, userCode }: DeviceToAsk): ConsentToAsk {
  const { audience, scopes, hash: deviceCodeHash } = device;
  const { clientId } = client;
  const mayWrite = hasWriting(scopes);
  return {
    client,
    application: { ...client, appid: client.appid ?? clientId, mayWrite },
    asked: {
      applicationId: client.applicationId ?? null,
      redirectUri: null,
      deviceCodeHash,
      scope: "",
      mayWrite,
      state: null,
      codeChallenge: null,
      oauth: {
        clientId,
        audience,
        scopes,
        nonce: null,
        responseMode: "query",
        authTime: session.confirmedAt,
      },
    },
    userCode,
    // The device may be one of somebody else.
    preselected: "chosen",
  };
}

function showDone({ language, path: address, signedIn, context }: UserRequest): Promise<Response> {
  const isAllowed = context.req.query("decision") === "allow";
  return renderPage(<DeviceDonePage {...{ language, path: address, signedIn, isAllowed }} />, {
    status: 200,
  });
}

/** The page that says that the device goes on. */
export function deviceDoneAddress(decision: "allow" | "deny"): string {
  return `${path}/done?decision=${decision}`;
}
