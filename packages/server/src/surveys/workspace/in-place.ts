import { streamType } from "../../pages/render-page.ts";
import type { PageRequest } from "../../session/page-request.ts";

/** Whether a script sent the request, which puts parts of the page in place. */
export function takesStreams({ context }: PageRequest): boolean {
  return (context.req.header("accept") ?? "").includes(streamType);
}

/** The id of the one part of the page that a script asks for; undefined for the whole page. */
export function frameOf({ context }: PageRequest): string | undefined {
  return context.req.header("turbo-frame");
}
