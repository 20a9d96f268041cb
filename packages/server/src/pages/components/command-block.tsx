import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyButton, type CopyButtonProps } from "./copy-button.tsx";

/** Lines to be copied as they are, and what they are. */
export type CommandBlockProps = CopyButtonProps & { readonly command: string };

/**
 * Something to be copied as it is. Long lines are broken for the eye only; what is copied has no such breaks. Its page needs the
 * {@link CopyScript}.
 */
export function CommandBlock({ command, ...copied }: CommandBlockProps): JSX.Element {
  return (
    <div class="copy-block">
      <pre class="command" translate="no">
        <code>{command}</code>
      </pre>
      <CopyButton {...copied} />
    </div>
  );
}
