import type { TextLine } from "./text-line.ts";

/** What `[#code]` says, by what stands inside the brackets; undefined where it is no code. */
export function readCode(inside: string): string | undefined {
  return /^[#＃]\s*(\S.*)$/s.exec(inside)?.[1];
}

/** A line, or a part of one, without the code at its end. */
export function withoutCode(line: TextLine): { readonly rest: TextLine; readonly code?: string } {
  const group = line.groupAtEnd();
  const code = group?.kind === "square" && !group.rest.isEmpty ? readCode(group.inside.text) : undefined;
  return group === undefined || code === undefined ? { rest: line } : { rest: group.rest, code };
}

/** Brackets that would begin a code. */
const BEGINS_CODE = /[[【［〔〖](?=\s*[#＃])/g;

/** A text of an option, a row or a blank so that no code is read from it. */
export function withoutReadCode(printed: string): string {
  return printed.replaceAll(BEGINS_CODE, "\\$&");
}

/** `[#code]`, without anything in it that has a meaning; "" for none. */
export function printCode({ code }: { readonly code?: string | undefined }): string {
  return code === undefined ? "" : `[#${code.replaceAll(/[\\[\]【】［］〔〕〖〗_\s]/g, "\\$&")}]`;
}
