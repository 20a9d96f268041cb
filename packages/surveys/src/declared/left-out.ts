/** True for what counts as no answer: nothing, an empty text, a list or object of nothing else. */
export function isLeftOut(value: unknown): boolean {
  if (isNothing(value)) return true;
  return typeof value === "object" && Object.values(value ?? {}).every(isNothing);
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
