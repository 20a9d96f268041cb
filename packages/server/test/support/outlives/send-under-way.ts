import { csrfTokenOf } from "@survey-open-platform/service";
import { type Browser, formsOf, type Page } from "../browser.ts";
import { sessionCookie } from "../signed-in-browser.ts";

/** A request whose body is still under way. */
export interface UnderWay {
  /** Sends the last byte. @returns the response */
  finish(): Promise<Page>;
}

/** Sends everything of a form but its last byte, and resolves once that much was read. */
export async function sendUnderWay(
  browser: Browser,
  path: string,
  body: FormData | URLSearchParams,
): Promise<UnderWay> {
  const whole = new Response(body);
  const type = whole.headers.get("content-type") ?? "";
  return bytesUnderWay(browser, path, { type, content: new Uint8Array(await whole.arrayBuffer()) });
}

/** Sends bytes of a type in the same way. */
export async function bytesUnderWay(
  browser: Browser,
  path: string,
  { type, content }: { readonly type: string; readonly content: Uint8Array },
): Promise<UnderWay> {
  const { body, begun, finish } = heldBack(content);
  // Node's fetch asks for `duplex` with a stream; the type of the browsers' one does not know it.
  const init = { method: "POST", body, headers: { "content-type": type }, duplex: "half" } as RequestInit;
  const response = browser.send(path, init);
  await Promise.race([begun, response]);
  return {
    finish() {
      finish();
      return response;
    },
  };
}

/** The fields of a form as a browser sends them, with the csrf token of its session where the page has no such form. */
export function formBody(browser: Browser, fields: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams({ csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? ""), ...fields });
}

/** The fields of the first form of a page. */
export function firstFormOf({ path, html }: Page): {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
} {
  const [form] = formsOf(html);
  if (form === undefined) throw new Error(`the page ${path} has no form`);
  return form;
}

function heldBack(content: Uint8Array) {
  const begun = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull() {
        pulls += 1;
        if (pulls === 1) controller?.enqueue(content.subarray(0, -1));
        // More is asked for: what was there has been read.
        else begun.resolve();
      },
    },
    { highWaterMark: 0 },
  );
  const finish = () => {
    controller?.enqueue(content.subarray(-1));
    controller?.close();
  };
  return { body, begun: begun.promise, finish };
}
