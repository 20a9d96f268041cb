import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** Says whether results are current, see `browser/live.ts`. @param props `everySeconds` it asks what has changed */
export function LiveStatus({
  language,
  everySeconds,
}: {
  readonly language: Language;
  readonly everySeconds: number;
}): JSX.Element {
  const { live: words } = resultsTextsFor(language);
  return (
    <p
      id="live-status"
      class="fine-print"
      role="status"
      data-live={words.live}
      data-lost={words.lost}
      data-every={everySeconds}
    />
  );
}
