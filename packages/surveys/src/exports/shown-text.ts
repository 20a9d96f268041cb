import type { PlatformZone } from "../model/platform-time.ts";
import type { ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";

/** Makes the function that gives the cells of a column as people read them: choices as they are shown, moments as times. */
export function shownText(
  { kind, choices, cell }: ExportColumn,
  zone: Pick<PlatformZone, "format">,
): (answer: ExportedAnswer) => string | number | undefined {
  if (kind === "time") return (answer) => wallTime(cell(answer), zone);
  if (kind !== "choice") return cell;
  const texts = new Map(choices.map(({ code, shown }) => [code, shown]));
  return (answer) => {
    const code = cell(answer);
    return typeof code === "number" ? texts.get(code) : code;
  };
}

/** A moment as the clocks of the zone show it. */
export function wallTime(
  at: string | number | undefined,
  zone: Pick<PlatformZone, "format">,
): string | undefined {
  return typeof at === "number" ? zone.format(at) : undefined;
}
