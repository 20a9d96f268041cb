import { z } from "zod";
import { idParameter, textParameter } from "./parameters.ts";

/** `appid`, as every call carries it. */
export const appidParameter = idParameter("Application ID issued by the platform", 64);

/** `access_token`, as every data call carries it: in the query (RFC 6750, section 2.3, with its warnings). */
export const accessTokenParameter = textParameter("Access token of a user's grant or of a team", 128);

/** The parameters by which every data call proves its right. */
export const tokenParameters = z.object({ appid: appidParameter, access_token: accessTokenParameter });
