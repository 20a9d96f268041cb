import { z } from "zod";
import type { Scope } from "../model/scopes.ts";
import type { Tool } from "./tool.ts";
import { toolsByName } from "./tools/tools.ts";

const namedMethods: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "prompts/list",
  "prompts/get",
]);

const filter = z.object({ where: z.unknown(), from: z.unknown(), to: z.unknown() }).partial();

const text = z.string().catch("");
const none = { name: "", uri: "", arguments: {} };

const shape = z
  .object({
    method: text,
    params: z.object({ name: text, uri: text, arguments: filter.catch({}) }).catch(none),
  })
  .catch({ method: "", params: none });

/** A message of an agent, with what has to be known before it runs. */
export interface AgentMessage {
  /** As it came. */
  readonly body: unknown;
  /** The tool that it calls, or else its method, for logs: names that are none of ours are what a caller wrote. */
  readonly name: string;
  /** What its token has to allow. */
  readonly scopes: readonly Scope[];
  /** Whether it makes a tool read many answers one after the other. */
  readonly scansAnswers: boolean;
}

/** Reads of a message what has to be known before it runs. What is wrong with it is for the library to say. */
export function describeMessage(body: unknown): AgentMessage {
  const { method, params } = shape.parse(body);
  const tool = method === "tools/call" ? toolsByName.get(params.name) : undefined;
  if (tool !== undefined)
    return { body, name: tool.name, scopes: [tool.scope], scansAnswers: scans(tool, params.arguments) };
  const name = namedMethods.has(method) ? method : "other";
  return { body, name, scopes: scopesOfResources(method, params.uri), scansAnswers: false };
}

/** Surveys are resources too; documents are for everyone. */
function scopesOfResources(method: string, uri: string): readonly Scope[] {
  const isOfSurveys =
    method === "resources/list" || (method === "resources/read" && uri.startsWith("survey:"));
  return isOfSurveys ? ["surveys:read"] : [];
}

function scans({ scans: when }: Pick<Tool, "scans">, { where, from, to }: z.output<typeof filter>): boolean {
  if (when !== "filtered") return when === true;
  return (Array.isArray(where) && where.length > 0) || from !== undefined || to !== undefined;
}
