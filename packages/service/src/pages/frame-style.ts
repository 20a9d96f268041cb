import { readFileSync } from "node:fs";

/** The styles of bare elements and of {@link PageFrame}; a program puts its colours before them and its own parts after. */
export const frameStyle = ["base", "frame"].map(readStyle).join("");

/** The folder is as far from the sources as from what is built from them. */
function readStyle(part: string): string {
  return readFileSync(new URL(`../../assets/style/${part}.css`, import.meta.url), "utf8");
}
