import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon } from "../../pages/components/icon.tsx";

/** What an application may do, or cannot. The heading above says which of the two; the drawing repeats it. */
export function PermissionList({
  icon,
  sentences,
}: {
  readonly icon: "check" | "cross";
  readonly sentences: readonly string[];
}): JSX.Element {
  return (
    <ul class={`permissions permissions-${icon}`}>
      {sentences.map((sentence) => (
        <li>
          <Icon name={icon} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
