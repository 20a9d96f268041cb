const longestName = 32;

/** Words that no variable of Stata may be called, see its manual, `[U] 11.3`. */
const reserved = new Set(
  "alias byte double float if in int long strL using with _all _b _coef _cons _n _N _pi _pred _rc _skip".split(
    " ",
  ),
);

/** Names of variables for Stata, which takes 32 letters: names that are longer, or would be the same, end in a number. */
export function stataNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((given) => {
    const base = reserved.has(given) || /^str\d+$/.test(given) ? `${given}_` : given.slice(0, longestName);
    let name = base;
    for (let count = counts.get(base) ?? 2; taken.has(name); count += 1) {
      name = `${base.slice(0, longestName - 7)}_${count}`;
      counts.set(base, count + 1);
    }
    taken.add(name);
    return name;
  });
}
