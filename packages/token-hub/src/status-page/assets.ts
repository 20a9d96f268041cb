import { createHash } from "node:crypto";
import { stylesheet } from "./style/stylesheet.ts";

/** The hub's mark, a key with a round head, as an SVG file. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#3a4f9c"/>
<circle cx="12" cy="13" r="5" fill="none" stroke="#fff" stroke-width="3"/>
<path d="m15.5 16.5 8 8M20 21l3-3" fill="none" stroke="#cdd6fb" stroke-width="3" stroke-linecap="round"/>
</svg>
`;

/** A file that the page refers to. */
export interface Asset {
  readonly path: string;
  readonly body: string;
  readonly contentType: string;
}

/** The address names the content, so a changed file has a changed address and may be cached for ever. */
function asset(name: string, extension: string, body: string, contentType: string): Asset {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return { path: `/status/assets/${name}.${hash}.${extension}`, body, contentType };
}

/** Every file that the page refers to. */
export const assets: readonly [Asset, Asset] = [
  asset("style", "css", stylesheet, "text/css; charset=utf-8"),
  asset("mark", "svg", mark, "image/svg+xml"),
];

/** Where the stylesheet is. */
export const stylesheetPath = assets[0].path;

/** Where the mark is. */
export const markPath = assets[1].path;
