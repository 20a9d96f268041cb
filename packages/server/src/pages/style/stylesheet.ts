import { base } from "./base.ts";
import { colors } from "./colors.ts";
import { controls } from "./controls.ts";
import { documentation } from "./documentation.ts";
import { frame } from "./frame.ts";
import { parts } from "./parts.ts";
import { screens } from "./screens.ts";

/** The stylesheet of every page. It loads nothing: no fonts, no pictures. */
export const stylesheet = [colors, base, frame, controls, parts, screens, documentation].join("");
