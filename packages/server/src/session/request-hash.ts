import { hashToken, isRandomId } from "../model/token.ts";
import { PageError } from "../pages/page-error.ts";
import type { UserRequest } from "./page-request.ts";

/**
 * What a form that makes something is remembered by, so that sending it twice makes one thing.
 *
 * @param request the random id that the form carries
 * @throws `PageError` when it is none of ours
 */
export function requestHashOf({ session }: UserRequest, request: string): string {
  if (!isRandomId(request)) throw new PageError("invalid_argument", { status: 400, detail: "request" });
  // With the user in it, so that no other user's form is the same.
  return hashToken(`${session.user.id} ${request}`);
}
