import { PlatformError } from "../errors.ts";
import { ToolProblem, toolRefusal, type ToolRequest, toolResult } from "./tool.ts";
import { toolsByName } from "./tools/tools.ts";

/** Runs a tool with whatever arguments a client sent: what is wrong with them is a result that the agent sees. */
export async function callTool(name: string, given: unknown, request: ToolRequest) {
  const tool = toolsByName.get(name);
  if (tool === undefined) return toolRefusal(new ToolProblem("There is no tool with this name."));
  const parsed = tool.input.safeParse(given ?? {});
  if (!parsed.success) return toolRefusal(new ToolProblem(parsed.error.issues.map(issueText).join("\n")));
  try {
    return toolResult(tool, await tool.run(parsed.data, request));
  } catch (error) {
    if (error instanceof ToolProblem) return toolRefusal(error);
    if (error instanceof PlatformError && error.type !== "internal_error")
      return toolRefusal(new ToolProblem(error.message));
    throw error;
  }
}

/** Which argument, and what it has to be. Messages of schemas quote no value. */
function issueText({
  path,
  message,
}: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}): string {
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}
