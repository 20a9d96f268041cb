import { idParameter, textParameter } from "./parameters.ts";

/** `appid`, as every call carries it. */
export const appidParameter = idParameter("Application ID issued by the platform", 64);

/** `access_token`, as every data call carries it. */
export const accessTokenParameter = textParameter("Access token of a person's grant or of a team", 128);
