import { z } from "zod";
import type { Scope } from "../model/scopes.ts";
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

const message = z.object({
  method: z.string(),
  params: z.object({ name: z.string().optional(), uri: z.string().optional() }).loose().optional(),
});

/** What a message asks for. Names that are none of ours are not repeated: they are what a caller wrote. */
export function calledBy(given: unknown): { readonly method: string; readonly tool: string | undefined } {
  const parsed = message.safeParse(given);
  if (!parsed.success || !namedMethods.has(parsed.data.method)) return { method: "other", tool: undefined };
  const { method, params } = parsed.data;
  const tool = method === "tools/call" ? toolsByName.get(params?.name ?? "") : undefined;
  return { method, tool: tool?.name };
}

/** The scopes that a message needs: those of its tool, or to read surveys for their resources. */
export function scopesFor(given: unknown): readonly Scope[] {
  const { method, tool } = calledBy(given);
  if (tool !== undefined) return [toolsByName.get(tool)?.scope ?? "surveys:read"];
  if (method === "resources/list") return ["surveys:read"];
  const isSurvey = message.safeParse(given).data?.params?.uri?.startsWith("survey:") === true;
  return method === "resources/read" && isSurvey ? ["surveys:read"] : [];
}

const filtered = z.object({
  params: z.object({
    arguments: z.object({ where: z.unknown(), from: z.unknown(), to: z.unknown() }).partial().optional(),
  }),
});

/** Whether a message makes a tool read many answers one after the other. */
export function scansAnswers(given: unknown): boolean {
  const { tool } = calledBy(given);
  if (tool === undefined) return false;
  const scans = toolsByName.get(tool)?.scans;
  if (scans !== "filtered") return scans === true;
  const { where, from, to } = filtered.safeParse(given).data?.params.arguments ?? {};
  return (Array.isArray(where) && where.length > 0) || from !== undefined || to !== undefined;
}
