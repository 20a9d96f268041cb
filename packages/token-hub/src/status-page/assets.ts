import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { frameStyle } from "@survey-open-platform/service";

/** The folder is as far from the sources as from what is built from them. */
function readAsset(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), "utf8");
}

/** The stylesheet of every page; later rules win over earlier ones. */
const stylesheet = [
  frameStyle,
  readAsset("style/colors.css"),
  readAsset("style/parts.css"),
  readAsset("style/chart.css"),
].join("");

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
  asset("mark", "svg", readAsset("mark.svg"), "image/svg+xml"),
];

/** Where the stylesheet is. */
export const stylesheetPath = assets[0].path;

/** Where the mark is. */
export const markPath = assets[1].path;
