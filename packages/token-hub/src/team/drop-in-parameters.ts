import { HubError } from "../errors.ts";

const longest = 256;

/** What a client of the platform proves itself with. */
export interface DropInParameters {
  readonly appid: string;
  readonly secret: string;
}

/**
 * Reads the query of a token request; others than the known parameters are ignored.
 *
 * @throws HubError `invalid_argument`, `unsupported_grant_type`
 */
export function readDropInParameters(url: string): DropInParameters {
  const query = new URL(url).searchParams;
  const one = (name: string): string => {
    const [value = "", ...others] = query.getAll(name);
    if (value !== "" && value.length <= longest && others.length === 0) return value;
    const headers = { "X-Error-Parameter": name };
    throw new HubError("invalid_argument", { detail: `parameter ${name}`, headers });
  };
  const [appid, secret, grantType] = [one("appid"), one("secret"), one("grant_type")];
  if (grantType !== "client_credential") throw new HubError("unsupported_grant_type");
  return { appid, secret };
}
