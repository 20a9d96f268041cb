import type { Language } from "@survey-open-platform/service";
import { bounceReason } from "../../model/bounce.ts";
import { textsFor } from "./texts.ts";

/** Why an address takes no mail, by the status code with which a mail came back, as a sentence. */
export function bounceReasonText(status: string, language: Language): string {
  return `${textsFor(language).bounceReasons[bounceReason(status)]} (${status})`;
}
