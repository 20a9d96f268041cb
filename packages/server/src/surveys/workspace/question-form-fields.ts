import type { Question } from "@survey-open-platform/surveys";

/** The fields of the picture of an option, by its id; of the question itself unless given. */
export function pictureFields(optionId?: string): Readonly<Record<"file" | "alt" | "remove", string>> {
  const ending = optionId === undefined ? "" : `-${optionId}`;
  return {
    file: `picture-file${ending}`,
    alt: `picture-alt${ending}`,
    remove: `picture-remove${ending}`,
  };
}

/** The fields of what an option shows: one for each of `count` places, and one for a further place. */
export function displayFields(option: string, count: number): readonly string[] {
  return Array.from({ length: count + 1 }, (_, at) => `display-${option}${at === 0 ? "" : `-${at + 1}`}`);
}

/** Whether more than one option can be chosen. */
export function isMultiple(type: Question["type"]): boolean {
  return type === "checkbox" || type === "matrix_checkbox";
}

/** Whether questions of a type take a text with a limit. */
export function isText(type: Question["type"]): boolean {
  return type === "text" || type === "textarea" || type === "matrix_text";
}

/** Parts that an author arranges. */
export const partKinds = ["option", "row", "blank"] as const;
/** One of {@link partKinds}. */
export type PartKind = (typeof partKinds)[number];

/**
 * The ids of parts in the order in which the form has them, new ones among them; undefined where it does not say, as without a
 * script. It begins with a hyphen, so that it also says that there are none.
 */
export function orderIn(field: (name: string) => string, kind: PartKind): readonly string[] | undefined {
  const [first, ...ids] = field(`order-${kind}`).split(" ");
  return first === "-" ? [...new Set(ids)] : undefined;
}
