import { once } from "node:events";
import { connect, Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresPort } from "../../../database/test/support/postgres/postgres-databases.ts";
import { declare } from "../support/declare.ts";
import { expectLegitimateFlow } from "../support/expect-safe.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Addresses by which somebody would like the server to ask for something in its own network. */
const addresses = [
  "http://127.0.0.1:9/picture.png",
  "http://localhost:9/picture.png",
  "http://[::1]:9/picture.png",
  "http://169.254.169.254/latest/meta-data/",
  "http://metadata.internal/computeMetadata/v1/",
  "https://127.0.0.1.nip.example/picture.png",
  "http://0x7f000001/",
  "https://pictures.example/picture.png",
];

const connections = vi.spyOn(Socket.prototype, "connect");
const fetches = vi.spyOn(globalThis, "fetch");

/** All but those to the database, where that is a server. */
function connectionsElsewhere(): readonly unknown[] {
  const port = postgresPort();
  return connections.mock.calls.filter((call) => port === undefined || !JSON.stringify(call).includes(port));
}

beforeEach(() => {
  connections.mockClear();
  fetches.mockClear();
});
afterAll(() => {
  connections.mockRestore();
  fetches.mockRestore();
});

describe("the platform never asks an address that somebody else chose", () => {
  it.each(addresses)(
    "whether it stands as avatar, logo, home page, terms or privacy: %s",
    async (address) => {
      const platform = await startTestPlatform();
      await declare(platform, {
        users: [{ username: "ada", avatar: address }],
        applications: [
          {
            appid: "demo_app",
            name: "Insight Board",
            owner: "bob",
            logo: address,
            home_page: address,
            terms: address,
            privacy: address,
          },
        ],
      });
      const browser = await signedInBrowser(platform);
      const consent = await browser.get(authorizationLink());
      await browser.submit(consent, decisionPath, { decision: "allow" });
      await browser.get("/account/applications");
      await browser.get("/");
      await platform.fetch("/logos/demo_app");
      await expectLegitimateFlow(platform);
      expect(connectionsElsewhere()).toEqual([]);
      expect(fetches).not.toHaveBeenCalled();
    },
  );

  it("or in an authorization link, where it is not even registered", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const names = [
      "redirect_uri",
      "request_uri",
      "jwks_uri",
      "sector_identifier_uri",
      "logo_uri",
      "return_to",
    ];
    for (const address of addresses) {
      for (const name of names)
        await browser.get(`${authorizationLink()}&${name}=${encodeURIComponent(address)}`);
    }
    expect(connectionsElsewhere()).toEqual([]);
    expect(fetches).not.toHaveBeenCalled();
  });

  it("and a connection that was made would have been noticed here", async () => {
    const socket = connect(9, "127.0.0.1");
    await once(socket, "error");
    expect(connectionsElsewhere()).toHaveLength(1);
  });
});
