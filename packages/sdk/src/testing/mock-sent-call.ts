/** A call as it came. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
  readonly authorization?: string | undefined;
}

/** The bearer token of a call, if it has one. */
export function bearerOf({ authorization }: SentCall): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
}
