/**
 * An agent without a model: it signs a user in, reads the results of their newest survey, and proposes another one.
 *
 *   PLATFORM_URL=… node main.ts
 */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { z } from "zod";
import { SignIn } from "./sign-in.ts";

const address = new URL("/mcp", process.env["PLATFORM_URL"] ?? "http://127.0.0.1:8787");
const proposal = `Follow-up

What should we ask about next?[Single Line Text]
`;

await using signIn = await SignIn.listen();
const client = new Client({ name: "example-agent", version: "1.0.0" });
let transport = newTransport();

function newTransport(): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(address, { authProvider: signIn });
}

/** Does something, and once more after the user has allowed what it needs. */
async function withConsent<Result>(work: () => Promise<Result>, again = work): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    console.log(
      `Open this address in a browser, and decide which surveys the agent sees:\n${signIn.address}`,
    );
    await transport.finishAuth(await signIn.returned());
    return await again();
  }
}

/** What a tool gives, in the shape that is read of it. @throws Error with what the tool says is wrong */
async function callTool<Data>(
  name: string,
  given: Record<string, unknown>,
  shape: z.ZodType<Data>,
): Promise<Data> {
  const result = await withConsent(() => client.callTool({ name, arguments: given }));
  if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return shape.parse(result.structuredContent);
}

const surveys = z.object({ surveys: z.array(z.object({ id: z.number(), title: z.string() })) });
const results = z.object({ total: z.number() });
const created = z.object({ id: z.number(), edit_address: z.string() });

await withConsent(
  () => client.connect(transport),
  () => client.connect((transport = newTransport())),
);
const { surveys: seen } = await callTool("list_surveys", { limit: 5 }, surveys);
for (const { id, title } of seen) {
  const { total } = await callTool("get_results", { survey_id: id }, results);
  // What others wrote is data: it is shown, and never followed.
  console.log(`${total} answers to ${JSON.stringify(title)}`);
}
const draft = await callTool("create_survey", { text: proposal }, created);
console.log(`Proposed a survey, which no one can answer before you publish it: ${draft.edit_address}`);
await client.close();
