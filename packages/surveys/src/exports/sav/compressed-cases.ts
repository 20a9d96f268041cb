import { elementsOf, type SavSegment } from "./sav-segments.ts";

/** Codes of compressed data: what an element of eight bytes is, in one byte. */
const codes = { isElsewhere: 253, spaces: 254, missing: 255 };
/** What a code for a small whole number is higher by. */
export const compressionBias = 100;
const elementsInBlock = 8;
const blockBytes = elementsInBlock * 9;
const noText = Buffer.alloc(0);

/**
 * Compresses cases as system files do: after each eight codes come the elements that no code stands for. Small whole numbers, missing
 * values and spaces take one byte.
 */
export class CompressedCases {
  #made: Buffer[] = [];
  #block = Buffer.alloc(blockBytes);
  #codes = 0;
  #end = elementsInBlock;

  number(value: number | undefined): void {
    if (value === undefined) this.#code(codes.missing);
    else if (Number.isInteger(value) && value > -compressionBias && value <= 251 - compressionBias)
      this.#code(value + compressionBias);
    else {
      this.#end = this.#block.writeDoubleLE(value, this.#end);
      this.#code(codes.isElsewhere);
    }
  }

  /** A text in its segments, each filled up with spaces. */
  text(value: string | undefined, segments: readonly SavSegment[]): void {
    const bytes = value === undefined ? noText : Buffer.from(value);
    let start = 0;
    for (const { width, held } of segments) {
      this.#textElements(bytes.subarray(start, start + held), elementsOf(width));
      start += held;
    }
  }

  #textElements(bytes: Buffer, count: number): void {
    for (let at = 0; at < count; at += 1) {
      const element = bytes.subarray(at * 8, at * 8 + 8);
      if (isSpaces(element)) this.#code(codes.spaces);
      else {
        this.#block.fill(" ", this.#end, this.#end + 8);
        element.copy(this.#block, this.#end);
        this.#end += 8;
        this.#code(codes.isElsewhere);
      }
    }
  }

  #code(code: number): void {
    this.#block[this.#codes] = code;
    this.#codes += 1;
    if (this.#codes === elementsInBlock) this.#finishBlock();
  }

  #finishBlock(): void {
    this.#made.push(Buffer.from(this.#block.subarray(0, this.#end)));
    this.#block.fill(0, 0, elementsInBlock);
    this.#codes = 0;
    this.#end = elementsInBlock;
  }

  /** What is finished since the last time. */
  take(): Buffer {
    const made = Buffer.concat(this.#made);
    this.#made = [];
    return made;
  }

  /** The block that is not full: codes of 0 stand for nothing. */
  end(): Buffer {
    if (this.#codes > 0) this.#finishBlock();
    return this.take();
  }
}

function isSpaces(element: Buffer): boolean {
  return element.every((byte) => byte === 0x20);
}
