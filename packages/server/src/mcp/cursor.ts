import { createHmac, timingSafeEqual } from "node:crypto";
import { callerKey } from "./caller-key.ts";
import { ToolProblem, type ToolRequest } from "./tool.ts";

/** Where a list goes on: opaque, and of use only to the grant that it was given to. */
export async function makeCursor(request: ToolRequest, list: string, position: number): Promise<string> {
  const text = Buffer.from(String(position)).toString("base64url");
  return `${text}.${await signatureOf(request, list, position)}`;
}

/** @returns undefined for none. @throws `ToolProblem` for one of another list or grant */
export async function readCursor(
  request: ToolRequest,
  list: string,
  cursor: string | undefined,
): Promise<number | undefined> {
  if (cursor === undefined) return undefined;
  const [text = "", signature = ""] = cursor.split(".");
  const position = Number(Buffer.from(text, "base64url").toString());
  const expected = Number.isSafeInteger(position) ? await signatureOf(request, list, position) : "";
  if (expected === "" || !equal(signature, expected))
    throw new ToolProblem("cursor: is not one that this list gave you. Leave it out to begin again.");
  return position;
}

async function signatureOf({ store, agent }: ToolRequest, list: string, position: number): Promise<string> {
  const key = await store.readInstallationKey("agent-cursors");
  return createHmac("sha256", key)
    .update(JSON.stringify([callerKey(agent.principal), list, position]))
    .digest("base64url")
    .slice(0, 22);
}

function equal(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
