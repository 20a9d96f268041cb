import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { listen, type ListenerOptions, type NativeHandler } from "@survey-open-platform/service";

/** Whether a floor is behind the listener of the platform and of the hub; an argument of its program. */
export type FloorDoor = "node" | "listener";

// As platform and hub are started: see docs/performance.md.
setFlagsFromString("--no-allocation-site-pretenuring");

/** Takes every request, as one argument of each program says where, and prints where it listens. */
export async function listenFloor(door: string, handle: NativeHandler, listener: Guards): Promise<void> {
  const url = door === "listener" ? await behindListener(handle, listener) : await onNodeAlone(handle);
  console.log(JSON.stringify({ msg: "listening", url }));
}

/** What a listener of ours refuses by itself, and how. */
type Guards = Pick<ListenerOptions, "refusal" | "isMalformed">;

async function behindListener(native: NativeHandler, guards: Guards): Promise<string> {
  const { url } = await listen({ host: "127.0.0.1", port: 0, native, fetch: notFound, ...guards });
  return url;
}

/** A floor takes every request natively. */
function notFound(): Response {
  return new Response(undefined, { status: 404 });
}

async function onNodeAlone(handle: NativeHandler): Promise<string> {
  // As long as the platform's, like the bare server's.
  const server = createServer({ keepAliveTimeout: 65_000 }, handle);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
