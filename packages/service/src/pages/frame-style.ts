import { readFileSync } from "node:fs";

/** The styles of bare elements, {@link PageFrame} and fields; a program puts its colours before, its own parts after. */
export const frameStyle = ["base", "frame", "fields"].map(readStyle).join("");

/** The folder is as far from the sources as from what is built from them. */
function readStyle(part: string): string {
  return readFileSync(new URL(`../../assets/style/${part}.css`, import.meta.url), "utf8");
}
