import type { Scenario } from "./scenarios.ts";

/**
 * Sends one request and looks at its response as a whole, which the load does not.
 *
 * @returns the body
 * @throws Error when it is not what the scenario is about
 */
export async function probe(url: string, request: string, scenario: Scenario): Promise<string> {
  const [, target = "", headers = ""] = /^GET (\S+) HTTP\/1\.1\r\n([^]*)\r\n\r\n$/.exec(request) ?? [];
  const authorization = /^Authorization: (.*)$/m.exec(headers)?.[1];
  const init = authorization === undefined ? {} : { headers: { authorization } };
  const response = await fetch(url + target, init);
  const body = await response.text();
  const problem = response.status === 200 ? problemOf(body, scenario) : `status ${response.status}`;
  if (problem !== undefined) throw new Error(`${scenario.title}: ${problem}: ${body.slice(0, 500)}`);
  return body;
}

function problemOf(body: string, { expected, check }: Scenario): string | undefined {
  if (!body.startsWith(expected)) return "the body begins differently";
  return check?.(JSON.parse(body));
}
