import type { IncomingMessage } from "node:http";
import type { ErrorStatus } from "../config/settings.ts";
import { ParameterProblem } from "./parameters.ts";

/** The header by which a caller chooses the HTTP status of its refusals, whatever the setting says. */
export const errorStatusHeader = "X-Error-Status";

/** What it can be. */
export const errorStatuses = ["ok", "semantic"] as const satisfies readonly ErrorStatus[];

/** What a caller asks for. @returns undefined when it asks for nothing, or for nothing that there is */
export function askedErrorStatus({ headers }: IncomingMessage): ErrorStatus | undefined {
  const asked = headers["x-error-status"];
  return asked === undefined ? undefined : errorStatuses.find((one) => one === asked);
}

/** Refuses a header that has no effect: who misspells it would take each refusal for a success. @throws `ParameterProblem` */
export function checkAskedErrorStatus(request: IncomingMessage): void {
  if (request.headers["x-error-status"] !== undefined && askedErrorStatus(request) === undefined)
    throw new ParameterProblem(errorStatusHeader, `must be ${errorStatuses.join(" or ")}`);
}
