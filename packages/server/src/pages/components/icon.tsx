import type { JSX } from "hono/jsx/jsx-runtime";

const paths = {
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "m6.5 6.5 11 11m0-11-11 11",
  shield: "M12 3.5 5 6v5.5c0 4.2 2.9 7.3 7 9 4.1-1.7 7-4.8 7-9V6l-7-2.5Zm-3 8.7 2.2 2.2 4-4.2",
  warning: "M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.1",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 7.5v5m0-8.2v.1",
} as const;

/** The name of a small line drawing. */
export type IconName = keyof typeof paths;

/** A small line drawing in the colour of the text around it. It adds nothing to the words beside it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
