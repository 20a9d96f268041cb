/** What is used of Turbo 8, which brings no types. */
declare module "@hotwired/turbo" {
  export const config: { drive: { enabled: boolean } };
  export function morphChildren(current: Element, other: Element): void;
}

/** What is used of SortableJS 1. */
declare module "sortablejs/modular/sortable.core.esm.js" {
  export interface Drop {
    readonly item: HTMLElement;
    readonly to: HTMLElement;
    readonly from: HTMLElement;
  }
  const library: { create(list: HTMLElement, options: Readonly<Record<string, unknown>>): void };
  export default library;
}
