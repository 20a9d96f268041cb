import { readFileSync } from "node:fs";

/** The styles of {@link PageFrame} and of what pages of every program have; a program puts its own rules after them. */
export const frameStyle = ["colors", "base", "frame", "fields", "parts"].map(readStyle).join("");

/** The folder is as far from the sources as from what is built from them. */
function readStyle(part: string): string {
  return readFileSync(new URL(`../../assets/style/${part}.css`, import.meta.url), "utf8");
}
