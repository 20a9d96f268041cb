import { authenticateMock, type MockDataDependencies } from "./mock-data-calls.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { findMockRoute } from "./mock-routes.ts";
import {
  addMockCustomArgument,
  changeMockAnswer,
  changeMockSettings,
  countMockAnswers,
  createMockSurvey,
  sendMockAnswer,
  type WriteRequest,
} from "./mock-write-calls.ts";

/** A call as it came. */
interface SentWrite {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

interface MockWritesDependencies extends MockDataDependencies {
  readonly baseUrl: string;
  readonly now: () => number;
}

type Handler = (request: WriteRequest) => unknown;

const surveyPath = /^\/api\/surveys\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/;

/** The calls that change something: each is made once for its idempotency key. */
export class MockWrites {
  readonly #dependencies: MockWritesDependencies;
  readonly #made = new Map<string, { readonly body: string; readonly data: unknown }>();

  constructor(dependencies: MockWritesDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns undefined when no call that changes something has this method and path */
  route(method: "POST" | "DELETE", sent: SentWrite): (() => unknown) | undefined {
    const ofSurvey = method === "POST" ? handlerOf(sent.path) : undefined;
    const handler = ofSurvey ?? findMockRoute(method, sent.path);
    return handler && (() => this.#make(handler, sent));
  }

  /** @returns undefined when no call beside those of surveys and answers reads this path */
  readRoute({ path, query }: SentWrite): (() => unknown) | undefined {
    const handler = findMockRoute("GET", path);
    return handler && (() => handler({ query, fields: {}, hasBody: false, ...this.#dependencies }));
  }

  #make(handler: Handler, { method, path, query, contentType, idempotencyKey, body }: SentWrite): unknown {
    const { world, tokens, baseUrl, now } = this.#dependencies;
    const principal = authenticateMock({ query, world, tokens });
    const fields = fieldsOf(contentType, body);
    if (!principal.mayWrite && !path.endsWith("/report_aggs")) throw new MockRefusal("permission_denied");
    const name = `${principal.ownerId} ${method} ${path} ${idempotencyKey}`;
    const earlier = idempotencyKey === undefined ? undefined : this.#made.get(name);
    if (earlier !== undefined && earlier.body !== body)
      throw new MockRefusal("invalid_argument", { parameter: "Idempotency-Key" });
    if (earlier !== undefined) return earlier.data;
    const data = handler({ query, fields, hasBody: body !== "", world, tokens, baseUrl, now });
    if (idempotencyKey !== undefined) this.#made.set(name, { body, data: withoutSecrets(data) });
    return data;
  }
}

/** What a repeated call returns: a secret or a login code is shown once. */
function withoutSecrets(data: unknown): unknown {
  const fields = Object.entries(data ?? {});
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === "secret" || name === "code" ? "" : value]),
  );
}

function handlerOf(path: string): Handler | undefined {
  if (path === "/api/surveys") return createMockSurvey;
  const [, surveyId = "", part = "", answerId] = surveyPath.exec(path) ?? [];
  const handle = answerId === undefined ? handlers[part] : undefined;
  if (part === "answers" && answerId !== undefined)
    return (request) => changeMockAnswer(surveyId, answerId, request);
  return handle && ((request) => handle(surveyId, request));
}

const handlers: Readonly<Record<string, (surveyId: string, request: WriteRequest) => unknown>> = {
  answers: sendMockAnswer,
  settings: changeMockSettings,
  custom_args: addMockCustomArgument,
  report_aggs: countMockAnswers,
};

function fieldsOf(contentType: string, body: string): Readonly<Record<string, unknown>> {
  if (body === "") return {};
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  if (!contentType.startsWith("application/json"))
    throw new MockRefusal("invalid_argument", { parameter: "Content-Type" });
  const value = parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MockRefusal("invalid_argument", { parameter: "body" });
  return Object.fromEntries(Object.entries(value));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new MockRefusal("invalid_argument", { parameter: "body" });
  }
}
