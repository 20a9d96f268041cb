const longest = 60;

/**
 * Makes names of columns: letters, digits and `_`, beginning with a letter, at most 64 long and unique in any case, as
 * SPSS asks for. The same parts in the same order get the same names.
 */
export function columnNames(): (...parts: readonly string[]) => string {
  const taken = new Set<string>(reserved);
  return (...parts) => {
    const plain = parts
      .join("_")
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "");
    const base = (/^[A-Za-z]/.test(plain) ? plain : `v_${plain}`).slice(0, longest);
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Words of the syntax of SPSS. */
const reserved = ["all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with"];
