import type { HubProcess } from "./hub-process.ts";

/** How many calls the demo of the hub prints. */
export const printedCallCount = 3;

/** The calls that the demo prints to be pasted: address and headers. */
export function printedCalls(hub: HubProcess) {
  return hub.printed("the calls to be pasted", (stdout) => {
    const calls = callsIn(stdout);
    return calls.length < printedCallCount ? undefined : calls;
  });
}

function callsIn(stdout: string) {
  return [...stdout.replaceAll("\\\n", "").matchAll(/^ {3}curl -s (?:-H '([^']+)' +)?'([^']+)'\n/gm)].map(
    ([, header, url = ""]) => ({
      url,
      headers: header === undefined ? {} : { authorization: header.slice("Authorization: ".length) },
    }),
  );
}
