import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";

interface SentToProps {
  readonly language: Language;
  readonly sentTo: string | undefined;
}

/** Says where a link was sent; nothing when it was sent nowhere. */
export function SentTo({ language, sentTo }: SentToProps): JSX.Element | null {
  if (sentTo === undefined) return null;
  return <p>{textsFor(language).invitedAddress.sent(<b class="name">{sentTo}</b>)}</p>;
}
