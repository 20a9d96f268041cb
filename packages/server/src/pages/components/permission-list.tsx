import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon } from "./icon.tsx";

/** Sentences about what is allowed (check) or impossible (cross). */
export type PermissionListProps = {
  readonly icon: "check" | "cross";
  readonly sentences: readonly string[];
};

/** What an application may do, or cannot. The heading above says which of the two; the drawing repeats it. */
export function PermissionList({ icon, sentences }: PermissionListProps): JSX.Element {
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
