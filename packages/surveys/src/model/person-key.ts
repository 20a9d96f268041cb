/** Names a person in `once_key`, where each person may answer once. */
export function personKeyOf(userId: number): string {
  return `person:${userId}`;
}
