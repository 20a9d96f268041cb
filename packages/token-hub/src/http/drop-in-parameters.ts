import { envelope } from "./platform-envelope.ts";

const longest = 256;

/** What a client of the platform proves itself with. */
export interface DropInParameters {
  readonly appid: string;
  readonly secret: string;
}

/** Refusals that have to do with the client, by the platform's types and codes. */
const codes = {
  invalid_argument: "InvalidArgument",
  unsupported_grant_type: "InvalidArgument",
  invalid_client: "PermissionDenied",
  unauthorized_client: "PermissionDenied",
} as const;

/** What a client of the platform did wrong, told as the platform tells it: with 200, in the envelope. */
export class DropInRefusal extends Error {
  override readonly name = "DropInRefusal";
  readonly #type: keyof typeof codes;
  readonly #parameter: string | undefined;

  constructor(type: keyof typeof codes, parameter?: string) {
    super(type);
    this.#type = type;
    this.#parameter = parameter;
  }

  answer(): Response {
    const headers = this.#parameter === undefined ? {} : { "X-Error-Parameter": this.#parameter };
    return envelope({ code: codes[this.#type], type: this.#type, data: {} }, { headers });
  }
}

/** Reads the query of a token request; others than the known parameters are ignored. @throws DropInRefusal */
export function readDropInParameters(url: string): DropInParameters {
  const query = new URL(url).searchParams;
  const one = (name: string): string => {
    const [value = "", ...others] = query.getAll(name);
    if (value !== "" && value.length <= longest && others.length === 0) return value;
    throw new DropInRefusal("invalid_argument", name);
  };
  const [appid, secret, grantType] = [one("appid"), one("secret"), one("grant_type")];
  if (grantType !== "client_credential") throw new DropInRefusal("unsupported_grant_type");
  return { appid, secret };
}
