import { race } from "../../../service/test/support/raw-http.ts";
import type { Envelope } from "./test-platform.ts";

export { getRequest, openSocket, race, receive, sendRaw } from "../../../service/test/support/raw-http.ts";

/** A path under `/api/` with its query. */
export function pathWithQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return `${path}?${query.toString()}`;
}

/** A race of calls under `/api/`. @returns what each was answered, in the order of the requests */
export async function raceRequests(url: string, requests: readonly string[]): Promise<readonly Envelope[]> {
  // A test of its own holds the shape.
  return (await race(url, requests)).map(({ body }) => JSON.parse(body) as Envelope);
}
