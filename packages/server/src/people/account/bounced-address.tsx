import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Notice } from "../../pages/components/notice.tsx";
import { bounceReasonText } from "../../pages/texts/texts.ts";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Says that mails to the user's address came back, why, and what to do; nothing while they arrive. */
export function BouncedAddress({
  language,
  bounceStatus,
}: {
  readonly language: Language;
  readonly bounceStatus: string;
}): JSX.Element | null {
  if (bounceStatus === "") return null;
  const { bounced } = accountTextsFor(language).email;
  return <Notice tone="warning">{bounced(bounceReasonText(bounceStatus, language))}</Notice>;
}
