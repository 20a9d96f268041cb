import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { pagesOrigin, type PagesOrigin } from "../../../http/pages-origin.ts";
import { idParameter } from "../../../http/parameters.ts";
import { picturePathOf } from "../../../model/user-picture.ts";
import type { Store } from "../../../store/store.ts";
import { authenticate, tokenCheck, tokenErrors } from "../token-authentication.ts";

const data = z.object({
  openid: z.string().meta({ description: "Identifies the user to this application" }),
  nickname: z.string().meta({ description: "Nickname in the survey system" }),
  avatar: z.string().meta({ description: "Address of the picture in the survey system; may be empty" }),
});

const getUserParameters = tokenParameters.extend({
  openid: idParameter("The openid from the code exchange", 128),
});

/** `GET /api/oauth2/user`: who the user behind a user access token is. */
export function userInfoEndpoint(store: Store, authUrl: string) {
  return defineEndpoint({
    operationId: "getUser",
    bearerScopes: undefined,
    path: "/api/oauth2/user",
    summary: "Get the authorized user's information",
    description: "Only for the openid that came with the token.",
    parameters: getUserParameters,
    data,
    errors: [...tokenErrors, "claim_error"],
    checkToken: tokenCheck(store),
    *read(parameters, { host }) {
      const principal = yield* authenticate(store, parameters);
      if (principal instanceof PlatformError) return principal;
      if (principal.mode !== "user") throw refusedClaim("This call is for user access tokens only.");
      if (principal.openid !== parameters.openid)
        throw refusedClaim("The openid is not the one that came with this token.");
      const { openid, nickname } = principal;
      return { openid, nickname, avatar: avatarAddress(principal.avatar, { authUrl, host }) };
    },
  });
}

function refusedClaim(message: string): PlatformError {
  return new PlatformError("claim_error", { message });
}

/** An uploaded picture is on the origin of the pages. */
function avatarAddress(avatar: string, origin: PagesOrigin): string {
  const path = picturePathOf(avatar);
  if (path === undefined) return avatar;
  const pages = pagesOrigin(origin);
  return pages === undefined ? "" : pages + path;
}
