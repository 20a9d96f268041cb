import type { JSX } from "hono/jsx/jsx-runtime";

const paths = {
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "m6.5 6.5 11 11m0-11-11 11",
  shield: "M12 3.5 5 6v5.5c0 4.2 2.9 7.3 7 9 4.1-1.7 7-4.8 7-9V6l-7-2.5Zm-3 8.7 2.2 2.2 4-4.2",
  warning: "M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.1",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 7.5v5m0-8.2v.1",
  plus: "M12 5v14m-7-7h14",
  pencil: "m5 19 1-4L16.5 4.5l3 3L9 18l-4 1Zm9.5-12.5 3 3",
  copy: "M9 9h10v10H9V9Zm-4 6V5h10",
  bin: "M5 7h14M10 7V4.5h4V7m-7.5 0 1 12.5h9l1-12.5M10.5 10.5v6m3-6v6",
  up: "m6 14 6-6 6 6",
  down: "m6 10 6 6 6-6",
  join: "M12 3.5v6m0 0-3-3m3 3 3-3M5 12h14m-7 8.5v-6m0 0-3 3m3-3 3 3",
  undo: "M9 6 4.5 10.5 9 15m-4-4.5h9a5 5 0 0 1 0 10h-3",
  redo: "m15 6 4.5 4.5L15 15m4-4.5h-9a5 5 0 0 0 0 10h3",
  radio: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
  ticks: "M4 5h6v6H4V5Zm0 9h6v6H4v-6Zm10-6h6m-6 9h6M5.5 8l1.5 1.5L9 6.5",
  menu: "M4 7h16v10H4V7Zm9 3.5 2 2.5 2-2.5",
  line: "M4 12h16M4 9v6",
  lines: "M4 6h16M4 10h16M4 14h16M4 18h9",
  blanks: "M4 8h4m3 2h9M4 16h9m3 2h4",
  star: "m12 4 2.5 5.2 5.5.8-4 4 1 5.5-5-2.7-5 2.7 1-5.5-4-4 5.5-.8L12 4Z",
  scale: "M3.5 12h17M5 9v6m4.7-6v6m4.6-6v6M19 9v6",
  table: "M4 5h16v14H4V5Zm0 5h16M4 14.5h16M10 5v14",
  ranking: "M5 5v14m0 0-2-2m2 2 2-2M11 6h9M11 12h6m-6 6h4",
  calendar: "M5 6h14v13H5V6Zm0 4h14M9 4v4m6-4v4",
  place: "M12 21c4-5 6-8 6-11a6 6 0 1 0-12 0c0 3 2 6 6 11Zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  phone: "M8 3.5h8v17H8v-17ZM11 18h2",
  tree: "M4 5h7M8 5v12h3m-3-6h3m3 0h6m-6 6h6",
  file: "M6 3.5h8l4 4v13H6v-17ZM14 3.5v4h4",
  paragraph: "M5 5h14M12 5v14",
  more: "M5 12h.1m6.8 0h.1m6.8 0h.1",
} as const;

/** The name of a small line drawing. */
export type IconName = keyof typeof paths;

/** Every small line drawing that there is. */
// The keys of the object are what it is made of.
export const iconNames = Object.keys(paths) as readonly IconName[];

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
