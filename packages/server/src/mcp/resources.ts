import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { codebookBatches, csvChunks, printRules, printSurveyText } from "@survey-open-platform/surveys";
import { readColumns } from "../store/surveys/read-columns.ts";
import { listAgentSurveys } from "../store/surveys/agent-survey-list.ts";
import { rulesDocument, textFormDocument } from "./documents.ts";
import { shownText } from "./shown-text.ts";
import { surveyInReach } from "./survey-in-reach.ts";
import { dataNotice, ToolProblem, type ToolRequest } from "./tool.ts";

const listedSurveys = 50;

const documents = [
  {
    uri: "docs://text-form",
    name: "text-form",
    title: "The text form of surveys",
    description: "How a survey is written as text, with an example of each type of question.",
    mimeType: "text/markdown",
    text: textFormDocument,
  },
  {
    uri: "docs://rules",
    name: "rules",
    title: "Rules of surveys",
    description: "How conditions, jumps and orders are written.",
    mimeType: "text/markdown",
    text: rulesDocument,
  },
] as const;

/** How surveys are named as resources. */
export const resourceTemplates = [
  {
    uriTemplate: "survey://{id}",
    name: "survey",
    title: "A survey in its text form",
    description: "The draft of a survey with its rules.",
    mimeType: "text/plain",
  },
  {
    uriTemplate: "survey://{id}/codebook",
    name: "codebook",
    title: "The codebook of a survey",
    description: "Every question and option with its code, as CSV.",
    mimeType: "text/csv",
  },
];

/** The documents and the newest surveys. Names are ids: titles are what people wrote. */
export async function listResources({ store, agent }: ToolRequest) {
  const search = { reach: agent.reach, query: "", state: undefined, before: undefined, limit: listedSurveys };
  const surveys = await listAgentSurveys(store.reader, search);
  return {
    resources: [
      ...documents.map(({ text: _text, ...document }) => document),
      ...surveys.map(({ id }) => ({ uri: `survey://${id}`, name: `survey ${id}`, mimeType: "text/plain" })),
    ],
  };
}

/** @throws `ResourceNotFoundError` */
export async function readResource(uri: string, request: ToolRequest) {
  const document = documents.find((one) => one.uri === uri);
  if (document !== undefined) {
    const { mimeType, text } = document;
    return { contents: [{ uri, mimeType, text }] };
  }
  const [, id, part] = /^survey:\/\/(\d{1,15})(\/codebook)?$/.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  try {
    return part === undefined
      ? await surveyText(uri, Number(id), request)
      : await codebook(uri, Number(id), request);
  } catch (error) {
    if (error instanceof ToolProblem) throw new ResourceNotFoundError(uri);
    throw error;
  }
}

async function surveyText(uri: string, surveyId: number, request: ToolRequest) {
  await surveyInReach(request, surveyId);
  const draft = await request.store.surveys.findDraft(surveyId);
  if (draft === undefined) throw new ResourceNotFoundError(uri);
  const { definition } = draft;
  const rules = printRules(definition.logic.rules, definition.pages);
  const text = [dataNotice, printSurveyText(definition, "en"), ...rules].join("\n");
  return { contents: [{ uri, mimeType: "text/plain", text: shownText(text) }] };
}

async function codebook(uri: string, surveyId: number, request: ToolRequest) {
  await surveyInReach(request, surveyId);
  const columns = await readColumns(request.store, surveyId);
  let text = "";
  for await (const chunk of csvChunks(codebookBatches(columns))) text += shownText(chunk);
  return { contents: [{ uri, mimeType: "text/csv", text }] };
}
