import { expect, it } from "vitest";
import { adasQuestions } from "../../support/results-link.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

function headersOf(html: string) {
  return [...html.matchAll(/<th role="columnheader"[^>]*>([^<]*)</g)].map(([, header]) => header);
}

it("the table of answers has the columns that were chosen, and keeps them on the next page and in the search", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const { id, questions } = await adasQuestions(platform);
  const choice = questions.find(({ type }) => type === "radio");
  const list = `/surveys/${id}/results/answers`;
  const usual = await ada.get(list);
  expect(headersOf(usual.html)).toEqual(["Answer", "Sent", "Version", "Respondent", "Begins with"]);
  const chosen = await ada.get(`${list}?columns=duration&columns=${choice?.id}&columns=made-up`);
  expect(headersOf(chosen.html)).toEqual(["Answer", "Duration", choice?.title]);
  expect(chosen.html).toMatch(/<td[^>]*data-label="[^"]*"><div><bdi class="name">(?:Yes|No)<\/bdi>/);
  const kept = `columns=duration.${choice?.id}`;
  expect(chosen.html).toMatch(new RegExp(`href="[^"]*${kept}[^"]*after=`));
  expect(chosen.html).toContain(`<input type="hidden" name="columns" value="duration.${choice?.id}"`);
  const next = await ada.get(`${list}?${kept}`);
  expect(headersOf(next.html)).toEqual(["Answer", "Duration", choice?.title]);
});
