import { runSteps } from "@survey-open-platform/database";
import { z } from "zod";
import { PlatformError } from "../../errors.ts";
import type { EndpointDescription, ApiRequest, WriteEndpoint } from "../../http/endpoint.ts";
import { jsonText, type JsonText } from "../../http/envelope.ts";
import { tokenParameters } from "../../http/known-parameters.ts";
import type { ParametersSchema } from "../../http/parameters.ts";
import { applicationLock } from "../../store/statements/locks.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { findSurveyHead } from "../../store/surveys/survey-table.ts";
import { checkIdempotencyKey, makeOnce } from "./idempotency.ts";
import {
  authenticate,
  ownerOf,
  reachOf,
  tokenCheck,
  tokenErrors,
  type Principal,
} from "./token-authentication.ts";

/** A call that changes something, as its transaction sees it. */
export interface AuthorizedWrite<Body, Prepared = unknown> extends Pick<
  ApiRequest,
  "path" | "address" | "host" | "hasBody"
> {
  readonly body: Body;
  /** What {@link WriteDefinition.prepare} made of the body. */
  readonly prepared: Prepared;
  /** Of the application that the token was issued to. */
  readonly appid: string;
  /** Whom the call acts for, as this transaction reads it. */
  readonly principal: Principal;
  readonly transaction: StoreQueries;
}

/** What a writing call is made of. Each has its token in the query, and everything else in path and body. */
export interface WriteDefinition<
  Body extends ParametersSchema,
  Data extends z.ZodType,
  Prepared = unknown,
> extends EndpointDescription {
  readonly method: "POST" | "DELETE";
  readonly path: string;
  readonly body: Body;
  readonly data: Data;
  /** Names of the locks that the change needs beside that of the application. @throws `PlatformError` */
  locks?(request: Pick<AuthorizedWrite<z.output<Body>>, "path" | "body">): readonly string[];
  /**
   * Reads what takes long, before the transaction begins: others wait for one that is open. What is wrong is to be thrown by
   * {@link write}, once the rights are known.
   */
  prepare?(body: z.output<Body>): Promise<Prepared>;
  /**
   * Checks the rights of the principal and makes the change, with statements of the transaction only: it may run more than
   * once. Nothing of it stays when it throws.
   *
   * @throws `PlatformError`
   */
  write(request: AuthorizedWrite<z.output<Body>, Prepared>): Promise<z.output<Data>>;
  /** What a repeated call gets when the data hold a secret: what is kept for it can be read in the database. */
  withoutSecrets?(data: z.output<Data>): z.output<Data>;
}

/**
 * Defines a call that changes something. Token, rights, change and the response kept for an idempotency key share one
 * transaction, under the lock of the application: a token that is revoked meanwhile changes nothing, and a call that is
 * sent twice at once is made once.
 */
export function writeEndpoint<Body extends ParametersSchema, Data extends z.ZodType, Prepared = unknown>(
  store: Store,
  call: WriteDefinition<Body, Data, Prepared>,
): WriteEndpoint<typeof tokenParameters, Data, Body> {
  return {
    ...call,
    errors: [...new Set([...tokenErrors, "permission_denied", ...call.errors] as const)],
    parameters: tokenParameters,
    checkToken: tokenCheck(store),
    async write(token, body, request) {
      const key = checkIdempotencyKey(request.idempotencyKeys);
      const { path, address, host, hasBody } = request;
      const locks = call.locks?.({ path, body }) ?? [];
      // A call without it reads nothing from there.
      const prepared = (await call.prepare?.(body)) as Prepared;
      const outcome = await store.inTransaction(
        async (transaction) => {
          const principal = await runSteps(transaction, authenticate(store, token));
          if (principal instanceof PlatformError) return principal;
          // RFC 6750, section 3.1: a valid token whose scope is not enough.
          if (principal.mayWrite === 0) return new PlatformError("permission_denied", { message: readOnly });
          const from = { path, address, host, hasBody, body, prepared, appid: token.appid };
          return writeOnce(call, { ...from, principal, transaction }, key);
        },
        [applicationLock(token.appid), ...locks],
      );
      if (outcome instanceof PlatformError) throw outcome;
      return outcome;
    },
  };
}

const readOnly = "The token may read, but not write: no write permission was given to the application.";

async function writeOnce<Body extends ParametersSchema, Data extends z.ZodType, Prepared>(
  call: WriteDefinition<Body, Data, Prepared>,
  request: AuthorizedWrite<z.output<Body>, Prepared>,
  key: string | undefined,
): Promise<JsonText | PlatformError> {
  if (key === undefined) return jsonText(JSON.stringify(await call.write(request)));
  const { appid, principal, path, transaction } = request;
  const body = request.hasBody ? request.body : undefined;
  const accountId = ownerOf(principal);
  const route = `${call.method} ${call.path}`;
  return makeOnce(
    transaction,
    { key, appid, accountId, route, path, body },
    {
      async make() {
        const data = await call.write(request);
        return { data, kept: call.withoutSecrets?.(data) ?? data };
      },
      async checkReach(kept) {
        const surveyId = surveyOf(path, kept);
        if (surveyId === undefined) return;
        const survey = await runSteps(transaction, findSurveyHead({ surveyId, ...reachOf(principal) }));
        if (survey === undefined) throw new PlatformError("not_found");
      },
    },
  );
}

/** The survey that a call is about: that of its path, or the one that it made. */
function surveyOf(path: Readonly<Record<string, string>>, kept: unknown): number | undefined {
  const named = path["survey_id"] ?? madeSurvey.safeParse(kept).data?.survey_id;
  return named === undefined ? undefined : Number(named);
}

const madeSurvey = z.object({ survey_id: z.int() });
