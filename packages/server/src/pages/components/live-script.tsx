import type { JSX } from "hono/jsx/jsx-runtime";
import { liveScriptPath } from "../assets.ts";

/** The script that keeps a page current. Its page needs `inPlace: true`, and no frame. */
export function LiveScript(): JSX.Element {
  // Turbo would have scripts in the head, as they run again when it changes pages, which it does not do here.
  return <script src={liveScriptPath} type="module" data-turbo-suppress-warning="" />;
}
