/** What the interface asks of one parameter, in the words of its OpenAPI document. */
export interface ParameterRule {
  readonly required?: true;
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** The parameters of a call by name. */
export type ParameterRules = Readonly<Record<string, ParameterRule>>;

/** Data of a reply. */
export type ReplyData = Readonly<Record<string, unknown>>;

/** A call of the interface, made from the server's description of it. */
export interface DocumentedCall {
  readonly method: string;
  /** With parts such as `{survey_id}`. */
  readonly path: string;
  /** In path and query, but for lists and the token of a data call. */
  readonly parameters: ParameterRules;
  /** Fields that the body must have. */
  readonly requiredFields: readonly string[];
  /** Example of its data: the required fields, and one item in each list. */
  readonly data: ReplyData;
}

/** Code and HTTP status of an error. */
export interface RefusalKind {
  readonly code: string;
  readonly status: number;
  /** Keeps its status even where refusals have status 200. */
  readonly always?: true;
}
