import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Icon, type IconName } from "./icon.tsx";

/** What a notice is about; it decides the colour and the drawing, never alone the meaning. */
export type NoticeTone = "info" | "success" | "warning" | "error";

const icons: Readonly<Record<NoticeTone, IconName>> = {
  info: "info",
  success: "check",
  warning: "warning",
  error: "warning",
};

/** What a notice shows. With `role` it is read out when the page opens. */
export type NoticeProps = {
  readonly tone: NoticeTone;
  readonly title?: string;
  readonly id?: string;
  readonly role?: "alert" | "status";
  readonly children?: Child;
};

/** A box that stands out from the text around it. */
export function Notice({ tone, title, id, role, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice notice-${tone}`} id={id} role={role}>
      <Icon name={icons[tone]} />
      <div>
        {title === undefined ? null : <p class="notice-title">{title}</p>}
        <p>{children}</p>
      </div>
    </div>
  );
}
