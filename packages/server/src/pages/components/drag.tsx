import type { JSX } from "hono/jsx/jsx-runtime";
import { dragScriptPath } from "../assets.ts";

/** What a part of a list is dragged by. It is hidden where the script does not run; buttons do the same for everyone else. */
export function DragHandle({ title }: { readonly title: string }): JSX.Element {
  return (
    <span class="drag-handle" title={title} aria-hidden="true" hidden>
      ⠿
    </span>
  );
}

/** The script that lets parts of lists be dragged. Its page needs `script: true`. */
export function DragScript(): JSX.Element {
  return <script src={dragScriptPath} defer />;
}
