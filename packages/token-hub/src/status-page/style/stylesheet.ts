import { chart } from "./chart.ts";
import { colors } from "./colors.ts";
import { frame } from "./frame.ts";
import { parts } from "./parts.ts";

/** The one stylesheet of the status page. */
export const stylesheet = [colors, frame, parts, chart].join("");
