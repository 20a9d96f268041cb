import { callsAtOnce, callsPerMinute } from "../../../src/mcp/agent-limits.ts";
import { longestAgentRequest } from "../../../src/mcp/agent-gate.ts";
import { longestResult } from "../../../src/mcp/tool.ts";
import { longestAgentText } from "../../../src/mcp/tools/check-survey.ts";
import { agentRequestSeconds } from "../../../src/store/tokens/agent-request-table.ts";
import { count, kilobytes, type Limit } from "./limit.ts";

/** What bounds agents at `/mcp`. */
export const agentLimits: readonly Limit[] = [
  {
    what: "calls of an agent",
    amount: `${count(callsPerMinute)} at once, then ${count(callsPerMinute)} a minute`,
    whom: "a person and an agent, in each process",
    beyond: "status 429, and when to try again",
  },
  {
    what: "calls of an agent that run at a time",
    amount: `${count(callsAtOnce)}, one of which reads many answers`,
    whom: "a person and an agent, in each process",
    beyond: "status 429, and when to try again",
  },
  {
    what: "a message of an agent",
    amount: kilobytes(longestAgentRequest),
    whom: "each call",
    beyond: "status 413",
  },
  {
    what: "the text of a survey that an agent sends",
    amount: kilobytes(longestAgentText),
    whom: "each call",
    beyond: "the tool says so",
  },
  {
    what: "the result of a tool",
    amount: kilobytes(longestResult),
    whom: "each call",
    beyond: "fewer rows, and where to go on",
  },
  {
    what: "a request of an agent that waits for its person",
    amount: `${agentRequestSeconds / 60} minutes`,
    whom: "an agent, a survey and a kind",
    beyond: "it expires; the agent can ask again",
  },
];
