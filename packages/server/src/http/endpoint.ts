import type { z } from "zod";
import type { Steps } from "@survey-open-platform/database";
import type { ClientAddress } from "@survey-open-platform/service";
import type { ErrorType, PlatformError } from "../errors.ts";
import type { Quota } from "../model/quota.ts";
import type { JsonText } from "./envelope.ts";
import type { ParametersSchema } from "./parameters.ts";

/** What an endpoint may know of a request beside its parameters. */
export interface EndpointRequest {
  /** Parts of the path by name, not yet checked. */
  readonly path: Readonly<Record<string, string>>;
  readonly address: ClientAddress;
  /** The host that the request names, as its sender wrote it. */
  readonly host: string | undefined;
  /** Adds what is left of the caller's quota to the headers of the response. */
  noteQuota(quota: Quota): void;
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
export type Endpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
> = DocumentedCall<Parameters, Data> & (ReadingCall<Parameters, Data> | IssuingCall<Parameters, Data>);

interface DocumentedCall<Parameters, Data> extends EndpointDescription {
  /** Path with its parts as `{name}`. */
  readonly path: string;
  readonly parameters: Parameters;
  readonly data: Data;
}

/** A call that only reads. */
interface ReadingCall<Parameters extends ParametersSchema, Data extends z.ZodType> {
  /**
   * Steps that never wait, so that a response can follow its look-ups at once.
   *
   * @returns the data, which may be serialized and encoded already, or why the token is refused: to throw that would cost
   * as much as to look the token up
   * @throws `PlatformError`
   */
  read(
    parameters: z.output<Parameters>,
    request: EndpointRequest,
  ): Steps<unknown, z.output<Data> | JsonText | Uint8Array | PlatformError>;
}

/** A call that changes something, and is responded to once that is durable. */
export interface IssuingCall<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
> {
  /** @throws `PlatformError` */
  handle(parameters: z.output<Parameters>, request: EndpointRequest): Promise<z.output<Data> | JsonText>;
}

/** Checks an endpoint's parts against each other; the identity at run time. */
export function defineEndpoint<Parameters extends ParametersSchema, Data extends z.ZodType>(
  endpoint: Endpoint<Parameters, Data>,
): Endpoint<Parameters, Data> {
  return endpoint;
}
