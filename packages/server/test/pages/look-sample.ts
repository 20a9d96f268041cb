import { usualTheme } from "@survey-open-platform/surveys";
import { fieldsOfTheme } from "../../src/surveys/workspace/look-form.ts";
import type { LookPageProps } from "../../src/surveys/workspace/look-page.tsx";

/** A look with a picture and a colour that is corrected, and something wrong in every form of its page. */
export function lookSample(
  text: string,
): Pick<
  LookPageProps,
  "hasDefault" | "revision" | "saved" | "fields" | "fault" | "problems" | "notice" | "isOvertaken"
> {
  const logo = { id: "0".repeat(32), alt: text, width: 320, height: 240 };
  return {
    revision: 2,
    saved: { ...usualTheme, color: "#ffdd00", logo },
    fields: { ...fieldsOfTheme(), next: text, back: text, send: text },
    fault: { kind: "logo", field: "alt", code: "no_alt", alt: text },
    problems: { color: "color", next: "too_long" },
    notice: "saved",
    isOvertaken: true,
    hasDefault: true,
  };
}
