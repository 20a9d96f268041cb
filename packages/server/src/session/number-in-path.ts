import { idIn } from "../pages/id-in.ts";
import { notFound } from "../pages/page-error.ts";
import type { PageRequest } from "./page-request.ts";

/** An id that a path names. @throws `PageError` `not_found` for what could be no id */
export function numberInPath({ context }: Pick<PageRequest, "context">, parameter: string): number {
  const id = idIn(context.req.param(parameter));
  if (id === undefined) throw notFound();
  return id;
}
