import { platformZone } from "@survey-open-platform/surveys";
import { isNetwork } from "../model/network-list.ts";
import { parseOpenedReceivers, type OpenedReceivers } from "../model/opened-receivers.ts";

/** Addresses and networks, separated by commas or spaces. */
export function networkList(text: string): readonly string[] {
  const networks = text.split(/[\s,]+/).filter((network) => network !== "");
  if (!networks.every(isNetwork)) throw new Error("must be addresses or networks such as 203.0.113.7");
  return networks;
}

/** Hosts with ports, separated by commas or spaces. */
export function hostList(text: string): OpenedReceivers {
  const opened = parseOpenedReceivers(text);
  if (opened.networks.length > 0) throw new Error("must be hosts with ports such as agents.internal:8443");
  return opened;
}

export function nonEmpty(text: string): string {
  if (text === "") throw new Error("must not be empty");
  return text;
}

export function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum)) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new Error(`must be one of ${values.join(", ")}`);
    return value;
  };
}

export function databaseAddress(text: string): string {
  if (!/^sqlite:.|^postgres(?:ql)?:\/\/./s.test(text)) {
    throw new Error(
      "must be sqlite: and a file path, such as sqlite:./data/platform.db, or postgres://user:password@host:5432/name",
    );
  }
  return text;
}

export function originOrEmpty(text: string): string {
  if (text === "") return "";
  if (!URL.canParse(text)) throw new Error("must be an origin such as https://survey.example");
  const { origin, protocol, href } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("must begin with https:// or http://");
  if (href !== `${origin}/`) throw new Error("must be an origin only: scheme, host and port, without a path");
  return origin;
}

/** Origins, separated by commas or spaces. */
export function origins(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .map((one) => originOrEmpty(one));
}

export function timeZone(text: string): string {
  try {
    platformZone(text);
  } catch {
    throw new Error("must be an IANA time zone such as Asia/Shanghai");
  }
  return text;
}

/** The password of a PostgreSQL address is replaced; it is what stands before the last `@` (RFC 3986, section 3.2.1). */
export function withoutPassword(address: string): string {
  return address.replace(/^([a-z]+:\/\/[^:/?#]*):[^/?#]*@/, "$1:***@");
}
