import { expect, test } from "vitest";
import { languages } from "@survey-open-platform/service";
import { pageHtml, samplePages } from "./sample-pages.tsx";

const original = Intl.DateTimeFormat;

/** How many formats of dates are made meanwhile. */
async function formatsMade(work: () => Promise<unknown>): Promise<number> {
  let made = 0;
  class Counted extends original {
    constructor(...given: ConstructorParameters<typeof original>) {
      super(...given);
      made += 1;
    }
  }
  Intl.DateTimeFormat = Counted as typeof original;
  try {
    await work();
  } finally {
    Intl.DateTimeFormat = original;
  }
  return made;
}

test.each(languages)("no page makes a format of dates for each of its rows, in %s", async (language) => {
  const render = () => Promise.all(Object.values(samplePages(language, "plain")).map(pageHtml));
  await render();
  expect(await formatsMade(render)).toBe(0);
});
