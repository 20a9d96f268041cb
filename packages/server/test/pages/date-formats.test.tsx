import { expect, test } from "vitest";
import { languages } from "@survey-open-platform/service";
import { htmlOf, samplePages } from "./sample-pages.tsx";

const original = Intl.DateTimeFormat;

/** How many formats of dates are made meanwhile. */
function formatsMade(work: () => void): number {
  let made = 0;
  class Counted extends original {
    constructor(...given: ConstructorParameters<typeof original>) {
      super(...given);
      made += 1;
    }
  }
  Intl.DateTimeFormat = Counted as typeof original;
  try {
    work();
  } finally {
    Intl.DateTimeFormat = original;
  }
  return made;
}

test.each(languages)("no page makes a format of dates for each of its rows, in %s", (language) => {
  const render = () => Object.values(samplePages(language, "plain")).forEach(htmlOf);
  render();
  expect(formatsMade(render)).toBe(0);
});
