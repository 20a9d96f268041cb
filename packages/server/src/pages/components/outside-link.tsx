import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";

/**
 * Whether an address from another user may be linked: `javascript:` and its like may not.
 *
 * @param address the address as stored; absent and empty ones are not safe
 */
export function isWebAddress(address: string | undefined): address is string {
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:";
}

/** A link to another site. It opens in a new tab, so that what the reader was doing here stays open. */
export function OutsideLink({ href, label, language }: OutsideLinkProps): JSX.Element {
  return (
    <a class="link-line" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label}
      <span class="visually-hidden">{textsFor(language).layout.opensInNewTab}</span>
    </a>
  );
}

/** Where a link leads, already found to be a web address, and what it is called. */
export type OutsideLinkProps = { readonly href: string; readonly label: string; readonly language: Language };
