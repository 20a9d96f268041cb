const firstSlots = 1024;
/** Of the slots of a full set, so many are in use at most. */
const mostInUse = 0.5;

/**
 * A set of random whole numbers from 0 up to 2^48, in one piece of memory. In a `Set` each would be an object that the garbage
 * collector looks at again and again.
 */
export class NumberSet {
  /** Each number, plus one, in the slot of its last bits, or in the next free one; 0 for none. */
  #slots = new Float64Array(firstSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns false when it was there before */
  add(number: number): boolean {
    if (this.#size >= this.#slots.length * mostInUse) this.#grow();
    const isNew = put(this.#slots, number + 1);
    if (isNew) this.#size += 1;
    return isNew;
  }

  #grow(): void {
    const slots = new Float64Array(this.#slots.length * 2);
    for (const value of this.#slots) if (value !== 0) put(slots, value);
    this.#slots = slots;
  }
}

function put(slots: Float64Array, value: number): boolean {
  const mask = slots.length - 1;
  for (let slot = value & mask; ; slot = (slot + 1) & mask) {
    if (slots[slot] === value) return false;
    if (slots[slot] !== 0) continue;
    slots[slot] = value;
    return true;
  }
}
