import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** What is done with a part of a page. */
export type TurboStreamProps = {
  readonly action: "replace" | "update" | "before" | "remove";
  /** The id of the element. */
  readonly target: string;
  /** Whether what is alike stays as it is, with the focus and what was typed. */
  readonly morph?: boolean;
  readonly children?: Child;
};

/** A part of a page that changes in place (https://turbo.hotwired.dev/reference/streams). */
export function TurboStream({ action, target, morph = false, children }: TurboStreamProps): JSX.Element {
  return (
    <turbo-stream action={action} target={target} method={morph ? "morph" : undefined}>
      <template>{children}</template>
    </turbo-stream>
  );
}
