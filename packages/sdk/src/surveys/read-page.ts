import { SurveyPlatformError } from "../survey-platform-error.ts";

/** A page of any list, as far as walking through it relies on its shape. */
export function readPage<Page extends { readonly list: readonly unknown[] }>(page: Page): Page {
  if (Array.isArray(page?.list)) return page;
  throw new SurveyPlatformError("unexpected_response", { detail: "the response lacks a good list" });
}
