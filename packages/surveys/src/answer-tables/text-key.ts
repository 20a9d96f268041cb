/** By which texts of tables are compared: case and spaces tell none apart. */
export function textKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
