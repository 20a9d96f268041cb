import { inputRequired } from "@modelcontextprotocol/server";
import { PlatformError } from "../errors.ts";
import { issueTexts, type Tool, ToolProblem, toolRefusal, type ToolRequest, toolResult } from "./tool.ts";
import { toolsByName } from "./tools/tools.ts";

/** A call as a client sent it. */
interface ToolCall {
  readonly name: string;
  readonly given: unknown;
  /** Whether the client opens pages for its person. */
  readonly opensPages: boolean;
  /** The page that it has opened for this very call: what a client sends, so that it is looked up. */
  readonly openedPage: string | undefined;
}

/** Runs a tool with whatever arguments a client sent: what is wrong with them is a result that the agent sees. */
export async function callTool(call: ToolCall, request: ToolRequest) {
  const { name, given } = call;
  const tool = toolsByName.get(name);
  if (tool === undefined) return toolRefusal(new ToolProblem("There is no tool with this name."));
  const parsed = tool.input.safeParse(given ?? {});
  if (!parsed.success) return toolRefusal(new ToolProblem(issueTexts(parsed.error)));
  try {
    return await runTool(tool, parsed.data, call, request);
  } catch (error) {
    if (error instanceof ToolProblem) return toolRefusal(error);
    if (error instanceof PlatformError && error.type !== "internal_error")
      return toolRefusal(new ToolProblem(error.message));
    throw error;
  }
}

/** A client that opens pages gets the address of one first, and the result when it calls again. */
async function runTool(
  tool: Tool,
  given: Parameters<Tool["run"]>[0],
  { opensPages, openedPage }: ToolCall,
  request: ToolRequest,
) {
  const { page } = tool;
  if (page === undefined || !opensPages) return toolResult(tool, await tool.run(given, request));
  if (openedPage !== undefined) return toolResult(tool, await page.resultOf(openedPage, given, request));
  const url = page.addressOf(await tool.run(given, request));
  const person = inputRequired.elicitUrl({ message: page.message, url });
  return inputRequired({ inputRequests: { person }, requestState: url });
}
