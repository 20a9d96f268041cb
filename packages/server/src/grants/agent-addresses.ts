/** Where a person confirms what an agent asks for. */
export const agentConfirmationPath = "/account/agents/confirm";

/** Where a person lets an agent do more. */
export const moreForAgentPath = "/account/agents/more";

/** The address of a request's page. @param origin of the pages */
export function agentConfirmationAddress(origin: string, request: string): string {
  return `${origin}${agentConfirmationPath}?request=${encodeURIComponent(request)}`;
}

/** The address at which a person allows a client more scopes. @param scope names, parted by spaces */
export function moreForAgentAddress(origin: string, client: string, scope: string): string {
  return `${origin}${moreForAgentPath}?${new URLSearchParams({ client, scope }).toString()}`;
}
