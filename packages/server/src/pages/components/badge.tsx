import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon, type IconName } from "./icon.tsx";

/** What a badge shows. */
export type BadgeProps = {
  readonly tone: "success" | "warning" | "neutral";
  readonly icon?: IconName;
  readonly children?: Child;
};

/** A word or two beside a name. */
export function Badge({ tone, icon, children }: BadgeProps): JSX.Element {
  return (
    <span class={`badge badge-${tone}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </span>
  );
}
