/** Whether every database can hold a text. PostgreSQL knows no NUL, and answers a question that has one with an error. */
export function isStorable(text: string): boolean {
  return !text.includes("\0");
}
