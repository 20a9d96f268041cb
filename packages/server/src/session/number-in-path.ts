import { notFound } from "../pages/page-error.ts";
import type { Visit } from "./visit.ts";

/** An id that a path names. @throws `PageError` `not_found` for what could be no id */
export function numberInPath({ context }: Pick<Visit, "context">, parameter: string): number {
  const text = context.req.param(parameter) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}
