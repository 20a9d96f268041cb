/** What is used of Turbo 8, which brings no types. */
declare module "@hotwired/turbo" {
  export const config: { drive: { enabled: boolean } };
  export function morphChildren(current: Element, other: Element): void;
}
