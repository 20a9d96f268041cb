import type { JSX } from "hono/jsx/jsx-runtime";
import { domainToUnicode } from "node:url";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";
import { DisplayName } from "./display-name.tsx";

/** A host or origin in the spelling that machines use, and in the readable one when the two differ. */
export type WebHostProps = { readonly language: Language; readonly ascii: string; readonly unicode: string };

/** A host or origin. Punycode comes first, because letters that merely look alike differ there. */
export function WebHost({ language, ascii, unicode }: WebHostProps): JSX.Element {
  const { webHost } = textsFor(language);
  if (unicode === ascii) return <code>{ascii}</code>;
  return (
    <>
      <code>{ascii}</code> {webHost.shownAs(<DisplayName name={unicode} />)}
    </>
  );
}

/**
 * The readable spelling of a host.
 *
 * @param host a host in punycode, with or without a port
 * @returns the same host with its international labels decoded; the host itself when there are none
 */
export function unicodeHost(host: string): string {
  const [, name = host, port = ""] = /^(.*?)(:\d+)?$/.exec(host) ?? [];
  const unicode = domainToUnicode(name);
  return unicode === "" ? host : unicode + port;
}
