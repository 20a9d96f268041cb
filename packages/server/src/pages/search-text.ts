import { isStorable } from "@survey-open-platform/surveys";

const searchMaximum = 100;

/** What a list is searched for, as it came in the query; "" for everything. */
export function searchText(text = ""): string {
  return isStorable(text) ? text.trim().slice(0, searchMaximum) : "";
}
