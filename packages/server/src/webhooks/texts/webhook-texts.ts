import type { Language } from "@survey-open-platform/service";
import { webhooksEn, type WebhookTexts } from "./en.ts";
import { webhooksZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, WebhookTexts>> = { en: webhooksEn, "zh-CN": webhooksZhCn };

/** Every text about webhooks in one language. */
export function webhookTextsFor(language: Language): WebhookTexts {
  return dictionaries[language];
}
