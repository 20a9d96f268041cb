/** A size in KB as megabytes, with one decimal where it has one: 5120 is "5", 1500 is "1.5". */
export function megabytesText(kilobytes: number): string {
  return String(Math.max(0.1, Math.round((kilobytes / 1024) * 10) / 10));
}
