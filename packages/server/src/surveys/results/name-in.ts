/** The name of something by its id; one without a name is called by its id. */
export function nameIn(names: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}
