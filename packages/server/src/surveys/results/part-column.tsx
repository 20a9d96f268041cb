import { plainText, type SummaryPart } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { Language } from "@survey-open-platform/service";
import { DisplayName } from "../../pages/components/display-name.tsx";
import type { Column } from "../../pages/components/list.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** The column that names what was counted. */
export function partColumn(language: Language, header: string): Column<SummaryPart> {
  const { questions: words } = resultsTextsFor(language);
  return {
    header,
    isRowHeader: true,
    cell: ({ label, isArchived }): Child => (
      <>
        <DisplayName name={plainText(label)} />
        {isArchived ? <span class="badge badge-neutral">{words.archived}</span> : null}
      </>
    ),
  };
}
