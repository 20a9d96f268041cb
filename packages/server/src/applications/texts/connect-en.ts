/** Texts of the page that says how an application connects, in English. */
export const connectEn = {
  title: "Connect",
  lead: "Code that lets users sign in and allow this application, by OAuth 2.1 and OpenID Connect. A secret is never written here: set it as SECRET in the environment.",
  off: "OAuth is off here: the platform does not know its public address. Ask its operator to set auth-url.",
  noChallenge:
    "The newest link of this application had no code challenge (PKCE). If your program can send one, demand it: then a code that was stolen on the way is worth nothing.",
  requireChallenge: "Require PKCE",
  agents: "For AI agents",
  agentsText:
    "Users enter this address in their agent, which then asks them for access by itself. No application has to be registered for that.",
  agentAddress: "Address for agents",
  agentClientId: "An agent that asks for a client ID gets this one:",
};
