import { z } from "zod";
import { PlatformError } from "../errors.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { idParameter } from "../http/parameters.ts";
import type { Store } from "../store/store.ts";
import { authenticate, tokenErrors, tokenParameters } from "./token-authentication.ts";

const data = z.object({
  openid: z.string().meta({ description: "Identifies the user to this application" }),
  nickname: z.string().meta({ description: "Nickname in the survey system" }),
  avatar: z.string().meta({ description: "Address of the picture in the survey system; may be empty" }),
});

/** `GET /api/oauth2/user`: who the user behind a user access token is. */
export function userInfoEndpoint(store: Store) {
  return defineEndpoint({
    operationId: "getUser",
    path: "/api/oauth2/user",
    summary: "Get the authorized user's information",
    description: "Only for the openid that came with the token.",
    parameters: tokenParameters.extend({ openid: idParameter("The openid from the code exchange", 128) }),
    data,
    errors: [...tokenErrors, "claim_error"],
    *read(parameters) {
      const principal = yield* authenticate(store, parameters);
      if (principal instanceof PlatformError) return principal;
      if (principal.mode !== "user" || principal.openid !== parameters.openid)
        throw new PlatformError("claim_error");
      const { openid, nickname, avatar } = principal;
      return { openid, nickname, avatar };
    },
  });
}
