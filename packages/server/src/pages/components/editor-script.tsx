import type { JSX } from "hono/jsx/jsx-runtime";
import { editorScriptPath } from "../assets.ts";

/** What a part of a list is dragged by. It is hidden where the script does not run; buttons do the same for everyone else. */
export function DragHandle({ title }: { readonly title: string }): JSX.Element {
  return (
    <span class="drag-handle" title={title} aria-hidden="true" hidden>
      ⠿
    </span>
  );
}

/** The script with which a survey is written in its place. Its page needs `inPlace: true`. */
export function EditorScript(): JSX.Element {
  // Turbo would have scripts in the head, as they run again when it changes pages, which it does not do here.
  return <script src={editorScriptPath} type="module" data-turbo-suppress-warning="" />;
}
