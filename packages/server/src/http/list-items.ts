import type { z } from "zod";
import { isList } from "./body-fields.ts";

/** An item of a list, as one parameter of a query or a form has it. */
interface ListItem {
  readonly place: number;
  readonly text: string;
}

/** The name of a list, and the place that follows it in brackets; what has none comes last. */
interface ItemName {
  readonly list: string;
  readonly place: number;
}

/** `roles[]` and `roles[0]`: the place of an item in a list. */
const itemName = /^([^[\]]+)\[(\d{0,4})\]$/;

/** Collects the items of lists that are spelt in several parameters, see `listField`. */
export class ListItems {
  readonly #known: Readonly<Record<string, z.ZodType>>;
  readonly #items = new Map<string, ListItem[]>();
  readonly #taken = new Set<string>();

  /** @param known the schemas of all parameters */
  constructor(known: Readonly<Record<string, z.ZodType>>) {
    this.#known = known;
  }

  /** The list that a parameter belongs to. @returns undefined when it belongs to none */
  find(name: string): ItemName | undefined {
    const [, list = name, digits = ""] = itemName.exec(name) ?? [];
    if (!Object.hasOwn(this.#known, list) || !isList(this.#known[list])) return undefined;
    return { list, place: digits === "" ? Infinity : Number(digits) };
  }

  /** @returns false when another item has its place */
  add({ list, place }: ItemName, text: string): boolean {
    const key = `${place} ${list}`;
    if (place !== Infinity && this.#taken.has(key)) return false;
    this.#taken.add(key);
    const items = this.#items.get(list) ?? [];
    items.push({ place, text });
    this.#items.set(list, items);
    return true;
  }

  /** The lists by name, each in its order. */
  lists(): readonly (readonly [name: string, items: readonly string[]])[] {
    return [...this.#items].map(([name, items]) => [name, items.toSorted(byPlace).map(({ text }) => text)]);
  }
}

/** Items without a place keep their order. */
function byPlace(a: ListItem, b: ListItem): number {
  return a.place === b.place ? 0 : a.place - b.place;
}
