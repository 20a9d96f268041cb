import type { z } from "zod";
import type { Steps } from "@survey-open-platform/database";
import type { ClientAddress } from "@survey-open-platform/service";
import type { ErrorType, PlatformError } from "../errors.ts";
import type { Quota } from "../model/quota.ts";
import type { JsonText } from "./envelope.ts";
import type { ScopeSet } from "../model/scopes.ts";
import type { TokenProof } from "./known-parameters.ts";
import type { ParametersSchema } from "./parameters.ts";
import type { StreamedReply } from "./streamed-reply.ts";

/** What an endpoint may know of a request beside its parameters. */
export interface ApiRequest {
  /** Parts of the path by name, not yet checked. */
  readonly path: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: ClientAddress;
  /** The host that the request names, as its sender wrote it. */
  readonly host: string | undefined;
  /** The header `Idempotency-Key`, each time that it was sent. */
  readonly idempotencyKeys: readonly string[];
  /** Whether a body of at least one byte was sent: one without fields counts. */
  readonly hasBody: boolean;
  /** Adds what is left of the caller's quota to the headers of the response. */
  noteQuota(quota: Quota): void;
  /** Counts a page of a list that has no entries. @throws `PlatformError` `request_rate_limited` for a caller that asks for it without end */
  noteEmptyPage(): void;
}

/** What the documentation says about an endpoint. */
export interface EndpointDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Descriptions of the parts of the path, by name. */
  readonly pathParameters?: Readonly<Record<string, z.ZodType>>;
  readonly errors: readonly ErrorType[];
  /**
   * What a bearer token has to allow, as bits of scopes. What is about single answers or made of them needs `answers:read`; so do webhooks,
   * whose events have answers in them. "none" where only the parameters of the query count: accounts, teams and contacts are no part of the
   * surveys that a scope names. Undefined where a header is not looked at: calls for tokens, and the user's own.
   */
  readonly bearerScopes: ScopeSet | "none" | undefined;
}

/** One documented call: all that the server and its documentation know about it. */
export type Endpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
  Body extends ParametersSchema = ParametersSchema,
> = ReadEndpoint<Parameters, Data> | TokenEndpoint<Parameters, Data> | WriteEndpoint<Parameters, Data, Body>;

interface EndpointParts<Parameters, Data> extends EndpointDescription {
  /** Path with its parts as `{name}`. */
  readonly path: string;
  /** In the query. */
  readonly parameters: Parameters;
  readonly data: Data;
}

/** A GET that only reads. */
export interface ReadEndpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
> extends EndpointParts<Parameters, Data> {
  /** Decides whether a caller sees what is wrong with the other parameters: only with a valid token. */
  readonly checkToken: TokenCheck;
  /**
   * Steps that never wait, so that a response can follow its look-ups at once.
   *
   * @returns the data, which may be serialized already, or its encoded envelope, or what is sent while it is read, or why the token is
   * refused: to throw that would cost as much as to look the token up
   * @throws `PlatformError`
   */
  read(
    parameters: z.output<Parameters>,
    request: ApiRequest,
  ): Steps<unknown, z.output<Data> | JsonText | Uint8Array<ArrayBuffer> | StreamedReply | PlatformError>;
}

/** A GET that issues tokens. */
export interface TokenEndpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
> extends EndpointParts<Parameters, Data> {
  /** Responds once that is durable. @throws `PlatformError` */
  handle(parameters: z.output<Parameters>, request: ApiRequest): Promise<z.output<Data> | JsonText>;
}

/** A POST or DELETE. */
export interface WriteEndpoint<
  Parameters extends ParametersSchema = ParametersSchema,
  Data extends z.ZodType = z.ZodType,
  Body extends ParametersSchema = ParametersSchema,
> extends EndpointParts<Parameters, Data> {
  readonly method: "POST" | "DELETE";
  /** The fields of the body. */
  readonly body: Body;
  /** Runs before anything else of the call is read or checked: only a caller with a valid token may send a body. */
  readonly checkToken: TokenCheck;
  /**
   * Checks the token again, in the transaction of the change. Responds once that is durable.
   *
   * @throws `PlatformError`
   */
  write(
    parameters: z.output<Parameters>,
    body: z.output<Body>,
    request: ApiRequest,
  ): Promise<z.output<Data> | JsonText>;
}

/** Finds out why a token is refused, in steps that never wait. @returns undefined when it is not */
export type TokenCheck = (token: TokenProof) => Steps<unknown, PlatformError | undefined>;

/** The method that an endpoint takes. */
export function methodOf(endpoint: Endpoint): "GET" | WriteEndpoint["method"] {
  return "method" in endpoint ? endpoint.method : "GET";
}

/** Checks an endpoint's parts against each other; the identity at run time. */
export function defineEndpoint<Parameters extends ParametersSchema, Data extends z.ZodType>(
  endpoint: ReadEndpoint<Parameters, Data> | TokenEndpoint<Parameters, Data>,
): Endpoint<Parameters, Data> {
  return endpoint;
}
