import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "zod";
import { clientAddress, type ClientAddress } from "@survey-open-platform/service";
import type { ErrorStatus } from "../config.ts";
import { errorKinds, PlatformError, type ErrorType } from "../errors.ts";
import { apiHeaders } from "./api-headers.ts";
import { jsonText, successEnvelope, type JsonText } from "./envelope.ts";
import { errorReply, toPlatformError } from "./error-reply.ts";
import { queryOf, readParameters, type ParametersSchema } from "./parameters.ts";
import type { RefusalBrake } from "./refusal-brake.ts";
import type { RequestObserver } from "./request-observer.ts";

/** What an endpoint may know of a request beside its parameters. */
export interface EndpointRequest {
  /** Parts of the path by name, not yet checked. */
  readonly path: Readonly<Record<string, string>>;
  readonly address: ClientAddress;
}

/** What the documentation says about an endpoint. */
export interface EndpointDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Descriptions of the parts of the path, by name. */
  readonly pathParameters?: Readonly<Record<string, z.ZodType>>;
  readonly errors: readonly ErrorType[];
}

/** One documented call: all that the server and its documentation know about it. */
export interface Endpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
> extends EndpointDescription {
  /** Path with its parts as `{name}`. */
  readonly path: string;
  readonly parameters: Parameters;
  readonly data: Data;
  /** Large payloads are handed over as JSON text. @throws `PlatformError` */
  handle(parameters: z.output<Parameters>, request: EndpointRequest): Promise<z.output<Data> | JsonText>;
}

/** Checks an endpoint's parts against each other; the identity at run time. */
export function defineEndpoint<Parameters extends ParametersSchema, Data extends z.ZodType>(
  endpoint: Endpoint<Parameters, Data>,
): Endpoint<Parameters, Data> {
  return endpoint;
}

/** What all endpoints are served with. */
export interface EndpointDependencies {
  readonly errorStatus: ErrorStatus;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  /** Delays the responses to an address that is refused again and again. */
  readonly brake: RefusalBrake;
}

/** A request that found its endpoint. */
export interface RoutedRequest {
  readonly request: Request;
  /** The connection behind it; a test that hands a request straight over has none. */
  readonly bindings: Partial<HttpBindings> | undefined;
  /** Parts of the path by name. */
  readonly path: Readonly<Record<string, string>>;
}

/** Serves an endpoint: parameters in, envelope out, also on failure. */
export function serveEndpoint<Parameters extends ParametersSchema, Data extends z.ZodType>(
  endpoint: Endpoint<Parameters, Data>,
  dependencies: EndpointDependencies,
): (routed: RoutedRequest) => Promise<Response> {
  return async (routed) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    let error: PlatformError | undefined;
    let reply: Response;
    try {
      const body = successEnvelope(await payloadOf(endpoint, routed, dependencies), requestId);
      reply = new Response(body, { headers: apiHeaders(requestId) });
    } catch (thrown) {
      error = toPlatformError(thrown);
      reply = errorReply(error, requestId, dependencies.errorStatus);
      if (isCallersFault(error)) await dependencies.brake.hold(addressOf(routed, dependencies).network);
    }
    dependencies.observe({
      route: endpoint.path,
      requestId,
      milliseconds: performance.now() - startedAt,
      error,
    });
    return reply;
  };
}

async function payloadOf<Parameters extends ParametersSchema, Data extends z.ZodType>(
  endpoint: Endpoint<Parameters, Data>,
  routed: RoutedRequest,
  dependencies: EndpointDependencies,
): Promise<JsonText> {
  const { request, path } = routed;
  refuseOtherMethods(request.method);
  const parameters = readParameters(endpoint.parameters, queryOf(request.url));
  const address = addressOf(routed, dependencies);
  const data = await endpoint.handle(parameters, { path, address });
  return typeof data === "string" ? jsonText(data) : jsonText(JSON.stringify(data));
}

function addressOf(
  { request, bindings }: RoutedRequest,
  { trustedProxies }: Pick<EndpointDependencies, "trustedProxies">,
): ClientAddress {
  return clientAddress(request, bindings, trustedProxies);
}

function isCallersFault({ type }: PlatformError): boolean {
  return errorKinds[type].status < 500;
}

/** Every documented call is a GET; anything else, HEAD and OPTIONS too, must not have its effects. */
function refuseOtherMethods(method: string): void {
  if (method !== "GET")
    throw new PlatformError("no_route", { allow: "GET", detail: `method ${method} is not served` });
}
