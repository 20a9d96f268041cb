import type { TokenChange } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";

/** Proxies cut lines that are silent for a minute or so. */
const heartbeatMilliseconds = 15_000;
const encoder = new TextEncoder();

/** Whose line it is. */
interface Line {
  readonly appid: string;
  readonly callerId: string;
  /** Called once, when the line has ended. */
  readonly onEnd: () => void;
}

/**
 * A line of server-sent events: `token` with version and lifetime, first of the current token and then of every new
 * one. It ends when the caller hangs up, loses the right to it, or the hub stops.
 */
export function tokenEvents({ hub, callers, closing }: TeamEndpointDependencies, line: Line): Response {
  const { appid, callerId, onEnd } = line;
  let end = noop;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const stopWatching = hub.watch(appid, (change) => send(eventOf(change)));
      const beat = setInterval(() => {
        if (callers.find(callerId)?.may("token", appid) === true) send(": still here\n\n");
        else hangUp();
      }, heartbeatMilliseconds);
      const hangUp = () => {
        end();
        controller.close();
      };
      end = () => {
        end = noop;
        stopWatching();
        clearInterval(beat);
        closing?.removeEventListener("abort", hangUp);
        onEnd();
      };
      closing?.addEventListener("abort", hangUp);
      const current = hub.tokenAtOnce(appid);
      send(current === undefined ? ": no token yet\n\n" : eventOf(current));
    },
    cancel: () => end(),
  });
  const headers = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    // Some proxies keep a response until it is complete, which this one never is.
    "X-Accel-Buffering": "no",
  };
  return new Response(body, { headers });
}

function noop(): void {}

function eventOf({ version, expiresInSeconds }: TokenChange): string {
  return `event: token\nid: ${version}\ndata: ${JSON.stringify({ version, expires_in: expiresInSeconds })}\n\n`;
}
