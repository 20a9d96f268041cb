import { hashToken, makeToken } from "../../../model/token.ts";
import {
  createDeviceCode,
  deviceCodeSeconds,
  devicePollSeconds,
} from "../../../store/tokens/device-code-table.ts";
import type { ClientSources } from "../../clients/oauth-client.ts";
import { allowedScopes } from "../authorize/oauth-checks.ts";
import { readClientRequest } from "../client-request.ts";
import { jsonResponse } from "../oauth-error.ts";
import type { OauthRoute } from "../oauth-route.ts";
import { readScopes } from "../requested-scopes.ts";
import { readResource } from "../resource.ts";
import { makeUserCode, userCodeHash } from "./user-code.ts";

/** `POST /oauth/device`: a device without a browser asks for a code that its user types elsewhere (RFC 8628, section 3.1). */
export function deviceRoute(sources: ClientSources): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/device",
    isOpenToScripts: true,
    async handle(request) {
      const { client, parameters } = await readClientRequest(sources, request);
      const { addresses } = request;
      const deviceCode = makeToken("deviceCode");
      const userCode = await newDevice(sources, {
        hash: hashToken(deviceCode),
        applicationId: client.applicationId ?? null,
        clientId: client.clientId,
        audience: readResource(parameters.all("resource"), addresses),
        scopes: allowedScopes(client, readScopes(parameters.get("scope"))),
      });
      const page = `${addresses.issuer}/device`;
      return jsonResponse({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${userCode}`,
        expires_in: deviceCodeSeconds,
        interval: devicePollSeconds,
      });
    },
  };
}

/** @returns its user code, which no other device has */
async function newDevice(
  { store }: ClientSources,
  device: Omit<Parameters<typeof createDeviceCode>[1], "userCodeHash">,
): Promise<string> {
  for (;;) {
    const userCode = makeUserCode();
    if (await store.write(createDeviceCode, { ...device, userCodeHash: userCodeHash(userCode) }))
      return userCode;
  }
}
