import type { JSX } from "hono/jsx/jsx-runtime";
import type { SurveyRight } from "@survey-open-platform/surveys";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { ExportPage } from "../../src/results/export-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const rights: ReadonlySet<SurveyRight> = new Set(["see", "edit", "delete"]);

/** The pages about results, with the same text in every place that somebody else may fill. */
export function resultsSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const survey = { id: 7, title: text, state: 2, ownerId: 3, teamName: text, rights, version: 2 } as const;
  return {
    export: <ExportPage {...frame} survey={survey} />,
    "export of a draft": <ExportPage {...frame} survey={{ ...survey, version: 0 }} />,
  };
}
