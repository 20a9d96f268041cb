import type { JSONObject } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool } from "../tool.ts";
import { askToDeleteTool, askToPauseTool, askToPublishTool } from "./ask-to.ts";
import { checkSurveyTool } from "./check-survey.ts";
import { createSurveyTool } from "./create-survey.ts";
import { crossTableTool } from "./cross-table.ts";
import { editSurveyTool } from "./edit-survey.ts";
import { getRequestTool } from "./get-request.ts";
import { getResultsTool } from "./get-results.ts";
import { getSurveyTool } from "./get-survey.ts";
import { listAnswersTool } from "./list-answers.ts";
import { listSurveysTool } from "./list-surveys.ts";

/** Every tool, in the order in which clients list them. */
const tools = [
  listSurveysTool,
  getSurveyTool,
  getResultsTool,
  crossTableTool,
  listAnswersTool,
  checkSurveyTool,
  createSurveyTool,
  editSurveyTool,
  askToPublishTool,
  askToPauseTool,
  askToDeleteTool,
  getRequestTool,
] as const;

/** The tools by name. Each parses its own arguments before it runs, so that any arguments may be given to any tool. */
export const toolsByName: ReadonlyMap<string, Tool> = new Map(
  // A tool takes what its own schema gives; that is what it is called with.
  tools.map((tool) => [tool.name, tool as unknown as Tool]),
);

const jsonObject = z.custom<JSONObject>((value) => typeof value === "object");
const schemaParts = z.object({
  properties: jsonObject,
  additionalProperties: z.boolean().optional(),
  $defs: jsonObject.optional(),
});

/** What clients see of the tools: made once. */
export const toolList = [...toolsByName.values()].map(
  ({ name, title, description, effect, input, output }) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(input, "input"),
    outputSchema: objectSchema(output, "output"),
    annotations: {
      title,
      readOnlyHint: effect.readOnly,
      destructiveHint: effect.destructive ?? false,
      idempotentHint: effect.idempotent,
      openWorldHint: false,
    },
  }),
);

function objectSchema(schema: z.ZodObject, io: "input" | "output") {
  const { properties, required, additionalProperties, $defs } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
  });
  const text = JSON.stringify({ properties, additionalProperties, $defs });
  const parts = schemaParts.parse(JSON.parse(text));
  return { type: "object" as const, ...parts, ...(required !== undefined && { required }) };
}
