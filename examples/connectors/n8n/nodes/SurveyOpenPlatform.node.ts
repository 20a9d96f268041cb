/** What this node needs of what n8n runs a node with (`IExecuteFunctions`). */
interface ExecuteFunctions {
  getInputData(): readonly unknown[];
  getNodeParameter(name: string, index: number, otherwise?: unknown): unknown;
  getCredentials(name: string): Promise<{ readonly baseUrl?: unknown }>;
  readonly helpers: {
    httpRequestWithAuthentication(
      this: ExecuteFunctions,
      credential: string,
      request: { readonly baseURL: string; readonly url: string; readonly qs: Query; readonly json: true },
    ): Promise<unknown>;
  };
}

type Query = Readonly<Record<string, string | number>>;
type Json = Readonly<Record<string, unknown>>;

/** What every call returns. */
interface Envelope<Data> {
  readonly code: string;
  readonly error: { readonly type: string; readonly message?: string };
  readonly data: Data;
}

interface List {
  readonly list: readonly Json[];
}

type Read = (functions: ExecuteFunctions, index: number) => AsyncGenerator<Json, void, undefined>;

const credential = "surveyOpenPlatformOAuth2Api";

/** Reads surveys, answers as rows of a table, and what happened to answers since a cursor. */
export class SurveyOpenPlatform {
  readonly description = {
    displayName: "Survey Open Platform",
    name: "surveyOpenPlatform",
    group: ["input"],
    version: 1,
    description: "Reads surveys and answers",
    defaults: { name: "Survey Open Platform" },
    inputs: ["main"],
    outputs: ["main"],
    credentials: [{ name: credential, required: true }],
    properties: [
      {
        name: "operation",
        displayName: "Operation",
        type: "options",
        noDataExpression: true,
        default: "rows",
        options: [
          { name: "Get Answers as Rows", value: "rows", action: "Get answers as rows" },
          { name: "Get Changes of Answers", value: "changes", action: "Get changes of answers" },
          { name: "Get Surveys", value: "surveys", action: "Get surveys" },
        ],
      },
      {
        name: "surveyId",
        displayName: "Survey ID",
        type: "number",
        default: 0,
        displayOptions: { show: { operation: ["rows", "changes"] } },
      },
      {
        name: "since",
        displayName: "Changed Since",
        type: "dateTime",
        default: "",
        displayOptions: { show: { operation: ["rows"] } },
      },
      {
        name: "heads",
        displayName: "Columns Are Called By",
        type: "options",
        default: "titles",
        options: [
          { name: "Titles", value: "titles" },
          { name: "Names", value: "names" },
          { name: "Codes", value: "codes" },
        ],
        displayOptions: { show: { operation: ["rows"] } },
      },
      {
        name: "cursor",
        displayName: "Cursor",
        type: "string",
        default: "",
        description: "That of the last item of the run before; empty for all answers",
        displayOptions: { show: { operation: ["changes"] } },
      },
    ],
  };

  async execute(this: ExecuteFunctions): Promise<object[][]> {
    const items: object[] = [];
    for (const [index] of this.getInputData().entries()) {
      const read = readers[textOf(this.getNodeParameter("operation", index))];
      if (read === undefined) throw new Error("the operation is not known");
      for await (const json of read(this, index)) items.push({ json, pairedItem: { item: index } });
    }
    return [items];
  }
}

const readers: Readonly<Record<string, Read>> = {
  async *surveys(functions) {
    for (let page = 1; ; page += 1) {
      const { list } = await call<List>(functions, "/api/surveys", { page, per_page: 100 });
      yield* list;
      if (list.length === 0) return;
    }
  },

  async *rows(functions, index) {
    const since = textOf(functions.getNodeParameter("since", index, ""));
    const heads = textOf(functions.getNodeParameter("heads", index, "titles"));
    const query = { heads, ...(since !== "" && { since: new Date(since).toISOString() }) };
    const path = `${surveyPath(functions, index)}/table`;
    let [after, hasMore] = [0, true];
    while (hasMore) {
      const page = await call<List & { readonly last_answer_id: number; readonly has_more: boolean }>(
        functions,
        path,
        { ...query, last_answer_id: after },
      );
      yield* page.list;
      [after, hasMore] = [page.last_answer_id, page.has_more];
    }
  },

  /** Each item has the cursor to go on with. */
  async *changes(functions, index) {
    const path = `${surveyPath(functions, index)}/changes`;
    let cursor = textOf(functions.getNodeParameter("cursor", index, ""));
    for (let hasMore = true; hasMore;) {
      const query = { per_page: 1000, ...(cursor !== "" && { cursor }) };
      const part = await call<List & { readonly cursor: string; readonly has_more: boolean }>(
        functions,
        path,
        query,
      );
      ({ cursor, has_more: hasMore } = part);
      for (const change of part.list) yield { ...change, cursor };
    }
  },
};

function surveyPath(functions: ExecuteFunctions, index: number): string {
  return `/api/surveys/${Number(functions.getNodeParameter("surveyId", index))}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Makes a call, and takes the envelope off. @throws with the words of the platform */
async function call<Data>(functions: ExecuteFunctions, url: string, qs: Query): Promise<Data> {
  const { baseUrl } = await functions.getCredentials(credential);
  const request = { baseURL: textOf(baseUrl), url, qs, json: true } as const;
  const response = await functions.helpers.httpRequestWithAuthentication.call(functions, credential, request);
  // Every response of the platform has this form.
  const { code, error, data } = response as Envelope<Data>;
  if (code !== "OK") throw new Error(`${error.type}: ${error.message ?? ""}`);
  return data;
}
