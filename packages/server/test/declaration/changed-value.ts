/** The way from the top of a value to a part of it. */
export type Path = readonly (string | number)[];

/** A copy of a value with one part replaced, or taken out when `part` is undefined. */
export function changedValue(whole: unknown, path: Path, part: unknown): unknown {
  const copy = structuredClone(whole);
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
  const last = path.at(-1) ?? "";
  if (part === undefined) Reflect.deleteProperty(Object(parent), last);
  // An assignment would not make a key named __proto__.
  else
    Reflect.defineProperty(Object(parent), last, {
      value: part,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
