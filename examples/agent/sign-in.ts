import { createServer, type Server } from "node:http";
import { randomUUID } from "node:crypto";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthTokens,
} from "@modelcontextprotocol/client";

/** What a client keeps of a sign-in, in memory: a program that runs again keeps tokens in a file that its user alone can read. */
export class SignIn implements OAuthClientProvider, AsyncDisposable {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  /** Where the user decides. */
  address = "";
  readonly #server: Server;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  #state = "";
  #arrived = Promise.withResolvers<URLSearchParams>();

  constructor(server: Server, port: number) {
    this.#server = server;
    this.redirectUrl = `http://127.0.0.1:${port}/callback`;
    this.clientMetadata = { client_name: "Example agent", redirect_uris: [this.redirectUrl] };
    server.on("request", ({ url = "" }, response) => {
      const { pathname, searchParams } = new URL(url, this.redirectUrl);
      const isExpected = pathname === "/callback" && searchParams.get("state") === this.#state;
      response.writeHead(isExpected ? 200 : 404, { "content-type": "text/plain" });
      response.end(isExpected ? "You can close this page.\n" : "");
      if (isExpected) this.#arrived.resolve(searchParams);
    });
  }

  /** Listens on a free port of this machine, which the browser is sent back to (RFC 8252, section 7.3). */
  static async listen(): Promise<SignIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const bound = server.address();
    if (bound === null || typeof bound === "string") throw new Error("the server has no port");
    return new SignIn(server, bound.port);
  }

  /** The parameters with which the browser came back. */
  returned(): Promise<URLSearchParams> {
    return this.#arrived.promise;
  }

  state(): string {
    this.#arrived = Promise.withResolvers();
    return (this.#state = randomUUID());
  }

  redirectToAuthorization(address: URL): void {
    this.address = address.href;
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
