import { z } from "zod";
import { findAgentRequestState } from "../../store/tokens/agent-request-table.ts";
import { defineTool, ToolProblem } from "../tool.ts";

/** `get_request`. */
export const getRequestTool = defineTool({
  name: "get_request",
  title: "See the outcome of a request",
  description:
    "Says whether your person has confirmed what ask_to_publish, ask_to_pause or ask_to_delete asked for. Requests are known for a day.",
  scope: "surveys:write",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({ request_id: z.int().min(1).describe("request_id of what was asked for.") }),
  output: z.object({ state: z.enum(["waiting", "confirmed", "declined", "expired"]) }),
  showsTexts: false,
  async run({ request_id: id }, { store, agent: { principal } }) {
    const grantId = principal.mode === "user" ? principal.grantId : 0;
    const state = await findAgentRequestState(store.reader, { id, grantId });
    if (state === undefined) throw new ToolProblem("not found: you made no request with this request_id.");
    return { state };
  },
});
