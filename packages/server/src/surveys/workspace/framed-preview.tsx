import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";
import { ViewChoice } from "./view-choice.tsx";

/** A frame with the survey, beside what changes it: as wide as a phone, or as a desktop at half its size. */
export function FramedPreview({
  language,
  hidden,
  children,
}: {
  readonly language: Language;
  /** Whether only a script can fill the frame. */
  readonly hidden?: boolean;
  readonly children: Child;
}): JSX.Element {
  const { width, widths } = workspaceTextsFor(language).preview;
  return (
    <div class="framed-preview" hidden={hidden}>
      <ViewChoice
        name="preview-width"
        legend={width}
        choices={(["phone", "desktop"] as const).map((value) => ({ value, label: widths[value] }))}
        chosen="phone"
      />
      {children}
    </div>
  );
}
