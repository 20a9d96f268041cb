import type { IncomingMessage } from "node:http";
import type { MalformedRequests } from "./malformed-request.ts";

/**
 * Ends a request whose body does not arrive in time. Node has one bound for all requests of a server, and forms with files need a
 * longer one than the rest: theirs is Node's.
 */
export function endSlowBody(
  request: IncomingMessage,
  { requestTimeout, refuse }: { readonly requestTimeout: number; readonly refuse: MalformedRequests },
): void {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
  if (!hasBody || request.complete || isUpload(headers["content-type"])) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    refuse.refuseConnection(
      Object.assign(new Error("the body is too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      socket,
    );
  }, requestTimeout);
  timer.unref();
  const stop = () => clearTimeout(timer);
  request.once("end", stop);
  request.once("close", stop);
}

function isUpload(contentType = ""): boolean {
  return contentType.startsWith("multipart/form-data;");
}
